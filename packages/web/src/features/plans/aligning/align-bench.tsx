// Workbench for aligning a sheet: overlaid with an opacity slider and keyboard nudging, or side by side for setting
// points.

import {
  type Alignment,
  applyTo,
  compose,
  distortion,
  fromPairs,
  fromSimilarity,
  IDENTITY_ALIGNMENT,
  invert,
  type PlanPoint,
} from '@plumbline/core/site/geometry/alignment';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text, Toolbar } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { Camera } from '../sheets/camera.ts';
import type { Layer } from '../sheets/draw.ts';
import { SheetCanvas } from '../sheets/sheet-canvas.tsx';
import { useLayer } from '../sheets/use-layer.ts';
import { ZoomButtons } from '../sheets/zoom-buttons.tsx';
import { Nudge, type NudgeWay } from './nudge.tsx';
import { type Draft, nextFor, type Side, wholePairs, without, withPoint } from './pairs.ts';

export type AlignBenchProps = {
  projectId: string;
  /** The revision whose sheet defines plan space. */
  first: RevisionRow;
  /** The current revision's drawing. */
  current: RevisionRow;
  revision: RevisionRow;
  lies: Alignment;
  onLies: (lies: Alignment) => void;
  onReset: (() => void) | undefined;
  words: { kind: 'success' | 'warning' | 'info'; text: string };
};

const OLD = '#d8321f';
const NEW = '#0a7cc4';
type Bench = 'overlay' | 'points';
type Chosen = { index: number; side: Side };

/** Blends the line colour towards white. */
function faded(colour: string, strength: number): string {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return `rgb(${[1, 3, 5].map((at) => Math.round(255 - (255 - part(at)) * strength)).join(' ')})`;
}

