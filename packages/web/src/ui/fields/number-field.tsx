// A number in the locale's format, with an optional unit and steppers.
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Button,
  Group,
  Input,
} from 'react-aria-components';
import { useNoticed } from '../edit-notice.ts';
import { AddIcon, IconMark, MinusIcon } from '../icons.tsx';
import { Row, Text } from '../layout/primitives.tsx';
import { FieldLabel, FieldNotes, type FieldWords, pasteLine, validity } from './field.tsx';

export type NumberFieldProps = Omit<AriaNumberFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> &
  FieldWords & {
    placeholder?: string | undefined;
    /** A unit after the number. */
    suffix?: string | undefined;
    /** Shows minus and plus buttons. */
    steps?: boolean | undefined;
  };

export function NumberField(props: NumberFieldProps) {
  const { label, hideLabel, help, problem, optional, placeholder, suffix, steps, onChange, ...rest } = props;
  const noticed = useNoticed((value: number) => onChange?.(value));
  return (
    <AriaNumberField {...rest} {...validity(problem)} onChange={noticed} className="ui-field ui-number">
      <FieldLabel label={label} hideLabel={hideLabel} optional={optional} />
      <Group className="ui-box">
        <Input className="ui-input" onPaste={pasteLine} {...(placeholder !== undefined && { placeholder })} />
        {suffix !== undefined && (
          <Text fixed ink={3} nowrap>
            {suffix}
          </Text>
        )}
        {steps && (
          <Row as="span" gap={0} align="stretch" fixed>
            <Button slot="decrement" className="ui-box-button">
              <IconMark icon={MinusIcon} />
            </Button>
            <Button slot="increment" className="ui-box-button">
              <IconMark icon={AddIcon} />
            </Button>
          </Row>
        )}
      </Group>
      <FieldNotes help={help} problem={problem} />
    </AriaNumberField>
  );
}
