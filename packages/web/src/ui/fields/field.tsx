// What all fields share: the label above, help below, and the problem in words with a sign.
import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { ErrorIcon, IconMark } from '../icons.tsx';
import { useT } from '../translation.tsx';
import './field.css';

/** Props of every field. `label` is always given; `hideLabel` keeps it for screen readers only. */
export type FieldWords = {
  label: string;
  hideLabel?: boolean | undefined;
  /** One sentence of help under the field. */
  help?: ReactNode;
  /** What is wrong, in words; the field is then marked invalid. */
  problem?: string | undefined;
  /** Says "optional" beside the label. Fields are required unless they say so. */
  optional?: boolean | undefined;
};

/** What react-aria wants to hear about a problem. */
export function validity(problem: string | undefined): { isInvalid: boolean; validationBehavior: 'aria' } {
  return { isInvalid: problem !== undefined && problem !== '', validationBehavior: 'aria' };
}

export function FieldLabel({ label, hideLabel, optional }: Pick<FieldWords, 'label' | 'hideLabel' | 'optional'>) {
  const t = useT();
  return (
    <Label className={hideLabel ? 'ui-hidden' : 'ui-label'}>
      {label}
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
