// Multiple choice between a few options, as toggle chips; many options can be searched.
import { type ReactNode, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Text } from '../layout/primitives.tsx';
import { matchingChoices } from '../matching-choices.ts';
import { useT } from '../translation.tsx';
import './filter.css';
import { SearchField } from './search-field.tsx';

export type ChipChoice<Id extends string> = { id: Id; label: string; mark?: ReactNode };

/** From this number of options on, they can be searched. */
const MANY = 40;
/** Options rendered at most, in addition to the selected ones. */
const MAX_SHOWN = 100;

type FilterChipsProps<Id extends string> = {
  label: string;
  /** For screen readers only. */
  hideLabel?: boolean | undefined;
  choices: readonly ChipChoice<Id>[];
  value: readonly Id[] | undefined;
  /** How many rows each option leaves in the list; no numbers without it. */
  counts?: ReadonlyMap<string, number> | undefined;
  /** Undefined when none is selected. */
  onChange: (ids: Id[] | undefined) => void;
};

export function FilterChips<Id extends string>(props: FilterChipsProps<Id>) {
  const { label, hideLabel, choices, value, counts, onChange } = props;
  const t = useT();
  const [search, setSearch] = useState('');
  if (choices.length === 0) return null;
  const isLong = choices.length >= MANY;
  const shown = isLong ? matchingChoices(choices, search, MAX_SHOWN, value) : choices;
  return (
    <div className={hideLabel ? 'filter-part filter-part-row' : 'filter-part'}>
      <span className={hideLabel ? 'ui-hidden' : 'ui-label'}>{label}</span>
      {isLong && <SearchField label={t('shell.search')} value={search} onChange={setSearch} />}
      <ToggleButtonGroup
        className="filter-chips"
        aria-label={label}
        selectionMode="multiple"
        selectedKeys={value ?? []}
        onSelectionChange={(keys) => {
          const ids = choices.map((choice) => choice.id).filter((id) => keys.has(id));
          onChange(ids.length > 0 ? ids : undefined);
        }}
      >
        {shown.map((choice) => (
          <ToggleButton
            key={choice.id}
            id={choice.id}
            className="filter-chip ui-pressable"
            data-none={counts && !counts.has(choice.id) ? '' : undefined}
          >
            {choice.mark}
            <Text cut>{choice.label}</Text>
            {counts && (
              // The button that shows the list announces how many rows there are.
              <Text figures ink={3} aria-hidden="true">
                {counts.get(choice.id) ?? 0}
              </Text>
            )}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
