// A number in the locale's format, with an optional unit and steppers.
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Button,
  Group,
  Input,
} from 'react-aria-components';
import { AddIcon, IconMark, MinusIcon } from '../icons.tsx';
import { FieldLabel, FieldNotes, type FieldWords, validity } from './field.tsx';

export type NumberFieldProps = Omit<AriaNumberFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> &
  FieldWords & {
    placeholder?: string | undefined;
    /** A unit after the number. */
    suffix?: string | undefined;
    /** Shows minus and plus buttons. */
    steps?: boolean | undefined;
  };

export function NumberField(props: NumberFieldProps) {
  const { label, hideLabel, help, problem, optional, placeholder, suffix, steps, ...rest } = props;
  return (
    <AriaNumberField {...rest} {...validity(problem)} className="ui-field ui-number">
      <FieldLabel label={label} hideLabel={hideLabel} optional={optional} />
      <Group className="ui-box">
        <Input className="ui-input" {...(placeholder !== undefined && { placeholder })} />
        {suffix !== undefined && <span className="ui-suffix">{suffix}</span>}
        {steps && (
          <span className="ui-steppers">
            <Button slot="decrement" className="ui-box-button">
              <IconMark icon={MinusIcon} />
            </Button>
            <Button slot="increment" className="ui-box-button">
              <IconMark icon={AddIcon} />
            </Button>
          </span>
        )}
      </Group>
      <FieldNotes help={help} problem={problem} />
    </AriaNumberField>
  );
}
