// Workbench for aligning a sheet: overlaid with an opacity slider and keyboard nudging, or side by side for setting
// points.
import { type Alignment, compose, fromSimilarity } from '@plumbline/core/site/geometry/alignment';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text, Toolbar } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { OutsidePins } from '../revisions/outside-pins.tsx';
import { Camera } from '../sheets/camera.ts';
import type { Layer } from '../sheets/draw.ts';
import { SheetCanvas } from '../sheets/sheet-canvas.tsx';
import { useLayer } from '../sheets/use-layer.ts';
import { ZoomButtons } from '../sheets/zoom-buttons.tsx';
import { Nudge, type NudgeAction, nudgeFor, similarityOf } from './nudge.tsx';
import { PointPanes } from './point-panes.tsx';
import { type PointPairs, usePointPairs } from './use-point-pairs.ts';

export type AlignWorkbenchProps = {
  projectId: string;
  /** The revision whose sheet defines plan space. */
  first: RevisionRow;
  /** The current revision's drawing. */
  current: RevisionRow;
  revision: RevisionRow;
  alignment: Alignment;
  onAlignment: (alignment: Alignment) => void;
  onReset: (() => void) | undefined;
  message: { kind: 'success' | 'warning' | 'info'; text: string };
};

const OLD_COLOUR = '#d8321f';
const NEW_COLOUR = '#0a7cc4';
type Mode = 'overlay' | 'points';

/** Blends the line colour towards white. */
function faded(colour: string, strength: number): string {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return `rgb(${[1, 3, 5].map((at) => Math.round(255 - (255 - part(at)) * strength)).join(' ')})`;
}

export function AlignWorkbench(props: AlignWorkbenchProps) {
  const { projectId, first, current, revision, alignment, onAlignment, onReset, message } = props;
  const t = useT();
  const [mode, setMode] = useState<Mode>('overlay');
  const [fade, setFade] = useState(0.5);
  const points = usePointPairs(revision, first, onAlignment);
  const old = useLayer(projectId, current);
  const aligned = useLayer(projectId, revision, alignment);
  const camera = useMemo(() => new Camera(first.heightPt / first.widthPt), [first]);
  const overlaid = useMemo<readonly Layer[]>(() => {
    if (!old.layer || !aligned.layer) return [];
    return [
      { ...old.layer, tint: faded(OLD_COLOUR, Math.min(1, 2 * (1 - fade))) },
      { ...aligned.layer, tint: faded(NEW_COLOUR, Math.min(1, 2 * fade)) },
    ];
  }, [old.layer, aligned.layer, fade]);
  const renewLinks = () => {
    old.renew();
    aligned.renew();
  };
  const nudge = (action: NudgeAction, large: boolean) =>
    onAlignment(
      compose(fromSimilarity(similarityOf(action, large, camera.view, first.widthPt), first, first), alignment),
    );
  const onKey = (event: KeyboardEvent): boolean => {
    const action = nudgeFor(event.key);
    if (action) nudge(action, event.shiftKey);
    return action !== undefined;
  };
  return (
    <Stack column flat fill grow className="align-bench">
      <div className="align-tools">
        <Toolbar gap="2 4" pad="2 edge" surface="surface" line="below">
          <SegmentedControl
            label={t('revisions.bench')}
            segments={[
              { id: 'overlay', label: t('revisions.benchOverlay') },
              { id: 'points', label: t('revisions.benchPoints') },
            ]}
            value={mode}
            onChange={setMode}
          />
          {mode === 'overlay' ? (
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
            <PairList points={points} onView={() => setMode('overlay')} />
          )}
          {onReset && (
            <Button
              kind="quiet"
              size="s"
              onPress={() => {
                points.reset();
                onReset();
              }}
            >
              {t('revisions.reset')}
            </Button>
          )}
        </Toolbar>
        <Text
          as="div"
          pad="2 edge"
          surface="surface"
          className="align-words"
          data-bench={mode}
          data-begun={points.drafts.length > 0 ? '' : undefined}
        >
          {mode === 'overlay' ? (
            <Stack>
              <Notice kind={message.kind}>{message.text}</Notice>
              <OutsidePins projectId={projectId} planId={revision.planId} alignment={alignment} />
            </Stack>
          ) : points.skew === undefined ? (
            <Notice kind="info">{t('revisions.pairsHelp')}</Notice>
          ) : (
            <Notice kind="warning">{t('revisions.pairsSkew', { share: t.percent(points.skew) })}</Notice>
          )}
        </Text>
      </div>
      {mode === 'overlay' ? (
        <div className="align-stage">
          <SheetCanvas
            label={t('revisions.overlayLabel')}
            camera={camera}
            layers={overlaid}
            blend="ink"
            onKey={onKey}
            onTilesFailed={renewLinks}
          />
          <ZoomButtons camera={camera} />
          <Nudge onNudge={nudge} />
        </div>
      ) : (
        <PointPanes
          projectId={projectId}
          revision={revision}
          alignment={alignment}
          current={current}
          currentLayer={old.layer}
          camera={camera}
          points={points}
          onTilesFailed={renewLinks}
        />
      )}
    </Stack>
  );
}

function PairList({ points, onView }: { points: PointPairs; onView: () => void }) {
  const t = useT();
  return (
    <Row wrap>
      {points.drafts.map((draft, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair is identified by its number
        <span key={index} className="align-pair" data-whole={draft.plan && draft.sheet ? '' : undefined}>
          {t('revisions.pair', { number: index + 1 })}
          <IconButton
            icon={CloseIcon}
            size="s"
            label={t('revisions.removePair', { number: index + 1 })}
            onPress={() => points.remove(index)}
          />
        </span>
      ))}
      {points.isImpossible && (
        <Text size="s" ink="danger">
          {t('revisions.badPairs')}
        </Text>
      )}
      {points.isAligned && (
        <Button size="s" onPress={onView}>
          {t('revisions.look')}
        </Button>
      )}
    </Row>
  );
}