export function AlignBench({ projectId, first, current, revision, lies, onLies, onReset, words }: AlignBenchProps) {
  const t = useT();
  const [bench, setBench] = useState<Bench>('overlay');
  const [fade, setFade] = useState(0.5);
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [chosen, setChosen] = useState<Chosen>();
  const old = useLayer(projectId, current);
  const laid = useLayer(projectId, revision, lies);
  const bare = useLayer(projectId, revision, IDENTITY_ALIGNMENT);
  const camera = useMemo(() => new Camera(first.heightPt / first.widthPt), [first]);
  const beside = useMemo(() => new Camera(revision.heightPt / revision.widthPt), [revision]);

  const both = useMemo<readonly Layer[]>(() => {
    if (!old.layer || !laid.layer) return [];
    return [
      { ...old.layer, tint: faded(OLD, Math.min(1, 2 * (1 - fade))) },
      { ...laid.layer, tint: faded(NEW, Math.min(1, 2 * fade)) },
    ];
  }, [old.layer, laid.layer, fade]);
  const onlyOld = useMemo(() => (old.layer ? [old.layer] : []), [old.layer]);
  const onlyNew = useMemo(() => (bare.layer ? [bare.layer] : []), [bare.layer]);
  const renew = () => {
    old.renew();
    laid.renew();
  };

  /** Moves the whole sheet by screen pixels, rotates it, or scales it about the centre of the view. */
  const nudge = (way: NudgeWay, large: boolean) => {
    const { view } = camera;
    const pixels = large ? 10 : 1;
    const by = pixels / view.scale;
    const turn = (large ? 1 : 0.05) * (Math.PI / 180);
    const grow = large ? 1.01 : 1.0005;
    const at = { x: view.x * first.widthPt, y: view.y * first.widthPt };
    const about = (scale: number, angle: number) => ({
      scale,
      angle,
      dx: at.x - scale * (Math.cos(angle) * at.x - Math.sin(angle) * at.y),
      dy: at.y - scale * (Math.sin(angle) * at.x + Math.cos(angle) * at.y),
    });
    const shift = (dx: number, dy: number) => ({ scale: 1, angle: 0, dx: dx * first.widthPt, dy: dy * first.widthPt });
    const step = {
      left: shift(-by, 0),
      right: shift(by, 0),
      up: shift(0, -by),
      down: shift(0, by),
      turnLeft: about(1, -turn),
      turnRight: about(1, turn),
      larger: about(grow, 0),
      smaller: about(1 / grow, 0),
    }[way];
    onLies(compose(fromSimilarity(step, first, first), lies));
  };
  const setPoint = (index: number, side: Side, point: PlanPoint) => {
    const next = withPoint(drafts, index, side, point);
    setDrafts(next);
    setChosen({ index, side });
    const through = fromPairs(wholePairs(next), revision, first);
    if (through) onLies(through);
  };
  const tap = (side: Side) => (point: PlanPoint) => {
    const index = nextFor(drafts, side);
    if (index === undefined) {
      // All points are set: move the selected one here.
      if (chosen?.side === side) setPoint(chosen.index, side, point);
    } else setPoint(index, side, point);
  };
  const onKey =
    (side: Side | undefined) =>
    (event: KeyboardEvent): boolean => {
      const ways: Record<string, NudgeWay> = {
        ArrowLeft: 'left',
        ArrowRight: 'right',
        ArrowUp: 'up',
        ArrowDown: 'down',
      };
      const turns: Record<string, NudgeWay> = { '[': 'turnLeft', ']': 'turnRight', '.': 'larger', ',': 'smaller' };
      const way = ways[event.key];
      if (side === undefined) {
        const deed = way ?? turns[event.key];
        if (deed) nudge(deed, event.shiftKey);
        return deed !== undefined;
      }
      const point = chosen?.side === side ? drafts[chosen.index]?.[side] : undefined;
      if (!way || !point || !chosen) return false;
      const eye = side === 'plan' ? camera : beside;
      const by = (event.shiftKey ? 10 : 1) * 0.5;
      const on = eye.toCanvas(point);
      const dx = way === 'left' ? -by : way === 'right' ? by : 0;
      const dy = way === 'up' ? -by : way === 'down' ? by : 0;
      setPoint(chosen.index, side, eye.toPlan({ x: on.x + dx, y: on.y + dy }));
      return true;
    };
  const marks = (side: Side, at: (point: PlanPoint) => { x: number; y: number }) =>
    drafts.map((draft, index) => {
      const spot = draft[side];
      if (!spot) return null;
      const { x, y } = at(spot);
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
          onClick={() => setChosen({ index, side })}
        >
          {index + 1}
        </button>
      );
    });
  const pairs = wholePairs(drafts);
  const through = fromPairs(pairs, revision, first);
  const skew = through ? distortion(through, revision, first) : 0;

  return (
    <Stack column flat fill className="align-bench">
      <Toolbar rowGap={2} gap={4} padY={2} padX="edge" surface="surface" line="below">
        <SegmentedControl
          label={t('revisions.bench')}
          segments={[
            { id: 'overlay', label: t('revisions.benchOverlay') },
            { id: 'points', label: t('revisions.benchPoints') },
          ]}
          value={bench}
          onChange={setBench}
        />
        {bench === 'overlay' ? (
          <Row as="label" size="s" className="align-fade">
            <span data-which="older">{t('revisions.one', { version: current.version })}</span>
            <input
              type="range"
              min={0}
              max={100}
              value={Math.round(fade * 100)}
              aria-label={t('revisions.fade')}
              onChange={(event) => setFade(Number(event.target.value) / 100)}
            />
            <span data-which="newer">{t('revisions.one', { version: revision.version })}</span>
          </Row>
        ) : (
          <Row wrap>
            {drafts.map((draft, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a pair is identified by its number
              <span key={index} className="align-pair" data-whole={draft.plan && draft.sheet ? '' : undefined}>
                {t('revisions.pair', { number: index + 1 })}
                <IconButton
                  icon={CloseIcon}
                  size="s"
                  label={t('revisions.removePair', { number: index + 1 })}
                  onPress={() => {
                    const rest = without(drafts, index);
                    setDrafts(rest);
                    setChosen(undefined);
                    const again = fromPairs(wholePairs(rest), revision, first);
                    if (again) onLies(again);
                  }}
                />
              </span>
            ))}
            {pairs.length > 1 && !through && (
              <Text size="s" ink="danger">
                {t('revisions.badPairs')}
              </Text>
            )}
            {through && (
              <Button size="s" onPress={() => setBench('overlay')}>
                {t('revisions.look')}
              </Button>
            )}
          </Row>
        )}
        {onReset && (
          <Button
            kind="quiet"
            size="s"
            onPress={() => {
              setDrafts([]);
              setChosen(undefined);
              onReset();
            }}
          >
            {t('revisions.reset')}
          </Button>
        )}
      </Toolbar>
      <Text
        as="div"
        padY={2}
        padX="edge"
        surface="surface"
        className="align-words"
        data-bench={bench}
        data-begun={drafts.length > 0 ? '' : undefined}
      >
        <Notice kind={bench !== 'points' ? words.kind : skew > MAX_SKEW ? 'warning' : 'info'}>
          {bench !== 'points'
            ? words.text
            : skew > MAX_SKEW
              ? t('revisions.pairsSkew', { share: t.percent(skew) })
              : t('revisions.pairsHelp')}
        </Notice>
      </Text>
      {bench === 'overlay' ? (
        <div className="align-stage">
          <SheetCanvas
            label={t('revisions.overlayLabel')}
            camera={camera}
            layers={both}
            blend="ink"
            onKey={onKey(undefined)}
            onTilesFailed={renew}
          />
          <ZoomButtons camera={camera} />
          <Nudge onNudge={nudge} />
        </div>
      ) : (
        <Row gap={0.5} align="stretch" flat grow className="align-sides">
          <section className="align-side" aria-label={t('revisions.sideOld', { version: current.version })}>
            <Text as="h2" padY={1} padX={3} size="s" weight="strong" data-which="older">
              {t('revisions.sideOld', { version: current.version })}
            </Text>
            <SheetCanvas
              label={t('revisions.sideOld', { version: current.version })}
              camera={camera}
              layers={onlyOld}
              blend="over"
              magnifier
              onTap={tap('plan')}
              onKey={onKey('plan')}
              onTilesFailed={renew}
            >
              {(at) => marks('plan', at)}
            </SheetCanvas>
            <ZoomButtons camera={camera} />
          </section>
          <section className="align-side" aria-label={t('revisions.sideNew', { version: revision.version })}>
            <Text as="h2" padY={1} padX={3} size="s" weight="strong" data-which="newer">
              {t('revisions.sideNew', { version: revision.version })}
            </Text>
            <SheetCanvas
              label={t('revisions.sideNew', { version: revision.version })}
              camera={beside}
              layers={onlyNew}
              blend="over"
              magnifier
              onTap={tap('sheet')}
              onKey={onKey('sheet')}
              onTilesFailed={renew}
            >
              {(at) => marks('sheet', at)}
            </SheetCanvas>
            <ZoomButtons camera={beside} />
            {chosen?.side === 'plan' && drafts[chosen.index]?.sheet === undefined && (
              <Button
                size="s"
                kind="brand"
                onPress={() => {
                  const spot = drafts[chosen.index]?.plan;
                  if (spot) beside.showArea({ ...around(applyTo(invert(lies), spot)) });
                }}
              >
                {t('revisions.goThere')}
              </Button>
            )}
          </section>
        </Row>
      )}
    </Stack>
  );
}

/** Paper distorts less than this: above it, one of the three points is misplaced. */
const MAX_SKEW = 0.02;

const around = ({ x, y }: PlanPoint) => ({ x: x - 0.04, y: y - 0.04, width: 0.08, height: 0.08 });
