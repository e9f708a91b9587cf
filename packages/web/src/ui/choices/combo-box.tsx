// A single choice found by typing; with `allowsOwn` also free text, e.g. a recent title.
import { pastedText } from '@plumbline/core/kernel/pasted-text';
import { useState } from 'react';
import { ComboBox as AriaComboBox, Button, Input, ListBox, Popover } from 'react-aria-components';
import { useNoticed } from '../edit-notice.ts';
import { FieldLabel, FieldNotes, type FieldWords, pasteLine, useLimitNote, validity } from '../fields/field.tsx';
import { ChevronDownIcon, IconMark } from '../icons.tsx';
import { Text } from '../layout/primitives.tsx';
import { matchingChoices } from '../matching-choices.ts';
import { useT } from '../translation.tsx';
import { type Choice, Option } from './option.tsx';

export type ComboBoxProps = FieldWords & {
  choices: readonly Choice[];
  value: string | null;
  onChange: (id: string | null) => void;
  placeholder?: string | undefined;
  isDisabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  /** Accepts any text; reported by onText. */
  allowsOwn?: boolean | undefined;
  /** The text in the box, where the caller controls it (server search, free text). */
  text?: string | undefined;
  onText?: ((text: string) => void) | undefined;
  /** Most characters of free text. */
  maxLength?: number | undefined;
  /** Opens on typing or on the arrow, and not already on focus. */
  opensLate?: boolean | undefined;
  /** Shown where nothing matches the typed text. */
  nothing?: string | undefined;
  /** The options are already filtered, e.g. by a server. */
  filtered?: boolean | undefined;
};

/** With more choices than this, only the first ones that match the typed text are rendered. */
const MAX_SHOWN = 500;

/** Few choices are filtered by the combo box itself. */
export function ComboBox(props: ComboBoxProps) {
  const isLong = props.choices.length > MAX_SHOWN && !props.filtered && props.text === undefined;
  return isLong ? <LongComboBox {...props} /> : <AnyComboBox {...props} />;
}

function LongComboBox(props: ComboBoxProps) {
  const { choices, value, onText } = props;
  const chosen = choices.find((choice) => choice.id === value);
  const [text, setText] = useState(chosen?.label ?? '');
  // The text of the current choice is no search.
  const typed = text === chosen?.label ? '' : text;
  return (
    <AnyComboBox
      {...props}
      // Its text is shown only while the current choice is among them.
      choices={matchingChoices(choices, typed, MAX_SHOWN, value === null ? [] : [value])}
      text={text}
      onText={(next) => {
        setText(next);
        onText?.(next);
      }}
    />
  );
}

function AnyComboBox(props: ComboBoxProps) {
  const { label, hideLabel, help, problem, optional, choices, value, placeholder, ...rest } = props;
  const { text, maxLength, onText } = rest;
  const t = useT();
  const onChange = useNoticed(props.onChange);
  const limit = useLimitNote({
    ...(text !== undefined && { value: text }),
    ...(maxLength !== undefined && { maxLength }),
  });
  return (
    <AriaComboBox
      {...validity(problem)}
      className="ui-field"
      {...(rest.filtered || rest.text !== undefined ? { items: choices } : { defaultItems: choices })}
      {...(rest.filtered && { defaultFilter: () => true })}
      isDisabled={rest.isDisabled ?? false}
      autoFocus={rest.autoFocus ?? false}
      allowsCustomValue={rest.allowsOwn ?? false}
      allowsEmptyCollection={!rest.allowsOwn}
      menuTrigger={rest.opensLate ? 'input' : 'focus'}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      {...(rest.text !== undefined && { inputValue: rest.text })}
      {...(onText && { onInputChange: (typed: string) => onText(pastedText(typed)) })}
    >
      <FieldLabel label={label} hideLabel={hideLabel} optional={optional} />
      <div className="ui-box">
        <Input
          className="ui-input"
          // Text in other scripts is written in its own direction.
          dir="auto"
          onPaste={pasteLine}
          {...(placeholder !== undefined && { placeholder })}
          {...(maxLength !== undefined && { maxLength })}
        />
        <Button className="ui-box-button">
          <IconMark icon={ChevronDownIcon} />
        </Button>
      </div>
      <FieldNotes help={limit ?? help} problem={problem} />
      <Popover className="ui-popover" offset={4}>
        <ListBox<Choice>
          className="ui-options"
          renderEmptyState={() => (
            <Text as="div" pad={3} size="s" ink={3}>
              {rest.nothing ?? t('ui.nothingFound')}
            </Text>
          )}
        >
          {(choice) => <Option choice={choice} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
