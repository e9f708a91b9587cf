// Shared by all fields: the label above, help text below, and the error message with an icon.
import { pastedLine, pastedText } from '@plumbline/core/kernel/pasted-text';
import type { ClipboardEvent, ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { ErrorIcon, IconMark } from '../icons.tsx';
import { useT } from '../translation.tsx';
import './field.css';

/** Props of every field. `label` is required; `hideLabel` keeps it for screen readers only. */
export type FieldWords = {
  label: string;
  /** What the field belongs to, after the label for screen readers: the page of a list of pages. */
  labelOf?: string | undefined;
  hideLabel?: boolean | undefined;
  /** One sentence of help text under the field. */
  help?: ReactNode;
  /** The error message; the field is then marked invalid. */
  problem?: string | undefined;
  /** Shows "optional" next to the label. Fields are required unless marked so. */
  optional?: boolean | undefined;
};

/** Replaces pasted text by one the field accepts, as one edit that can be undone. */
function pasteAs(accepted: (text: string) => string) {
  return (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    const pasted = event.clipboardData.getData('text/plain');
    const text = accepted(pasted);
    if (text === pasted) return;
    event.preventDefault();
    document.execCommand('insertText', false, text);
  };
}
export const pasteLine = pasteAs(pastedLine);
export const pasteText = pasteAs(pastedText);

/** `onChange` never receives what no text may hold, however it came into the field: typed, dropped or filled in. */
export function acceptText(onChange: ((value: string) => void) | undefined) {
  return onChange && { onChange: (value: string) => onChange(pastedText(value)) };
}

/** The react-aria props of an invalid field. */
export function validity(problem: string | undefined): { isInvalid: boolean; validationBehavior: 'aria' } {
  return { isInvalid: problem !== undefined && problem !== '', validationBehavior: 'aria' };
}

/** The note of a full text field: the browser drops whatever is typed or pasted beyond the limit. */
export function useLimitNote({ value, maxLength }: { value?: string; maxLength?: number }): string | undefined {
  const t = useT();
  if (maxLength === undefined || value === undefined || value.length < maxLength) return undefined;
  return t('ui.limitReached', { max: t.number(maxLength) });
}

type LabelWords = Pick<FieldWords, 'label' | 'labelOf' | 'hideLabel' | 'optional'>;

export function FieldLabel({ label, labelOf, hideLabel, optional }: LabelWords) {
  const t = useT();
  return (
    <Label className={hideLabel ? 'ui-hidden' : 'ui-label'}>
      {labelOf === undefined ? label : <span aria-hidden="true">{label}</span>}
      {/* Whole, because a browser adds a space between two parts of a name. */}
      {labelOf !== undefined && <span className="ui-hidden">{`${label}, ${labelOf}`}</span>}
      {optional && <span className="ui-label-optional">{t('ui.optional')}</span>}
    </Label>
  );
}

export function FieldNotes({ help, problem }: Pick<FieldWords, 'help' | 'problem'>) {
  return (
    <>
      {help !== undefined && !problem && (
        <Text slot="description" className="ui-help">
          {help}
        </Text>
      )}
      <FieldError className="ui-problem">
        <IconMark icon={ErrorIcon} />
        <span>{problem}</span>
      </FieldError>
    </>
  );
}
