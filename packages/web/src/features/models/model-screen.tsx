// Building model screen: the 3D view with storeys and elements beside it,
// and the pins of the storeys' plans. Loaded lazily with the first model.
import { can } from '@plumbline/core/access/capabilities';
import { canEditPin } from '@plumbline/core/features/pins/rules';
import { newestModel } from '@plumbline/core/site/rows/models';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { useRow, useRowsBy } from '../../local/use-rows.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { type PlanRoute, planAddress, plansAddress } from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useActor } from '../../shared/site/actor.ts';
import { useCategories, useJoinedPins } from '../../shared/site/pins/use-pins.ts';
import { pathTo } from '../../shared/site/plan-tree.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { LinkButton } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { BimIcon, PlanIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import type { Detent } from '../../ui/layout/bottom-sheet.tsx';
import { Box, Stack } from '../../ui/layout/primitives.tsx';
import { SplitPane } from '../../ui/layout/split-pane.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import type { Element as ModelElement, ModelView } from './engine/model-view.ts';
import type { Hit } from './engine/pick.ts';
import { ModelPanel } from './model-panel.tsx';
import { ModelStage, type StageMode } from './model-stage.tsx';
import { positionOfPin, positionOnElement } from './pin-positions.ts';
import { useModelDetails, useStoreys } from './use-model.ts';
import { useModelVisibility } from './use-model-visibility.ts';
import { VersionButton } from './version-button.tsx';
import './models.css';

const PinPanel = later(
  () => import('../pins/panel/pin-panel.tsx').then((module) => module.PinPanel),
  <Waiting shape="panel" />,
);

export type ModelScreenProps = { place: PlanRoute; plan: PlanRow; plans: readonly PlanRow[] };

