// Free text with suggestions from the rest of the project.
import { ComboBox } from '../../../ui/choices/combo-box.tsx';

/** Maximum number of suggestions; others are found by typing. */
export const MAX_SUGGESTIONS = 30;

type SuggestFieldProps = {
  label: string;
  placeholder?: string | undefined;
  value: string;
  known: readonly string[];
  /** Maximum length in characters. */
  maxSuggestions: number;
  onChange: (text: string) => void;
};

export function SuggestField({ label, placeholder, value, known, maxSuggestions, onChange }: SuggestFieldProps) {
  const typed = value.toLocaleLowerCase();
  const matching = known.filter((one) => one.toLocaleLowerCase().includes(typed)).slice(0, MAX_SUGGESTIONS);
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
      onText={(text) => onChange(text.slice(0, maxSuggestions))}
    />
  );
}
