// The chosen markup: what it looks like while it is dragged, and changes to it, which can be undone.
import { can } from '@plumbline/core/access/capabilities';
import { snapDirection } from '@plumbline/core/features/maps/measure';
import { pointsOf } from '@plumbline/core/features/maps/scale-regions';
import type { Actor } from '@plumbline/core/site/actor';
import { applyTo, IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import type { MarkupRow } from '@plumbline/core/site/rows/maps';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { type RefObject, useState } from 'react';
import { useAct } from '../../../../shared/site/use-act.ts';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import { useT } from '../../../../ui/translation.tsx';
import type { DrawEvent, PlanShape } from '../../../../viewer/options.ts';
import { flat } from '../shapes.ts';
import type { Layers } from '../use-layers.ts';
import { reshaped } from './reshaped.ts';

type Options = {
  projectId: string;
  revision: RevisionRow;
  actor: Actor | undefined;
  /** Those that are shown. */
  markups: readonly MarkupRow[];
  layers: Layers;
  snapper: RefObject<((event: DrawEvent) => DrawEvent) | undefined>;
  setMark: (mark: PlanShape | undefined) => void;
  /** Closes the message about the last mark that was saved or changed. */
  closeKept: RefObject<() => void>;
};

/** The points of a row that is being dragged, until the row has changed. */
type Dragged = { readonly row: MarkupRow; readonly points: number[] };

export function useChosenMarkup(options: Options) {
  const { projectId, revision, actor, markups, layers, snapper, setMark, closeKept } = options;
  const t = useT();
  const act = useAct(projectId);
  const [chosenId, choose] = useState<string>();
  const [dragged, setDragged] = useState<Dragged>();
  const row = markups.find(({ id }) => id === chosenId);
  const points = row && dragged?.row === row ? dragged.points : undefined;

  const mayChange = (markup: MarkupRow) =>
    actor !== undefined &&
    !layers.isLocked(markup) &&
    can(actor.role, 'pin.edit', { own: markup.createdBy === actor.userId, assigned: false });
  const change = async (markup: MarkupRow, set: Partial<Pick<MarkupRow, 'points' | 'text' | 'colour'>>) => {
    const { id, ...before } = markup;
    const former = Object.fromEntries(Object.keys(set).map((key) => [key, before[key as keyof typeof set]]));
    const done = await act('markup.update', { id, set });
    if (!done) return false;
    closeKept.current();
    closeKept.current = showToast({
      text: t('measure.changed'),
      onUndo: () => void act('markup.update', { id, set: former }),
    });
    return true;
  };
  const reshape = (handle: number | undefined, given: DrawEvent) => {
    if (given.kind !== 'drag' || !row) {
      setDragged(undefined);
      setMark(undefined);
      return;
    }
    const event = (handle !== undefined && snapper.current?.(given)) || given;
    if (event.kind !== 'drag') return;
    const sides = { widthM: revision.widthPt, heightM: revision.heightPt };
    const to = event.snap ? snapDirection(sides, given.from, event.to) : event.to;
    const inPlan = (point: typeof to) => applyTo(revision.alignment ?? IDENTITY_ALIGNMENT, point);
    const next = flat(reshaped(pointsOf(row.points), handle, { from: inPlan(given.from), to: inPlan(to) }));
    setDragged({ row, points: next });
    if (!event.done) return;
    void change(row, { points: next }).then((done) => {
      if (!done) setDragged(undefined);
    });
  };
  return {
    /** As it is stored, so that its identity tells whether it has changed. */
    row,
    /** As it is shown. */
    shown: row && points ? { ...row, points } : row,
    mayChange,
    change,
    choose,
    reshape,
  };
}