export function ModelScreen({ place, plan, plans }: ModelScreenProps) {
  const { projectId, planId, pinId } = place;
  const t = useT();
  const phone = useMedia(PHONE);
  const navigate = useNavigate();
  const act = useAct(projectId);
  const actor = useActor(projectId);
  const categories = useCategories(projectId);
  const versions = useRowsBy('model', 'planId', planId);
  const model = useMemo(() => versions && newestModel(versions), [versions]);
  const { data: details, error, refetch } = useModelDetails(projectId, model);
  const { storey: requested } = useSearch({ strict: false }) as { storey?: string };
  const joined = useJoinedPins(projectId);
  const pinRow = useRow('pin', pinId);
  /** The 3D view; undefined until it is ready, and where 3D is not available. */
  const [view, setView] = useState<ModelView>();
  const [mode, setMode] = useState<StageMode>(place.option === 'move' ? 'move' : 'select');
  const [chosen, setChosen] = useState<ModelElement>();
  const [detent, setDetent] = useState<Detent>(pinId === undefined ? 'peek' : 'half');
  const requestedStorey = model?.storeys.findIndex((storey) => storey.planId === requested) ?? -1;
  const seen = useModelVisibility(view, model, requestedStorey);
  const storeys = useStoreys(details, async () => (await refetch()).data?.file.url);

  const go = useCallback(
    (change: Partial<PlanRoute>, replace = false) =>
      void navigate({ href: planAddress({ ...place, ...change }), replace }),
    [navigate, place],
  );
  const onModel = useMemo(() => {
    const plansOfModel = new Set(model?.storeys.flatMap((storey) => storey.planId ?? []));
    return (joined ?? []).filter(({ pin }) => pin.planId !== null && plansOfModel.has(pin.planId));
  }, [joined, model]);
  const placed = useMemo(
    () =>
      onModel.flatMap((one) => {
        const point = model && positionOfPin(model, one.pin);
        const storey = model?.storeys.findIndex((each) => each.planId === one.pin.planId) ?? -1;
        return point ? [{ one, point, storey }] : [];
      }),
    [onModel, model],
  );
  const mayManage = actor !== undefined && can(actor.role, 'plan.manage');
  const mayPlace = actor !== undefined && can(actor.role, 'pin.create') && plan.active;
  const mayMove = actor !== undefined && pinRow !== undefined && canEditPin(actor, pinRow);

  const choosePin = (id: string | undefined, option?: 'edit') => {
    if (phone) setDetent(id === undefined ? 'peek' : 'half');
    go({ pinId: id, tab: undefined, option }, pinId !== undefined);
  };
  const choose = (element: ModelElement | undefined) => {
    setChosen(element);
    if (element && pinId !== undefined) choosePin(undefined);
    if (element && phone) setDetent('half');
  };
  const put = async (hit: Hit) => {
    const baked = storeys.there.get(hit.storey);
    const where = model && baked && positionOnElement(model, { baked, ...hit });
    if (!where) {
      showToast({ kind: 'error', text: t('models.noPlan') });
      return;
    }
    const moving = mode === 'move' && pinRow;
    const id = moving ? pinRow.id : crypto.randomUUID();
    setMode('select');
    if (!(await act(moving ? 'pin.move' : 'pin.create', { id, ...where }))) return;
    if (moving) {
      const { planId: from, x, y, modelPosition } = pinRow;
      const back = modelPosition && {
        x: modelPosition.x,
        y: modelPosition.y,
        z: modelPosition.z,
        element: modelPosition.element,
      };
      showToast({
        text: t('plan.pinMoved', { pin: pinRow.number === null ? pinRow.title : `#${pinRow.number}` }),
        onUndo: () => void act('pin.move', { id, planId: from, x, y, ...(back && { modelPosition: back }) }),
      });
    } else choosePin(id, 'edit');
  };
  const onTap = (hit: Hit | undefined, double: boolean) => {
    if (mode !== 'select') {
      if (hit) void put(hit);
      return;
    }
    choose(hit && { storey: hit.storey, element: hit.element });
    const box = double && hit && view?.boxOf(hit);
    if (box) view?.fit(box);
  };
  const title = plan.name;
  const folders = pathTo(new Map(plans.map((one) => [one.id, one])), plan.parentId);

  const panel =
    pinId !== undefined ? (
      <PinPanel
        projectId={projectId}
        pinId={pinId}
        tab={place.tab ?? 'basic'}
        option={place.option}
        onTab={(tab, option) => go({ tab: tab === 'basic' ? undefined : tab, option }, option === undefined)}
        onClose={() => choosePin(undefined)}
        onShowOnPlan={
          pinRow?.planId
            ? () =>
                void navigate({
                  href: planAddress({ projectId, planId: pinRow.planId ?? '', viewType: place.viewType, pinId }),
                })
            : undefined
        }
      />
    ) : model && details ? (
      <ModelPanel
        projectId={projectId}
        model={model}
        details={details}
        storeys={storeys}
        seen={seen}
        view={view}
        chosen={chosen}
        onChoose={choose}
        pins={placed}
        categories={categories}
        onPin={choosePin}
      />
    ) : null;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if ((event.target as Element).closest('input, textarea, [contenteditable], [role="menu"], [role="dialog"]')) return;
    if (mode !== 'select') setMode('select');
    else if (pinId !== undefined) choosePin(undefined);
    else choose(undefined);
  };

  return (
    // A shortcut of the whole screen; every action has its own button.
    <Box fill flat className="plan-screen" onKeyDown={onKeyDown}>
      <ScreenHead
        title={title}
        path={[
          ...folders.map((folder) => ({ id: folder.id, label: folder.name, href: plansAddress(projectId, folder.id) })),
          { id: plan.id, label: title },
        ]}
      >
        {mayManage && model && <VersionButton projectId={projectId} plan={plan} compact={phone} />}
        {/* On phones each storey links to its drawing, and the building name needs the space. */}
        {!phone && (
          <LinkButton icon={PlanIcon} href={plansAddress(projectId, planId)}>
            {t('models.drawings')}
          </LinkButton>
        )}
      </ScreenHead>
      <h1 className="ui-hidden">{title}</h1>
      <SplitPane
        storageKey="model"
        label={pinId === undefined ? t('models.title') : t('pin.one')}
        side="end"
        initial={innerWidth < 960 ? 320 : 380}
        minSize={300}
        aside={panel}
        detent={detent}
        onDetent={setDetent}
      >
        {error && !details ? (
          <ErrorView failure={shownFailure(t, error)} onRetry={() => void refetch()} />
        ) : versions && !model ? (
          <EmptyState icon={BimIcon} title={t('models.none')}>
            {t('models.noneText')}
          </EmptyState>
        ) : model && details ? (
          <ModelStage
            key={model.id}
            view={view}
            onView={setView}
            details={details}
            storeys={storeys}
            seen={seen}
            mode={mode}
            onMode={setMode}
            chosen={chosen}
            onTap={onTap}
            onClear={() => (pinId === undefined ? choose(undefined) : choosePin(undefined))}
            pins={placed}
            categories={categories}
            pinId={pinId}
            onPin={choosePin}
            mayPlace={mayPlace}
            mayMove={mayMove}
            phone={phone}
            covered={phone && detent !== 'peek'}
            lost={pinRow?.modelPosition?.lost === true}
          />
        ) : (
          <Stack gap={3} align="center" justify="center" fill ink={2} className="plan-loading" role="status">
            <Spinner large />
            <span>{t('models.opening')}</span>
          </Stack>
        )}
      </SplitPane>
    </Box>
  );
}
