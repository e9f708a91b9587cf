// A choice between a few options, all visible with their descriptions.
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components';
import { Stack } from '../layout/primitives.tsx';
import './checkbox.css';
import { FieldLabel, FieldNotes, type FieldWords, validity } from '../fields/field.tsx';

export type RadioChoice<Id extends string> = {
  id: Id;
  label: string;
  help?: string | undefined;
  isDisabled?: boolean | undefined;
};

export type RadioGroupProps<Id extends string> = FieldWords & {
  choices: readonly RadioChoice<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  isDisabled?: boolean | undefined;
  /** Side by side instead of stacked. */
  row?: boolean | undefined;
};

export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  const { label, hideLabel, help, problem, optional, choices, value, onChange, isDisabled, row } = props;
  return (
    <AriaRadioGroup
      {...validity(problem)}
      className="ui-field"
      isDisabled={isDisabled ?? false}
      value={value}
      onChange={(id) => {
        const chosen = choices.find((choice) => choice.id === id);
        if (chosen) onChange(chosen.id);
      }}
    >
      <FieldLabel label={label} hideLabel={hideLabel} optional={optional} />
      <Stack gap={1} className="ui-group-choices" data-row={row ? '' : undefined}>
        {choices.map((choice) => (
          <Radio
            key={choice.id}
            value={choice.id}
            className="ui-check"
            data-round=""
            isDisabled={choice.isDisabled ?? false}
          >
            <Stack as="span" gap={0} center fixed surface="surface" corner="s" className="ui-check-box" />
            <Stack as="span" gap={0.5}>
              <span>{choice.label}</span>
              {choice.help !== undefined && <span className="ui-help">{choice.help}</span>}
            </Stack>
          </Radio>
        ))}
      </Stack>
      <FieldNotes help={help} problem={problem} />
    </AriaRadioGroup>
  );
}
