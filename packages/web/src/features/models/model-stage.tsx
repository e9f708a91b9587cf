// The 3D view with its pins and tools: viewpoint, section, hiding elements, placing pins.
import type { ModelDetails } from '@plumbline/core/features/models/contract';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { useEffect, useRef, useState } from 'react';
import { planAddress } from '../../shared/navigation/addresses.ts';
import { PlacingNote } from '../../shared/site/plan-notes.tsx';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { IconButton, IconToggle } from '../../ui/actions/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import {
  BimIcon,
  CutIcon,
  FitIcon,
  FocusIcon,
  FromAboveIcon,
  HideIcon,
  IsolateIcon,
  MovePinIcon,
  NewPinIcon,
  PlanIcon,
  RetryIcon,
  ShowIcon,
} from '../../ui/icons.tsx';
import { Box, Row, Stack, Text, Toolbar } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { CutBar } from './cut-bar.tsx';
import type { Vec } from './engine/camera.ts';
import { WebGlUnavailable } from './engine/model-scene.ts';
import { type Element, ModelView } from './engine/model-view.ts';
import type { Hit } from './engine/pick.ts';
import { PinMarks, type PlacedPin } from './pin-marks.tsx';
import type { StoreysState } from './use-model.ts';
import type { ModelVisibility } from './use-model-visibility.ts';

export type StageMode = 'select' | 'place' | 'move';

export type ModelStageProps = {
  view: ModelView | undefined;
  onView: (view: ModelView | undefined) => void;
  details: ModelDetails;
  storeys: StoreysState;
  seen: ModelVisibility;
  mode: StageMode;
  onMode: (mode: StageMode) => void;
  chosen: Element | undefined;
  onTap: (hit: Hit | undefined, double: boolean) => void;
  onClear: () => void;
  pins: readonly PlacedPin[];
  categories: ReadonlyMap<string, CategoryRow>;
  pinId: string | undefined;
  onPin: (id: string) => void;
  mayPlace: boolean;
  mayMove: boolean;
  phone: boolean;
  /** A sheet covers the lower half of the view. */
  covered: boolean;
  /** The open pin's element no longer exists. */
  lost: boolean;
};

/** The entrance storey: the lowest one that is not below ground. */
const entranceOf = ({ storeys }: ModelDetails['model']): number =>
  Math.max(
    0,
    storeys.findIndex((storey) => storey.elevation > -0.5),
  );

/** Fallback where 3D is not available: the drawing of the entrance storey, or else of another one. */
function drawingOf(model: ModelDetails['model']): { projectId: string; planId: string; name: string } | undefined {
  const { storeys, projectId } = model;
  const entrance = storeys[entranceOf(model)];
  const shown = entrance?.planId ? entrance : storeys.find((storey) => storey.planId !== null);
  return shown?.planId ? { projectId, planId: shown.planId, name: shown.name } : undefined;
}

