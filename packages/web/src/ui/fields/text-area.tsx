// Multi-line text; grows with its content.
import type { Ref } from 'react';
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';
import { acceptText, FieldLabel, FieldNotes, type FieldWords, pasteText, useLimitNote, validity } from './field.tsx';

export type TextAreaProps = Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid' | 'type'> &
  FieldWords & {
    placeholder?: string | undefined;
    rows?: number | undefined;
    inputRef?: Ref<HTMLTextAreaElement> | undefined;
  };

export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, help, problem, optional, placeholder, rows = 3, inputRef, ...rest } = props;
  const limit = useLimitNote(rest);
  return (
    <AriaTextField {...rest} {...acceptText(rest.onChange)} {...validity(problem)} className="ui-field">
      <FieldLabel label={label} hideLabel={hideLabel} optional={optional} />
      <div className="ui-box">
        <AriaTextArea
          className="ui-input"
          dir="auto"
          onPaste={pasteText}
          placeholder={placeholder}
          rows={rows}
          ref={inputRef}
        />
      </div>
      <FieldNotes help={limit ?? help} problem={problem} />
    </AriaTextField>
  );
}
