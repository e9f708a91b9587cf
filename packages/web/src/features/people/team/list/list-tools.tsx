// Toolbar above a list of people or teams: search, filter, order and count.
import type { ReactNode } from 'react';
import { MisreadFilter } from '../../../../shared/data/ignored-filter.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Menu } from '../../../../ui/actions/menu.tsx';
import { Checkbox } from '../../../../ui/choices/checkbox.tsx';
import { SearchField } from '../../../../ui/fields/search-field.tsx';
import { CloseIcon, FilterIcon } from '../../../../ui/icons.tsx';
import { Toolbar } from '../../../../ui/layout/primitives.tsx';
import { NARROW, PHONE, useMedia } from '../../../../ui/theme/use-media.ts';
import { useT } from '../../../../ui/translation.tsx';

type Choice<Id extends string = string> = { id: Id; label: string };

export type Filter = {
  id: string;
  heading: string;
  value: string | undefined;
  choices: readonly Choice[];
  onChange: (id: string | undefined) => void;
};

/** A filter by one of these values; choosing the active value clears the filter. */
export const filterBy = <Id extends string>(
  id: string,
  heading: string,
  value: Id | undefined,
  choices: readonly Choice<Id>[],
  onChange: (id: Id | undefined) => void,
): Filter => ({
  ...{ id, heading, value, choices },
  onChange: (requested) => onChange(choices.find((choice) => choice.id === requested)?.id),
});

type ListToolsProps = {
  label: string;
  search: string;
  onSearch: (search: string) => void;
  filters: readonly Filter[];
  inactive: boolean;
  onInactive: (inactive: boolean) => void;
  /** Sort options for lists without column headers. */
  sorts: readonly Choice[];
  sort: string;
  order: 'asc' | 'desc';
  onSort: (sort: string, order: 'asc' | 'desc') => void;
  /** Formatted text; empty while the count is unknown. */
  count: ReactNode;
  /** Every parameter of the list with the value in use. */
  read: Readonly<Record<string, unknown>>;
  children?: ReactNode;
};

export function ListTools(props: ListToolsProps) {
  const { label, search, onSearch, filters, inactive, onInactive, sorts, sort, order, onSort, count, children } = props;
  const t = useT();
  const [narrow, phone] = [useMedia(NARROW), useMedia(PHONE)];
  const chosen = filters.flatMap((filter) => {
    const choice = filter.choices.find((one) => one.id === filter.value);
    return choice ? [{ filter, choice }] : [];
  });
  const groups = [
    ...filters.map(({ id, heading, value, choices, onChange }) => ({
      ...{ id, heading },
      entries: choices.map((choice) => ({
        id: `${id}-${choice.id}`,
        label: choice.label,
        selected: choice.id === value,
        onAction: () => onChange(choice.id === value ? undefined : choice.id),
      })),
    })),
    {
      id: 'inactive',
      entries: phone
        ? [
            {
              id: 'inactive',
              label: t('people.showInactive'),
              selected: inactive,
              onAction: () => onInactive(!inactive),
            },
          ]
        : [],
    },
    {
      id: 'sort',
      heading: t('organisation.sort'),
      entries: narrow
        ? sorts.map((one) => ({
            id: `sort-${one.id}`,
            label: one.label,
            selected: one.id === sort,
            onAction: () => onSort(one.id, one.id === sort && order === 'asc' ? 'desc' : 'asc'),
          }))
        : [],
    },
  ].filter((group) => group.entries.length > 0);
  return (
    <Toolbar gap="2 4" className="members-tools">
      <MisreadFilter read={props.read} onDrop={() => onSort(sort, order)} />
      <SearchField label={label} value={search} onChange={onSearch} />
      {groups.length > 0 && (
        <Menu
          label={t('organisation.filter')}
          placement="bottom start"
          trigger={
            <Button icon={FilterIcon} kind={chosen.length > 0 ? 'brand' : 'default'}>
              {t('organisation.filter')}
            </Button>
          }
          groups={groups}
        />
      )}
      {chosen.map(({ filter, choice }) => (
        <Button key={filter.id} size="s" icon={CloseIcon} onPress={() => filter.onChange(undefined)}>
          {choice.label}
        </Button>
      ))}
      <span className="members-count ui-figures" role="status">
        {count}
      </span>
      {!phone && (
        <Checkbox isSelected={inactive} onChange={onInactive}>
          {t('people.showInactive')}
        </Checkbox>
      )}
      {children}
    </Toolbar>
  );
}
