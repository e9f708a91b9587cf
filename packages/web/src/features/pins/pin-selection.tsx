// Actions on selected pins: add to a group, bulk edit, create a report. Loaded when the first pin is selected.
import { can } from '@plumbline/core/access/capabilities';
import { canEditGroup } from '@plumbline/core/features/groups/rules';
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { Actor } from '@plumbline/core/site/actor';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import { useState } from 'react';
import { useReportDialog } from '../../shared/site/report-dialog.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { SelectionBar } from '../../ui/data/selection-bar.tsx';
import { EditIcon, GroupIcon, MinusIcon, ReportIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { useT } from '../../ui/translation.tsx';
import { useGroupPins } from './groups/use-groups.ts';

const BulkEditDialog = later(() => import('./bulk/bulk-edit-dialog.tsx').then((module) => module.BulkEditDialog));
const ChooseGroup = later(() => import('./groups/choose-group.tsx').then((module) => module.ChooseGroup));

type PinSelectionProps = {
  projectId: string;
  actor: Actor;
  /** The group whose pins the list shows. */
  group: GroupRow | undefined;
  picked: readonly PinInContext[];
  total: number;
  onAll: () => void;
  onEnd: () => void;
};

export function PinSelection({ projectId, actor, group, picked, total, onAll, onEnd }: PinSelectionProps) {
  const t = useT();
  const ReportDialog = useReportDialog();
  const [doing, setDoing] = useState<'edit' | 'report' | 'group'>();
  const { takeOut } = useGroupPins(projectId);
  const pinIds = picked.map(({ pin }) => pin.id);
  const close = () => setDoing(undefined);
  const none = picked.length === 0;
  const mayTakeOut = group?.kind === 'manual' && canEditGroup(actor, group);
  return (
    <>
      <SelectionBar
        words={t('pin.selected', { count: picked.length })}
        count={picked.length}
        total={total}
        onAll={onAll}
        onEnd={onEnd}
      >
        {mayTakeOut && (
          <Button
            icon={MinusIcon}
            isDisabled={none}
            onPress={() => void takeOut(group, pinIds).then((done) => done && onEnd())}
          >
            {t('group.takeOut')}
          </Button>
        )}
        {can(actor.role, 'group.edit') && (
          <Button icon={GroupIcon} isDisabled={none} onPress={() => setDoing('group')}>
            {t('group.add')}
          </Button>
        )}
        {can(actor.role, 'pin.edit') && (
          <Button icon={EditIcon} isDisabled={none} onPress={() => setDoing('edit')}>
            {t('pin.bulk.edit')}
          </Button>
        )}
        {can(actor.role, 'report.create') && (
          <Button kind="next" icon={ReportIcon} isDisabled={none} onPress={() => setDoing('report')}>
            {t('pin.reportSelected')}
          </Button>
        )}
      </SelectionBar>
      {doing === 'edit' && <BulkEditDialog projectId={projectId} actor={actor} pins={picked} onClose={close} />}
      {doing === 'group' && <ChooseGroup projectId={projectId} actor={actor} pinIds={pinIds} onClose={close} />}
      {doing === 'report' && <ReportDialog projectId={projectId} pinIds={pinIds} onClose={close} onMade={onEnd} />}
    </>
  );
}
