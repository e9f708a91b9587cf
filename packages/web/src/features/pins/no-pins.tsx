// Empty state of a pin list: the reason, and the next step. Pins are placed on plans, so it links to them.
import { can, scopeOf } from '@plumbline/core/access/capabilities';
import { canEditGroup } from '@plumbline/core/features/groups/rules';
import { filterCount } from '@plumbline/core/features/pins/filter';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { pinImportAddress } from '../../shared/navigation/addresses.ts';
import { useActor } from '../../shared/site/actor.ts';
import { ToPlans, usePlanStep } from '../../shared/site/to-plans.tsx';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { AddIcon, PinIcon, UploadIcon } from '../../ui/icons.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

export type NoPinsProps = {
  projectId: string;
  /** Set when the list is of one plan; `noPlan` for pins without a plan. */
  planId?: string | undefined;
  group?: GroupRow | undefined;
  filter: PinFilter;
  onFilter: (filter: PinFilter) => void;
  /** Adds a pin that is not on a plan. */
  onAdd?: (() => void) | undefined;
};

export function NoPins({ projectId, planId, group, filter, onFilter, onAdd }: NoPinsProps) {
  const t = useT();
  const actor = useActor(projectId);
  const step = usePlanStep(projectId);
  if (filterCount(filter) > 0) {
    return (
      <EmptyState
        icon={PinIcon}
        title={t('pin.noneFound')}
        action={<Button onPress={() => onFilter({})}>{t('pin.filterClear')}</Button>}
      />
    );
  }
  const title = t('pin.emptyTitle');
  if (group)
    return (
      <EmptyState icon={PinIcon} title={title}>
        {actor && canEditGroup(actor, group) && t('group.emptyText')}
      </EmptyState>
    );
  const unplaced = onAdd && (
    <Button kind={planId === 'noPlan' ? 'next' : 'default'} icon={AddIcon} onPress={onAdd}>
      {t('pin.addUnplaced')}
    </Button>
  );
  if (planId === 'noPlan')
    return (
      <EmptyState icon={PinIcon} title={title} action={unplaced}>
        {t('pin.emptyNoPlan')}
      </EmptyState>
    );
  if (actor && !can(actor.role, 'pin.create'))
    return (
      <EmptyState icon={PinIcon} title={title}>
        {scopeOf(actor.role, 'pin.view') !== 'all' && t('pin.emptyReader')}
      </EmptyState>
    );
  const action = (
    <Row wrap justify="center">
      <ToPlans projectId={projectId} />
      {actor && can(actor.role, 'project.edit') && (
        <LinkButton icon={UploadIcon} href={pinImportAddress(projectId)}>
          {t('pinImport.title')}
        </LinkButton>
      )}
      {unplaced}
    </Row>
  );
  return (
    <EmptyState icon={PinIcon} title={title} action={planId === undefined ? action : undefined}>
      {t(step === 'import' ? 'plan.emptyText' : step === 'wait' ? 'plan.emptyReader' : 'pin.emptyText')}
    </EmptyState>
  );
}
