// Single-line text.
import type { HTMLInputTypeAttribute, ReactNode, Ref } from 'react';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps, Input } from 'react-aria-components';
import { type Icon, IconMark } from '../icons.tsx';
import { acceptText, FieldLabel, FieldNotes, type FieldWords, pasteLine, useLimitNote, validity } from './field.tsx';

export type TextFieldProps = Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid' | 'type'> &
  FieldWords & {
    type?: HTMLInputTypeAttribute | undefined;
    placeholder?: string | undefined;
    icon?: Icon | undefined;
    /** Shown inside the box at the end, e.g. a unit or a small button. */
    end?: ReactNode;
    inputRef?: Ref<HTMLInputElement> | undefined;
  };

export function TextField(props: TextFieldProps) {
  const { label, labelOf, hideLabel, help, problem, optional, placeholder, icon, end, inputRef, type, ...rest } = props;
  const limit = useLimitNote(rest);
  return (
    <AriaTextField
      {...rest}
      {...acceptText(rest.onChange)}
      {...validity(problem)}
      className="ui-field"
      type={type ?? 'text'}
    >
      <FieldLabel label={label} labelOf={labelOf} hideLabel={hideLabel} optional={optional} />
      <div className="ui-box">
        {icon && <IconMark icon={icon} />}
        <Input
          className="ui-input"
          // Text in other scripts is written in its own direction.
          dir="auto"
          onPaste={pasteLine}
          {...(placeholder !== undefined && { placeholder })}
          {...(inputRef && { ref: inputRef })}
        />
        {end}
      </div>
      <FieldNotes help={limit ?? help} problem={problem} />
    </AriaTextField>
  );
}
