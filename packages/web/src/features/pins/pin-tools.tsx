// What stands over every list of pins: search, filter, order, selecting, and how many there are.
import {
  EXACT_COUNT,
  filterCount,
  PIN_SORTS,
  type PinFilter,
  type PinInContext,
} from '@plumbline/core/features/pins/filter';
import { useState } from 'react';
import { IconButton, IconToggle } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { DownIcon, SelectIcon, SortIcon, UpIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { FilterButton } from './filter-button.tsx';
import { FilterSummary } from './filter-summary.tsx';
import { PinFilterDialog } from './pin-filter-dialog.tsx';
import type { PinOrder } from './pin-order.ts';
import './pin-filter.css';

export type PinToolsProps = {
  projectId: string;
  filter: PinFilter;
  onFilter: (filter: PinFilter) => void;
  order: PinOrder;
  onOrder: (order: PinOrder) => void;
  /** All pins before the filter, and how many match; undefined while they are read. */
  pins: readonly PinInContext[] | undefined;
  count: number | undefined;
  withPlans: boolean;
  /** Missing where nothing can be done with a selection. */
  selecting?: boolean | undefined;
  onSelecting?: ((selecting: boolean) => void) | undefined;
};

export function PinTools(props: PinToolsProps) {
  const { projectId, filter, onFilter, order, onOrder, pins, count, withPlans, selecting, onSelecting } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const { search, ...rest } = filter;
  const set = filterCount(rest);
  return (
    <div className="pin-tools">
      <div className="pin-tools-row">
        <SearchField
          label={t('pin.search')}
          value={search ?? ''}
          maxLength={200}
          onChange={(text) => onFilter(text === '' ? rest : { ...rest, search: text })}
        />
        <FilterButton count={set} onPress={() => setOpen(true)} />
        <Menu
          label={t('pin.sort')}
          placement="bottom end"
          trigger={<IconButton icon={SortIcon} kind="default" label={t('pin.sort')} />}
          groups={[
            {
              id: 'by',
              heading: t('pin.sort'),
              entries: PIN_SORTS.map((by) => ({
                id: by,
                label: t(`pin.sort.${by}`),
                selected: order.by === by,
                onAction: () => onOrder({ ...order, by }),
              })),
            },
            {
              id: 'direction',
              entries: (['ascending', 'descending'] as const).map((direction) => ({
                id: direction,
                label: t(`pin.sort.${direction}`),
                icon: direction === 'ascending' ? UpIcon : DownIcon,
                selected: order.direction === direction,
                onAction: () => onOrder({ ...order, direction }),
              })),
            },
          ]}
        />
        {onSelecting && (
          <IconToggle
            icon={SelectIcon}
            label={selecting ? t('pin.selectEnd') : t('pin.select')}
            isSelected={selecting ?? false}
            onChange={onSelecting}
          />
        )}
      </div>
      <FilterSummary projectId={projectId} filter={filter} onFilter={onFilter} />
      <p className="pin-count ui-figures" aria-live="polite">
        {count === undefined ? '\u00a0' : count > EXACT_COUNT ? t('pin.countMore') : t('pin.count', { count })}
      </p>
      {open && pins && (
        <PinFilterDialog
          projectId={projectId}
          filter={filter}
          onFilter={onFilter}
          pins={pins}
          count={count ?? 0}
          withPlans={withPlans}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
