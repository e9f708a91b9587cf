// Multiple choice between a few options, as toggle chips.
import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Text } from '../layout/primitives.tsx';
import './filter.css';

export type ChipChoice<Id extends string> = { id: Id; label: string; mark?: ReactNode };

type FilterChipsProps<Id extends string> = {
  label: string;
  /** For screen readers only. */
  hideLabel?: boolean | undefined;
  choices: readonly ChipChoice<Id>[];
  value: readonly Id[] | undefined;
  /** Undefined when none is selected. */
  onChange: (ids: Id[] | undefined) => void;
};

export function FilterChips<Id extends string>({ label, hideLabel, choices, value, onChange }: FilterChipsProps<Id>) {
  if (choices.length === 0) return null;
  return (
    <div className={hideLabel ? 'filter-part filter-part-row' : 'filter-part'}>
      <span className={hideLabel ? 'ui-hidden' : 'ui-label'}>{label}</span>
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
        {choices.map((choice) => (
          <ToggleButton key={choice.id} id={choice.id} className="filter-chip ui-pressable">
            {choice.mark}
            <Text cut>{choice.label}</Text>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
