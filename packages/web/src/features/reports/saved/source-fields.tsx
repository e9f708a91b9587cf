// What a saved report contains: the pins matching a filter, their changes, a group, or what a saved view shows.
import { filterCount } from '@plumbline/core/features/pins/filter';
import type { ReportSource } from '@plumbline/core/features/reports/definitions';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { useState } from 'react';
import { useRowsBy } from '../../../local/use-rows.ts';
import { useJoinedPins, useOrderedPins } from '../../../shared/site/pins/use-pins.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { FilterButton } from '../../../ui/fields/filter-button.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { FilterSummary } from '../../pins/filter-summary.tsx';
import { PinFilterDialog } from '../../pins/pin-filter-dialog.tsx';
import { sourceWords } from './definition-words.ts';
import { SourceView } from './source-view.tsx';

type SourceFieldsProps = {
  projectId: string;
  value: ReportSource;
  /** Whether a group or view has to be chosen. */
  problem: boolean;
  onChange: (value: ReportSource) => void;
};

export function SourceFields({ projectId, value, problem, onChange }: SourceFieldsProps) {
  const t = useT();
  const [given] = useState(value);
  const groups = useRowsBy('group', 'projectId', projectId)?.filter((group) => group.active) ?? [];
  const choose = (kind: string) => {
    const filter = 'filter' in value ? value.filter : {};
    if (kind === 'filter' || kind === 'changed') onChange({ kind, filter });
    else if (kind === given.kind) onChange(given);
    else if (kind === 'view') onChange({ kind, viewId: '' });
    else onChange({ kind: 'group', groupId: groups[0]?.id ?? '' });
  };
  return (
    <Stack fluid gap={4}>
      <Select
        label={t('report.source')}
        value={value.kind}
        onChange={choose}
        choices={[
          ...(given.kind === 'pins' || given.kind === 'tasks'
            ? [{ id: given.kind, label: sourceWords(t, given) }]
            : []),
          ...(['filter', 'changed', 'group', 'view'] as const).map((id) => ({
            id,
            label: t(`report.saved.source.${id}`),
          })),
        ]}
      />
      {value.kind === 'group' && (
        <Select
          label={t('report.saved.group')}
          value={groups.some((group) => group.id === value.groupId) ? value.groupId : null}
          problem={problem ? t('report.saved.needGroup') : undefined}
          onChange={(groupId) => onChange({ kind: 'group', groupId })}
          choices={groups.map((group) => ({ id: group.id, label: group.title }))}
        />
      )}
      {value.kind === 'view' && (
        <SourceView
          projectId={projectId}
          viewId={value.viewId}
          problem={problem}
          onChange={(viewId) => onChange({ kind: 'view', viewId })}
        />
      )}
      {(value.kind === 'filter' || value.kind === 'changed') && (
        <SourceFilter
          projectId={projectId}
          filter={value.filter}
          onFilter={(filter) => onChange({ ...value, filter })}
        />
      )}
    </Stack>
  );
}

type SourceFilterProps = { projectId: string; filter: PinFilter; onFilter: (filter: PinFilter) => void };

/** The filter, and how many pins match it now. */
function SourceFilter({ projectId, filter, onFilter }: SourceFilterProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const pins = useJoinedPins(projectId);
  const rows = useOrderedPins(projectId, pins, filter, { by: 'number', direction: 'ascending' });
  return (
    <Stack fluid>
      <Row gap={3} wrap>
        <FilterButton count={filterCount(filter)} onPress={() => setOpen(true)} />
        {rows && <span className="ui-help ui-figures">{t('pin.count', { count: rows.length })}</span>}
      </Row>
      <FilterSummary projectId={projectId} filter={filter} onFilter={onFilter} />
      {open && pins && (
        <PinFilterDialog
          projectId={projectId}
          filter={filter}
          onFilter={onFilter}
          pins={pins}
          count={rows?.length ?? 0}
          withPlans
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  );
}
