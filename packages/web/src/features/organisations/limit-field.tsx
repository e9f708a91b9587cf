// An optional number: empty means no limit, or the program's default.
import { NumberField, type NumberFieldProps } from '../../ui/fields/number-field.tsx';

type LimitFieldProps = Omit<NumberFieldProps, 'value' | 'onChange'> & {
  value: number | null;
  onChange: (value: number | null) => void;
};

export function LimitField({ value, onChange, ...rest }: LimitFieldProps) {
  return (
    <NumberField
      {...rest}
      optional
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
    />
  );
}
