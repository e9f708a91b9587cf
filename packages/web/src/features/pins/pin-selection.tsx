// What is done with chosen pins: into a group, edited at once, made a report of. Fetched with the first pin that is chosen.
import { can } from '@plumbline/core/access/capabilities';
import { canEditGroup } from '@plumbline/core/features/groups/rules';
import type { GroupRow } from '@plumbline/core/features/groups/schema';
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { Actor } from '@plumbline/core/features/sync/actor';
import { useState } from 'react';
import { later } from '../../ui/later.tsx';
import { useGroupPins } from '../groups/use-groups.ts';
import { SelectionBar } from './selection-bar.tsx';

const ReportDialog = later(() => import('../reports/report-dialog.tsx').then((its) => its.ReportDialog));
const BulkEditDialog = later(() => import('./bulk-edit-dialog.tsx').then((its) => its.BulkEditDialog));
const ChooseGroup = later(() => import('../groups/choose-group.tsx').then((its) => its.ChooseGroup));

type PinSelectionProps = {
  projectId: string;
  actor: Actor;
  /** The group the list is of. */
  group: GroupRow | undefined;
  picked: readonly PinInContext[];
  total: number;
  onAll: () => void;
  onEnd: () => void;
};

export function PinSelection({ projectId, actor, group, picked, total, onAll, onEnd }: PinSelectionProps) {
  const [doing, setDoing] = useState<'edit' | 'report' | 'group'>();
  const { takeOut } = useGroupPins(projectId);
  const pinIds = picked.map(({ pin }) => pin.id);
  const close = () => setDoing(undefined);
  const does = (what: 'edit' | 'report' | 'group', may: boolean) => (may ? () => setDoing(what) : undefined);
  const mayTakeOut = group?.kind === 'manual' && canEditGroup(actor, group);
  return (
    <>
      <SelectionBar
        count={picked.length}
        total={total}
        onAll={onAll}
        onEnd={onEnd}
        onReport={does('report', can(actor.role, 'report.create'))}
        onEdit={does('edit', can(actor.role, 'pin.edit'))}
        onGroup={does('group', can(actor.role, 'group.edit'))}
        onTakeOut={mayTakeOut ? () => void takeOut(group, pinIds).then((done) => done && onEnd()) : undefined}
      />
      {doing === 'edit' && <BulkEditDialog projectId={projectId} actor={actor} pins={picked} onClose={close} />}
      {doing === 'group' && <ChooseGroup projectId={projectId} actor={actor} pinIds={pinIds} onClose={close} />}
      {doing === 'report' && <ReportDialog projectId={projectId} pinIds={pinIds} onClose={close} onMade={onEnd} />}
    </>
  );
}
