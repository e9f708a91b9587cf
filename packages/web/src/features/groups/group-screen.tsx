// One group: its pins as a list with the open pin beside it, or on one of the plans they are on.
import { can } from '@plumbline/core/access/capabilities';
import { canEditGroup } from '@plumbline/core/features/groups/rules';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useProject, useRow, useRowsBy } from '../../local/use-rows.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import {
  type GroupRoute,
  groupAddress,
  groupsAddress,
  isId,
  type PlanRoute,
} from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useActor } from '../../shared/site/actor.ts';
import { useJoinedPins } from '../../shared/site/pins/use-pins.ts';
import { LinkButton } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { GroupIcon, ListIcon, LockIcon, PlanIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { PinsView } from '../pins/pins-screen.tsx';
import { GroupMenu } from './group-menu.tsx';
import '../pins/groups/groups.css';

const PlanScreen = later(
  () => import('../plans/plan-screen.tsx').then((module) => module.PlanScreen),
  <Waiting shape="block" />,
);

export function GroupScreen(place: GroupRoute) {
  const { projectId, groupId } = place;
  const t = useT();
  const project = useProject(projectId);
  const actor = useActor(projectId);
  const group = useRow('group', groupId);
  if (project.state === 'gone') return <EmptyState screen icon={LockIcon} title={t('pin.gone')} role="alert" />;
  if (actor && !can(actor.role, 'group.view')) return <EmptyState screen icon={LockIcon} title={t('group.noRight')} />;
  if (group?.projectId === projectId) return <Group key={groupId} place={place} group={group} />;
  if (project.state === 'failed') return <ErrorView screen failure={shownFailure(t, project.error)} />;
  if (project.state === 'loading') return <Skeleton lines={6} />;
  return (
    <EmptyState
      screen
      icon={GroupIcon}
      title={t('group.missing')}
      role="alert"
      action={
        <LinkButton kind="brand" href={groupsAddress(projectId)}>
          {t('group.toGroups')}
        </LinkButton>
      }
    />
  );
}

function Group({ place, group }: { place: GroupRoute; group: GroupRow }) {
  const { projectId, groupId, planId } = place;
  const t = useT();
  const phone = useMedia(PHONE);
  const actor = useActor(projectId);
  const list = groupAddress({ projectId, groupId, viewType: 'list' });
  const onPlan = useCallback(
    ({ planId: at, viewType, pinId, tab, option, search }: PlanRoute) =>
      groupAddress({ projectId, groupId, planId: at, viewType, pinId, tab, option, search }),
    [projectId, groupId],
  );
  if (planId !== undefined && isId(planId) && place.viewType !== 'list') {
    const { page: _page, size: _size, groupId: _group, ...at } = place;
    return <PlanScreen {...at} planId={planId} group={{ row: group, href: list, addressOf: onPlan }} />;
  }
  // On phones the top bar only has room for the start of the title.
  const actions = (
    <>
      {!group.active && <Tag>{t('group.state.inactive')}</Tag>}
      <GroupPlans place={place} group={group} />
      {actor && <GroupMenu projectId={projectId} group={group} actor={actor} mayEdit={canEditGroup(actor, group)} />}
    </>
  );
  return (
    <PinsView
      place={place}
      addressOf={(next) => groupAddress({ ...next, groupId })}
      group={group}
      onShowOnPlan={({ planId: at, pinId }) =>
        groupAddress({ projectId, groupId, viewType: 'split', planId: at, pinId })
      }
      head={
        <>
          <ScreenHead title={group.title} path={[{ id: groupId, label: group.title }]}>
            {!phone && actions}
          </ScreenHead>
          {phone && place.pinId === undefined ? (
            <Row justify="end" fixed pad="2 edge 0" className="group-hand">
              <Text as="h1" shrink grow size="l" breaks>
                {group.title}
              </Text>
              {actions}
            </Row>
          ) : (
            <h1 className="ui-hidden">{group.title}</h1>
          )}
        </>
      }
    />
  );
}

/** The plans that contain pins of the group, linking to them there. */
function GroupPlans({ place, group }: { place: GroupRoute; group: GroupRow }) {
  const t = useT();
  const { projectId, groupId } = place;
  const pins = useJoinedPins(projectId, undefined, group);
  const plans = useRowsBy('plan', 'projectId', projectId);
  const navigate = useNavigate();
  const counts = useMemo(() => {
    const found = new Map<string | null, number>();
    for (const { pin } of pins ?? []) found.set(pin.planId, (found.get(pin.planId) ?? 0) + 1);
    return found;
  }, [pins]);
  const without = counts.get(null) ?? 0;
  const on = (plans ?? [])
    .filter((plan) => counts.has(plan.id))
    .toSorted((a, b) => a.name.localeCompare(b.name, t.locale, { numeric: true }));
  const go = (change: Partial<GroupRoute>) =>
    void navigate({ href: groupAddress({ projectId, groupId, viewType: 'list', ...change }) });
  return (
    <Menu
      label={t('group.onPlans')}
      placement="bottom end"
      trigger={<IconButton icon={PlanIcon} label={t('group.onPlans')} />}
      groups={[
        {
          id: 'all',
          entries: [
            {
              id: 'list',
              label: t('group.allPins'),
              icon: ListIcon,
              selected: place.planId === undefined,
              onAction: () => go({}),
            },
            ...(without > 0
              ? [
                  {
                    id: 'noPlan',
                    label: t('pin.without'),
                    detail: t.number(without),
                    selected: place.planId === 'noPlan',
                    onAction: () => go({ planId: 'noPlan' }),
                  },
                ]
              : []),
          ],
        },
        {
          id: 'plans',
          heading: t('group.onPlans'),
          entries: on.map((plan) => ({
            id: plan.id,
            label: plan.name,
            detail: t.number(counts.get(plan.id) ?? 0),
            icon: PlanIcon,
            selected: place.planId === plan.id,
            onAction: () => go({ planId: plan.id, viewType: 'split' }),
          })),
        },
      ]}
    />
  );
}
