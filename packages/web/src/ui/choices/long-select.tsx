// A single choice from a list of any length: a familiar list while it is short, else found by typing.
import { ComboBox } from './combo-box.tsx';
import { Select, type SelectProps } from './select.tsx';

/** Choices that a list without a search shows. */
const MAX_LISTED = 100;

export function LongSelect(props: SelectProps) {
  if (props.choices.length <= MAX_LISTED) return <Select {...props} />;
  const { name: _name, onChange, ...rest } = props;
  return <ComboBox {...rest} onChange={(id) => id !== null && onChange(id)} />;
}
