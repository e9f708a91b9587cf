// A row of large choices: a tap selects one, another tap clears it.
import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
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
    <Stack fluid gap={1}>
      <span className="ui-label" aria-hidden="true">
        {label}
      </span>
      <Row align="stretch" scroll="x" className="choice-row-all">
        <Row
          as={ToggleButtonGroup}
          align="stretch"
          aria-label={label}
          selectionMode="single"
          selectedKeys={value === null ? [] : [value]}
          onSelectionChange={(keys) => {
            const [chosen] = keys;
            onChange(typeof chosen === 'string' ? chosen : null);
          }}
        >
          {choices.map((choice) => (
            <ToggleButton key={choice.id} id={choice.id} className="choice">
              {choice.mark}
              <span>{choice.label}</span>
            </ToggleButton>
          ))}
        </Row>
        {more}
      </Row>
    </Stack>
  );
}
