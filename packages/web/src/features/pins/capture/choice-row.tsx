// A row of large choices: a tap selects one, another tap clears it.
import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import './quick-capture.css';

export type ChoiceRowProps = {
  label: string;
  choices: readonly { id: string; label: string; mark: ReactNode }[];
  value: string | null;
  onChange: (id: string | null) => void;
  /** Rendered after the choices. */
  more?: ReactNode;
};

export function ChoiceRow({ label, choices, value, onChange, more }: ChoiceRowProps) {
  return (
    <div className="choice-row">
      <span className="ui-label" aria-hidden="true">
        {label}
      </span>
      <div className="choice-row-all">
        <ToggleButtonGroup
          className="choice-row-group"
          aria-label={label}
          selectionMode="single"
          selectedKeys={value === null ? [] : [value]}
          onSelectionChange={(keys) => {
            const [chosen] = keys;
            onChange(typeof chosen === 'string' ? chosen : null);
          }}
        >
          {choices.map((one) => (
            <ToggleButton key={one.id} id={one.id} className="choice">
              {one.mark}
              <span>{one.label}</span>
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {more}
      </div>
    </div>
  );
}
