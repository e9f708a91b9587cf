// Any text, with what stands elsewhere in the project to choose from.
import { ComboBox } from '../../../ui/choices/combo-box.tsx';

/** So many are offered; more are found by typing. */
export const MOST_OFFERED = 30;

type SuggestFieldProps = {
  label: string;
  placeholder?: string | undefined;
  value: string;
  known: readonly string[];
  /** Characters. */
  most: number;
  onChange: (text: string) => void;
};

export function SuggestField({ label, placeholder, value, known, most, onChange }: SuggestFieldProps) {
  const typed = value.toLocaleLowerCase();
  const matching = known.filter((one) => one.toLocaleLowerCase().includes(typed)).slice(0, MOST_OFFERED);
  return (
    <ComboBox
      label={label}
      placeholder={placeholder}
      optional
      allowsOwn
      filtered
      choices={matching.map((one) => ({ id: one, label: one }))}
      value={null}
      onChange={(id) => id !== null && onChange(id)}
      text={value}
      onText={(text) => onChange(text.slice(0, most))}
    />
  );
}
