// A single choice from a familiar list; for long or searchable lists use ComboBox.
import { Select as AriaSelect, Button, ListBox, Popover, SelectValue } from 'react-aria-components';
import { useNoticed } from '../edit-notice.ts';
import { FieldLabel, FieldNotes, type FieldWords, validity } from '../fields/field.tsx';
import { ChevronDownIcon, IconMark } from '../icons.tsx';
import { Text } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import { type Choice, Option } from './option.tsx';

export type SelectProps = FieldWords & {
  choices: readonly Choice[];
  /** The selected id; null for none. */
  value: string | null;
  onChange: (id: string) => void;
  placeholder?: string | undefined;
  isDisabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  name?: string | undefined;
};

export function Select(props: SelectProps) {
  const { label, hideLabel, help, problem, optional, choices, value, placeholder, ...rest } = props;
  const t = useT();
  const onChange = useNoticed(props.onChange);
  const chosen = choices.find((choice) => choice.id === value);
  return (
    <AriaSelect
      {...validity(problem)}
      className="ui-field"
      isDisabled={rest.isDisabled ?? false}
      autoFocus={rest.autoFocus ?? false}
      {...(rest.name !== undefined && { name: rest.name })}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <FieldLabel label={label} hideLabel={hideLabel} optional={optional} />
      <Button className="ui-box ui-select-button">
        {chosen?.mark}
        <SelectValue className="ui-select-value">{chosen?.label ?? placeholder ?? t('ui.choose')}</SelectValue>
        <IconMark icon={ChevronDownIcon} />
      </Button>
      <FieldNotes help={help} problem={problem} />
      <Popover className="ui-popover" offset={4}>
        <ListBox
          className="ui-options"
          items={choices}
          renderEmptyState={() => (
            <Text as="div" pad={3} size="s" ink={3}>
              {t('ui.noChoices')}
            </Text>
          )}
        >
          {(choice) => <Option choice={choice} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
