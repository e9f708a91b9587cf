// Filters above the list of reports: search, state, and whose.
import { REPORT_STATES } from '@plumbline/core/features/reports/contract';
import { useEffect, useState } from 'react';
import { Checkbox } from '../../ui/choices/checkbox.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Grid } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import type { ReportFilter } from './use-reports.ts';
import './reports.css';

/** Milliseconds after the last keystroke before searching. */
const DEBOUNCE_MS = 250;

type ReportFiltersProps = { filter: ReportFilter; onFilter: (filter: ReportFilter) => void };

export function ReportFilters({ filter, onFilter }: ReportFiltersProps) {
  const t = useT();
  const [words, setWords] = useState(filter.search ?? '');
  const { search, state, own } = filter;
  useEffect(() => setWords(search ?? ''), [search]);
  const set = (next: {
    search?: string | undefined;
    state?: ReportFilter['state'] | undefined;
    own?: true | undefined;
  }) => {
    const all = { search, state, own, ...next };
    onFilter({
      ...(all.search && { search: all.search }),
      ...(all.state && { state: all.state }),
      ...(all.own && { own: all.own }),
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the timer
  useEffect(() => {
    if (words === (search ?? '')) return;
    const timer = setTimeout(() => set({ search: words.trim() || undefined }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <Grid gap="2 4" align="center" pad="2 0" className="report-filters">
      <SearchField label={t('report.search')} value={words} maxLength={200} onChange={setWords} />
      <Select
        label={t('report.filterState')}
        hideLabel
        value={state ?? 'all'}
        onChange={(id) => set({ state: REPORT_STATES.find((reportState) => reportState === id) })}
        choices={[
          { id: 'all', label: t('report.allStates') },
          ...REPORT_STATES.map((id) => ({ id, label: t(`report.stateName.${id}`) })),
        ]}
      />
      <Checkbox isSelected={own === true} onChange={(on) => set({ own: on || undefined })}>
        {t('report.onlyOwn')}
      </Checkbox>
    </Grid>
  );
}