export function ModelStage(props: ModelStageProps) {
  const { view, onView, details, storeys, seen, mode, onMode, chosen, pins, categories, pinId, phone } = props;
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const marks = useRef<(project: (point: Vec) => { x: number; y: number } | undefined) => void>(undefined);
  const calm = useRef<() => void>(undefined);
  const [unable, setUnable] = useState(false);
  /** The WebGL context was lost, temporarily or for good. */
  const [lost, setLost] = useState(false);
  /** Incremented to create a new canvas when a lost context is not restored. */
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(props);
  latest.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once per canvas; changes are read when needed
  useEffect(() => {
    if (!canvas.current || !surface.current) return;
    let created: ModelView | undefined;
    try {
      created = new ModelView(canvas.current, surface.current, {
        box: details.box,
        view: latest.current.view?.view,
        onTap: (hit, double) => latest.current.onTap(hit, double),
        onKey: (key) => onKey(key),
        onPicture: (project) => marks.current?.(project),
        onView: () => undefined,
        onCalm: () => calm.current?.(),
        onLost: setLost,
      });
      setLost(false);
      onView(created);
    } catch (error) {
      if (!(error instanceof WebGlUnavailable)) throw error;
      setUnable(true);
    }
    return () => {
      onView(undefined);
      created?.close();
    };
  }, [attempt]);
  useEffect(() => {
    for (const [storey, baked] of storeys.there) if (!view?.storeys.has(storey)) view?.add(storey, baked);
  }, [view, storeys.there]);
  useEffect(() => view?.choose(chosen), [view, chosen]);

  const onKey = (key: string): boolean => {
    const now = latest.current;
    if (key === 'Escape') {
      if (now.mode !== 'select') now.onMode('select');
      else now.onClear();
    } else if (key === 'Home' || key === '0') now.view?.home();
    else if (key === 'f') fitChosen();
    else if (key === 'h' && now.chosen) now.seen.hide(now.chosen);
    else if (key === 'i' && now.chosen) now.seen.isolate([now.chosen]);
    else if (key === 'p' && now.mayPlace) now.onMode('place');
    else return false;
    return true;
  };
  const fitChosen = () => {
    const now = latest.current;
    const box = now.chosen && now.view?.boxOf(now.chosen);
    now.view?.fit(box ?? details.box);
  };
  const waiting = storeys.waiting.size;
  const total = waiting + storeys.there.size;

  const drawing = unable ? drawingOf(details.model) : undefined;
  if (unable) {
    return (
      <EmptyState
        icon={BimIcon}
        title={t('models.noWebgl')}
        role="alert"
        action={
          drawing && (
            <LinkButton kind="brand" icon={PlanIcon} href={planAddress({ ...drawing, viewType: 'split' })}>
              {t('models.drawingOf', { name: drawing.name })}
            </LinkButton>
          )
        }
      >
        {t('models.noWebglElements')}
      </EmptyState>
    );
  }
  const setPin = props.mayPlace && (
    <Box corner="m" className="plan-set" data-away={mode !== 'select' ? '' : undefined}>
      <Button
        kind={pinId === undefined ? 'next' : 'default'}
        size={phone ? 'l' : 'm'}
        icon={NewPinIcon}
        onPress={() => onMode('place')}
      >
        {t('plan.placePin')}
      </Button>
    </Box>
  );
  return (
    <div
      className="model-stage"
      data-placing={mode === 'select' ? undefined : ''}
      data-covered={props.covered ? '' : undefined}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the application handles its own keys */}
      <div className="model-surface" ref={surface} role="application" tabIndex={0} aria-label={t('models.surface')}>
        <canvas key={attempt} className="model-canvas" ref={canvas} />
      </div>
      <PinMarks
        pins={pins}
        hiddenStoreys={seen.hiddenStoreys}
        cut={seen.cut}
        categories={categories}
        selectedId={pinId}
        onPin={props.onPin}
        view={view}
        project={marks}
        calm={calm}
      />
      <Toolbar through className="plan-tools" role="toolbar" aria-label={t('models.tools')}>
        {!phone && setPin}
        <Row gap={0.5} align="stretch" surface="raised" corner="l" pad={0.5} className="plan-tool-group">
          {props.mayMove && mode === 'select' && (
            <IconButton icon={MovePinIcon} label={t('plan.movePin')} onPress={() => onMode('move')} />
          )}
          <IconButton icon={FitIcon} label={t('models.home')} shortcut="0" onPress={() => view?.home()} />
          <IconButton icon={FromAboveIcon} label={t('models.above')} onPress={() => view?.above()} />
          <IconToggle
            icon={CutIcon}
            label={t('models.cut')}
            isSelected={seen.cut !== undefined}
            onChange={(on) => (on ? seen.cutAt(entranceOf(details.model)) : seen.setCut(undefined))}
          />
          {chosen && (
            <>
              <IconButton icon={FocusIcon} label={t('models.fit')} shortcut="F" onPress={fitChosen} />
              <IconButton
                icon={IsolateIcon}
                label={t('models.isolate')}
                shortcut="I"
                onPress={() => seen.isolate([chosen])}
              />
              <IconButton icon={HideIcon} label={t('models.hide')} shortcut="H" onPress={() => seen.hide(chosen)} />
            </>
          )}
          {(seen.partial || seen.hiddenStoreys.size > 0) && (
            <IconButton icon={ShowIcon} label={t('models.showAll')} onPress={seen.showAll} />
          )}
        </Row>
        <span className="plan-revision">{t('plan.revisionNamed', { version: details.model.version })}</span>
      </Toolbar>
      {phone && setPin && !props.covered && <div className="plan-thumb model-thumb">{setPin}</div>}
      {seen.cut !== undefined && !props.covered && <CutBar model={details.model} box={details.box} seen={seen} />}
      <Stack align="center" fluid through className="plan-notes">
        {lost && (
          <Notice
            kind="warning"
            actions={
              <Button size="s" icon={RetryIcon} onPress={() => setAttempt(attempt + 1)}>
                {t('models.drawAgain')}
              </Button>
            }
          >
            {t('models.pictureLost')}
          </Notice>
        )}
        {waiting > 0 && (
          <Text
            as="p"
            pad="1 3"
            size="s"
            surface="raised"
            corner="full"
            lift={2}
            className="model-loading"
            role="status"
          >
            {t('models.loading', { done: storeys.there.size, total })}
          </Text>
        )}
        {mode === 'place' && <PlacingNote words={t('models.placeHint')} onStop={() => onMode('select')} />}
        {mode === 'move' && <PlacingNote words={t('models.moveHint')} onStop={() => onMode('select')} />}
        {props.lost && <Notice kind="warning">{t('models.lost')}</Notice>}
        {storeys.failed && <Notice kind="error">{t('models.failed')}</Notice>}
      </Stack>
    </div>
  );
}
