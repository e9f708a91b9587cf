// The scale regions of a sheet: choosing, drawing, editing and removing them.
import { type GroundSize, scaleNumber } from '@plumbline/core/features/maps/measure';
import { isRegionOutline } from '@plumbline/core/features/maps/scale-actions';
import { regionsOf } from '@plumbline/core/features/maps/scale-regions';
import type { RevisionRow, ScaleRegion } from '@plumbline/core/site/rows/plans';
import { useState } from 'react';
import { useAct } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { Point } from '../../../viewer/camera/geometry.ts';

export type EditedRegion = Omit<ScaleRegion, 'proposed'>;

const within = (value: number): number => Math.min(1, Math.max(0, value));

export function useScaleRegions(projectId: string, revision: RevisionRow) {
  const t = useT();
  const act = useAct(projectId);
  const regions = regionsOf(revision);
  const [chosenId, setChosenId] = useState<string>();
  /** The region whose scale is being set. */
  const [edited, setEdited] = useState<EditedRegion>();

  const put = ({ id, name, points, scale }: EditedRegion) =>
    act('scaleRegion.set', { revisionId: revision.id, region: { id, name: name.trim(), points, scale } });
  return {
    regions,
    chosen: regions.find((region) => region.id === chosenId),
    edited,
    choose: setChosenId,
    edit: setEdited,
    /** Starts to edit a new region. False, after saying why, if the points are no outline. */
    draw(corners: readonly Point[]): boolean {
      const points = corners.flatMap(({ x, y }) => [within(x), within(y)]);
      if (!isRegionOutline(points)) {
        showToast({ kind: 'error', text: t('measure.regionInvalid') });
        return false;
      }
      setEdited({ id: crypto.randomUUID(), name: '', points, scale: null });
      return true;
    },
    /** `size`: of the whole sheet at the scale of the edited region; null if that is not to scale. */
    async set(size: GroundSize | null): Promise<boolean> {
      if (!edited || !(await put({ ...edited, scale: size && scaleNumber(size, revision) }))) return false;
      setChosenId(edited.id);
      setEdited(undefined);
      showToast({ text: t('measure.regionSaved') });
      return true;
    },
    async remove(region: ScaleRegion) {
      if (!(await act('scaleRegion.remove', { revisionId: revision.id, id: region.id }))) return;
      setChosenId(undefined);
      showToast({ text: t('measure.regionRemoved'), onUndo: () => void put(region) });
    },
  };
}
