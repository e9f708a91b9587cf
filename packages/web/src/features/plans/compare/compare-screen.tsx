// Compares two revisions of a plan: in two colours, side by side, alternating, or only the differences.

import { pinsNear } from '@plumbline/core/features/plans/changes';
import { firstOf } from '@plumbline/core/features/plans/revision-rules';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useMemo, useState } from 'react';
import {
  COMPARE_MODES,
  type CompareMode,
  compareAddress,
  planAddress,
  versionsAddress,
} from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useCategories, useJoinedPins } from '../../../shared/site/pins/use-pins.ts';
import { useChanges } from '../../../shared/site/use-changes.ts';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Row, Stack, Toolbar } from '../../../ui/layout/primitives.tsx';
import { SplitPane } from '../../../ui/layout/split-pane.tsx';
import { PHONE, SHEETED, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { OutsidePins } from '../revisions/outside-pins.tsx';
import { NoPlan, PlanOf, type WithRevisions } from '../revisions/plan-of.tsx';
import { useRevisionFiles } from '../revisions/use-revisions.ts';
import { Camera } from '../sheets/camera.ts';
import type { Blend, Layer } from '../sheets/draw.ts';
import { PinDots } from '../sheets/pin-dots.tsx';
import { SheetCanvas } from '../sheets/sheet-canvas.tsx';
import { useLayer } from '../sheets/use-layer.ts';
import { ZoomButtons } from '../sheets/zoom-buttons.tsx';
import { NoDrawing } from '../view/stage/no-drawing.tsx';
import { ChangeList } from './change-list.tsx';
import { SwipeGrip } from './swipe-grip.tsx';
import { useBlink } from './use-blink.ts';
import '../revisions/revisions.css';
import './compare.css';

type Props = { projectId: string; planId: string; older: string; newer: string; mode: CompareMode };

/** Colours of removed and added lines; overlaid they are nearly black. */
const REMOVED_COLOUR = '#d8321f';
const ADDED_COLOUR = '#0a7cc4';

export function CompareScreen(props: Props) {
  const t = useT();
  return (
    <PlanOf projectId={props.projectId} planId={props.planId}>
      {(its) => {
        const older = its.revisions.find((revision) => revision.id === props.older && revision.alignment !== null);
        const newer = its.revisions.find((revision) => revision.id === props.newer && revision.alignment !== null);
        if (!older || !newer) return <NoPlan projectId={props.projectId} title={t('revisions.cannotCompare')} />;
        return <Compare {...its} {...props} before={older} after={newer} />;
      }}
    </PlanOf>
  );
}

type CompareProps = Props & WithRevisions & { before: RevisionRow; after: RevisionRow };

function Compare({ projectId, planId, mode, plan, revisions, before, after }: CompareProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const handheld = useMedia(SHEETED);
  const router = useRouter();
  const files = useRevisionFiles(projectId, planId, revisions.length);
  const changes = useChanges(before, after, files);
  const olderLayer = useLayer(projectId, before);
  const newerLayer = useLayer(projectId, after);
  const renew = () => {
    olderLayer.renew();
    newerLayer.renew();
  };
  const [missing] = [
    { ...olderLayer, revision: before },
    { ...newerLayer, revision: after },
  ].filter(({ layer }) => !layer);
  const space = firstOf(revisions) ?? before;
  const ratio = space.heightPt / space.widthPt;
  const camera = useMemo(() => new Camera(ratio), [ratio]);
  const joined = useJoinedPins(projectId, planId) ?? [];
  const categories = useCategories(projectId);
  const [swipe, setSwipe] = useState(0.5);
  const [chosen, setChosen] = useState<number>();
  const blink = useBlink(mode === 'blink');
  const [detent, setDetent] = useState<'peek' | 'half' | 'full'>('peek');

  const blend: Blend = mode === 'overlay' ? 'ink' : mode === 'difference' ? 'difference' : 'over';
  const layers = useMemo<readonly Layer[]>(() => {
    if (!olderLayer.layer || !newerLayer.layer) return [];
    if (mode === 'overlay')
      return [
        { ...olderLayer.layer, tint: REMOVED_COLOUR },
        { ...newerLayer.layer, tint: ADDED_COLOUR },
      ];
    if (mode === 'swipe')
      return [
        { ...olderLayer.layer, to: swipe },
        { ...newerLayer.layer, from: swipe },
      ];
    if (mode === 'blink') return [blink.second ? newerLayer.layer : olderLayer.layer];
    return [olderLayer.layer, newerLayer.layer];
  }, [olderLayer.layer, newerLayer.layer, mode, swipe, blink.second]);

  const go = (change: { older?: string; newer?: string; mode?: CompareMode }) =>
    router.history.replace(
      compareAddress(projectId, planId, change.older ?? before.id, change.newer ?? after.id, change.mode ?? mode),
    );
  const areas = changes.state === 'found' ? changes.areas : [];
  const area = chosen === undefined ? undefined : areas[chosen];
  const near = useMemo(
    () =>
      areas.map((its) => {
        const pins = pinsNear(
          its,
          joined.map(({ pin }) => pin),
          ratio,
        );
        return pins.flatMap((pin) => joined.find((held) => held.pin.id === pin.id) ?? []);
      }),
    [areas, joined, ratio],
  );
  const marked = area ? (near[chosen ?? -1] ?? []) : [];
  const choose = (index: number) => {
    setChosen(index);
    const its = areas[index];
    if (its) camera.showArea(its);
    if (handheld) setDetent('peek');
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key === ' ' && mode === 'blink') blink.flip();
    else if (event.key === 'n' && areas.length > 0) choose(((chosen ?? -1) + 1) % areas.length);
    else if (event.key === 'p' && areas.length > 0) choose(((chosen ?? 0) - 1 + areas.length) % areas.length);
    else return false;
    return true;
  };

  const title = inOneLine([plan.sheetNumber, plan.name], ' ');
  const choices = (other: RevisionRow) =>
    revisions
      .filter((its) => its.alignment !== null && (its.active || its === before || its === after) && its.id !== other.id)
      .map((its) => ({ id: its.id, label: t('revisions.one', { version: its.version }) }));
  const modes = COMPARE_MODES.map((id) => ({ id, label: t(`revisions.mode.${id}`) }));
  return (
    <Stack column flat fill className="compare">
      <ScreenHead
        title={t('revisions.comparing')}
        path={[
          { id: plan.id, label: title, href: planAddress({ projectId, planId, viewType: phone ? 'plan' : 'split' }) },
          { id: 'versions', label: t('revisions.title'), href: versionsAddress(projectId, planId) },
          { id: 'compare', label: t('revisions.comparing') },
        ]}
      />
      <h1 className="ui-hidden">{`${title}: ${t('revisions.compare', { a: before.version, b: after.version })}`}</h1>
      <Toolbar gap="2 4" justify="between" pad="2 edge" surface="surface" line="below" className="compare-bar">
        <Row shrink className="compare-pair">
          <span className="compare-key" data-which="older" aria-hidden="true" />
          <Select
            label={t('revisions.older')}
            hideLabel
            choices={choices(after)}
            value={before.id}
            onChange={(id) => go({ older: id })}
          />
          <span className="compare-key" data-which="newer" aria-hidden="true" />
          <Select
            label={t('revisions.newer')}
            hideLabel
            choices={choices(before)}
            value={after.id}
            onChange={(id) => go({ newer: id })}
          />
        </Row>
        <SegmentedControl
          label={t('revisions.modes')}
          segments={modes}
          value={mode}
          onChange={(next) => go({ mode: next })}
        />
      </Toolbar>
      {missing ? (
        <NoDrawing plan={plan} revision={missing.revision} error={missing.error} mayManage={false} onRetry={renew} />
      ) : (
        <SplitPane
          storageKey="compare"
          label={t('revisions.changes')}
          side="end"
          initial={320}
          minSize={260}
          sheetAt={SHEETED}
          detent={detent}
          onDetent={setDetent}
          aside={
            <ChangeList
              projectId={projectId}
              changes={changes}
              near={near}
              categories={categories}
              outside={
                after.alignment && <OutsidePins projectId={projectId} planId={planId} alignment={after.alignment} />
              }
              chosen={chosen}
              onChoose={choose}
            />
          }
        >
          <div className="compare-stage">
            <SheetCanvas
              label={t('revisions.compare', { a: before.version, b: after.version })}
              camera={camera}
              layers={layers}
              blend={blend}
              onKey={onKey}
              onTilesFailed={renew}
            >
              {(at) => (
                <>
                  {areas.map((its, index) => {
                    const from = at({ x: its.x, y: its.y });
                    const to = at({ x: its.x + its.width, y: its.y + its.height });
                    return (
                      <div
                        key={`${its.x}/${its.y}`}
                        className="compare-area"
                        data-chosen={index === chosen ? '' : undefined}
                        data-kind={its.kind}
                        style={{
                          left: from.x - 4,
                          top: from.y - 4,
                          width: to.x - from.x + 8,
                          height: to.y - from.y + 8,
                        }}
                      />
                    );
                  })}
                  <PinDots projectId={projectId} pins={marked} categories={categories} at={at} />
                  {mode === 'swipe' && (
                    <SwipeGrip
                      label={t('revisions.swipe')}
                      value={swipe}
                      onChange={setSwipe}
                      before={before.version}
                      after={after.version}
                    />
                  )}
                </>
              )}
            </SheetCanvas>
            <ZoomButtons camera={camera} />
            {mode === 'overlay' && (
              <Row wrap gap="1 3" pad="1 3" size="s" className="compare-legend">
                <span data-which="older">{t('revisions.onlyIn', { version: before.version })}</span>
                <span data-which="newer">{t('revisions.onlyIn', { version: after.version })}</span>
                <span data-which="both">{t('revisions.inBoth')}</span>
              </Row>
            )}
            {mode === 'blink' && (
              <Row wrap gap="1 3" pad="1 3" size="s" className="compare-legend" role="status">
                <button type="button" onClick={blink.toggle}>
                  {t(blink.running ? 'revisions.blinkStop' : 'revisions.blinkGo')}
                </button>
                <span>{t('revisions.one', { version: blink.second ? after.version : before.version })}</span>
              </Row>
            )}
          </div>
        </SplitPane>
      )}
    </Stack>
  );
}
