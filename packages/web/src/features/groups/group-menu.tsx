// Actions on a whole group: create a report, rename, edit the filter, set inactive and reactivate.

import { can } from '@plumbline/core/access/capabilities';
import { matchesPin } from '@plumbline/core/features/pins/filter';
import type { Actor } from '@plumbline/core/site/actor';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import type { ActionInput } from '@plumbline/core/sync/registry';
import { useState } from 'react';
import { NameDialog } from '../../shared/dialogs/name-dialog.tsx';
import { useJoinedPins } from '../../shared/site/pins/use-pins.ts';
import { useToday } from '../../shared/site/today.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { EditIcon, FilterIcon, HideIcon, MoreIcon, ReportIcon, RestoreIcon, SortIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { useT } from '../../ui/translation.tsx';
import { PinFilterDialog } from '../pins/pin-filter-dialog.tsx';

const ReportDialog = later(() => import('../reports/report-dialog.tsx').then((module) => module.ReportDialog));

const OrderDialog = later(() => import('./order-dialog.tsx').then((module) => module.OrderDialog));

/** Maximum number of pins a report can list. */
const MAX_REPORT_PINS = 5_000;

type GroupMenuProps = { projectId: string; group: GroupRow; actor: Actor; mayEdit: boolean };

export function GroupMenu({ projectId, group, actor, mayEdit }: GroupMenuProps) {
  const t = useT();
  const act = useAct(projectId);
  const [doing, setDoing] = useState<'report' | 'rename' | 'filter' | 'order'>();
  const close = () => setDoing(undefined);
  const update = (set: ActionInput<'group.update'>['set']) => act('group.update', { id: group.id, set });
  const setActive = async (active: boolean) => {
    if (!(await update({ active }))) return;
    const text = t(active ? 'group.reactivated' : 'group.deactivated', { title: group.title });
    showToast({ kind: 'success', text, onUndo: () => void update({ active: !active }) });
  };
  return (
    <>
      <Menu
        label={t('group.more')}
        placement="bottom end"
        trigger={<IconButton icon={MoreIcon} label={t('group.more')} />}
        groups={[
          {
            id: 'use',
            entries: can(actor.role, 'report.create')
              ? [{ id: 'report', label: t('group.report'), icon: ReportIcon, onAction: () => setDoing('report') }]
              : [],
          },
          {
            id: 'change',
            entries: mayEdit
              ? [
                  { id: 'rename', label: t('group.rename'), icon: EditIcon, onAction: () => setDoing('rename') },
                  ...(group.kind === 'smart'
                    ? [{ id: 'filter', label: t('group.filter'), icon: FilterIcon, onAction: () => setDoing('filter') }]
                    : [
                        {
                          id: 'order',
                          label: t('group.putInOrder'),
                          icon: SortIcon,
                          onAction: () => setDoing('order'),
                        },
                      ]),
                ]
              : [],
          },
          {
            id: 'state',
            entries: !mayEdit
              ? []
              : group.active
                ? [
                    {
                      id: 'off',
                      label: t('group.deactivate'),
                      icon: HideIcon,
                      onAction: () => void setActive(false),
                    },
                  ]
                : [
                    {
                      id: 'on',
                      label: t('group.reactivate'),
                      icon: RestoreIcon,
                      onAction: () => void setActive(true),
                    },
                  ],
          },
        ]}
      />
      {doing === 'rename' && (
        <NameDialog
          title={t('group.rename')}
          label={t('group.title')}
          confirm={t('group.save')}
          name={group.title}
          needed={t('group.needTitle')}
          onSave={(title) => update({ title })}
          onClose={close}
        />
      )}
      {doing === 'order' && <OrderDialog projectId={projectId} group={group} onClose={close} />}
      {doing === 'filter' && <GroupFilter projectId={projectId} group={group} onSave={update} onClose={close} />}
      {doing === 'report' && <GroupReport projectId={projectId} group={group} onClose={close} />}
    </>
  );
}

function GroupReport({ projectId, group, onClose }: { projectId: string; group: GroupRow; onClose: () => void }) {
  const pins = useJoinedPins(projectId, undefined, group);
  if (!pins) return null;
  const ids = pins.slice(0, MAX_REPORT_PINS).map(({ pin }) => pin.id);
  return <ReportDialog projectId={projectId} pinIds={ids} onClose={onClose} />;
}

type GroupFilterProps = {
  projectId: string;
  group: GroupRow;
  onSave: (set: { filter: PinFilter }) => Promise<boolean>;
  onClose: () => void;
};

/** Filter of a smart group; saved when the dialog closes, unless it would match every pin. */
function GroupFilter({ projectId, group, onSave, onClose }: GroupFilterProps) {
  const pins = useJoinedPins(projectId);
  const today = useToday(projectId);
  const [filter, setFilter] = useState<PinFilter>(group.filter ?? {});
  if (!pins) return null;
  const close = async () => {
    const changed = JSON.stringify(filter) !== JSON.stringify(group.filter);
    if (!changed || (await onSave({ filter }))) onClose();
  };
  return (
    <PinFilterDialog
      projectId={projectId}
      filter={filter}
      onFilter={setFilter}
      pins={pins}
      count={pins.filter((one) => matchesPin(filter, one, today)).length}
      withPlans
      onClose={() => void close()}
    />
  );
}
