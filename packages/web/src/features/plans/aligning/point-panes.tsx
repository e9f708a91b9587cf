// The old and the new sheet side by side, for setting pairs of points.
import {
  type Alignment,
  applyTo,
  IDENTITY_ALIGNMENT,
  invert,
  type PlanPoint,
} from '@plumbline/core/site/geometry/alignment';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { type KeyboardEvent, useMemo } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { Camera } from '../sheets/camera.ts';
import type { Layer } from '../sheets/draw.ts';
import { SheetCanvas } from '../sheets/sheet-canvas.tsx';
import { useLayer } from '../sheets/use-layer.ts';
import { ZoomButtons } from '../sheets/zoom-buttons.tsx';
import type { Side } from './pairs.ts';
import type { PointPairs } from './use-point-pairs.ts';

const NUDGE_PX = 0.5;
const NUDGE_LARGE_PX = 5;
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export type PointPanesProps = {
  projectId: string;
  revision: RevisionRow;
  alignment: Alignment;
  /** The current revision's drawing. */
  current: RevisionRow;
  currentLayer: Layer | undefined;
  camera: Camera;
  points: PointPairs;
  onTilesFailed: () => void;
};

export function PointPanes(props: PointPanesProps) {
  const { projectId, revision, alignment, current, currentLayer, camera, points, onTilesFailed } = props;
  const { drafts, chosen } = points;
  const t = useT();
  const { layer } = useLayer(projectId, revision, IDENTITY_ALIGNMENT);
  const sheetCamera = useMemo(() => new Camera(revision.heightPt / revision.widthPt), [revision]);
  const planLayers = useMemo(() => (currentLayer ? [currentLayer] : []), [currentLayer]);
  const sheetLayers = useMemo(() => (layer ? [layer] : []), [layer]);
  const onKey =
    (side: Side, on: Camera) =>
    (event: KeyboardEvent): boolean => {
      const arrow = ARROWS[event.key];
      const point = chosen?.side === side ? drafts[chosen.index]?.[side] : undefined;
      if (!arrow || !point || !chosen) return false;
      const by = event.shiftKey ? NUDGE_LARGE_PX : NUDGE_PX;
      const { x, y } = on.toCanvas(point);
      points.set(chosen.index, side, on.toPlan({ x: x + arrow[0] * by, y: y + arrow[1] * by }));
      return true;
    };
  const marks = (side: Side, at: (point: PlanPoint) => { x: number; y: number }) =>
    drafts.map((draft, index) => {
      const point = draft[side];
      if (!point) return null;
      const { x, y } = at(point);
      return (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a pair is identified by its number
          key={index}
          type="button"
          className="align-mark"
          data-side={side}
          data-chosen={chosen?.index === index && chosen.side === side ? '' : undefined}
          style={{ left: x, top: y }}
          aria-label={t(`revisions.point.${side}`, { number: index + 1 })}
          onClick={() => points.choose(index, side)}
        >
          <span>{index + 1}</span>
        </button>
      );
    });
  const pane = (side: Side, label: string, on: Camera, layers: readonly Layer[]) => (
    <>
      <Text as="h2" pad="1 3" size="s" weight="strong" data-which={side === 'plan' ? 'older' : 'newer'}>
        {label}
      </Text>
      <SheetCanvas
        label={label}
        camera={on}
        layers={layers}
        blend="over"
        magnifier
        onTap={(point) => points.tap(side, point)}
        onKey={onKey(side, on)}
        onTilesFailed={onTilesFailed}
      >
        {(at) => marks(side, at)}
      </SheetCanvas>
      <ZoomButtons camera={on} />
    </>
  );
  // A point that has been set only on the old sheet.
  const open = chosen?.side === 'plan' && !drafts[chosen.index]?.sheet ? drafts[chosen.index]?.plan : undefined;
  const oldLabel = t('revisions.sideOld', { version: current.version });
  const newLabel = t('revisions.sideNew', { version: revision.version });
  return (
    <Row gap={0.5} align="stretch" flat grow className="align-sides">
      <Stack as="section" column surface="surface" className="align-side" aria-label={oldLabel}>
        {pane('plan', oldLabel, camera, planLayers)}
      </Stack>
      <Stack as="section" column surface="surface" className="align-side" aria-label={newLabel}>
        {pane('sheet', newLabel, sheetCamera, sheetLayers)}
        {open && (
          <Button
            size="s"
            kind="brand"
            onPress={() => sheetCamera.showArea(areaAround(applyTo(invert(alignment), open)))}
          >
            {t('revisions.goThere')}
          </Button>
        )}
      </Stack>
    </Row>
  );
}

const areaAround = ({ x, y }: PlanPoint) => ({ x: x - 0.04, y: y - 0.04, width: 0.08, height: 0.08 });
