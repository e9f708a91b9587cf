// The form for the operator key, in front of what only the operator may see.
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Refusal } from '../../api/failure.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useT } from '../../ui/translation.tsx';

export type OperatorKeyFormProps = {
  title: string;
  text: string;
  action: string;
  error: unknown;
  isPending: boolean;
  /** The text for an installation that has nothing to show here. */
  missing?: string;
  onKey: (key: string) => void;
};

export function OperatorKeyForm({ title, text, action, error, isPending, missing, onKey }: OperatorKeyFormProps) {
  const t = useT();
  const [key, setKey] = useState('');
  const code = error instanceof Refusal ? error.code : undefined;
  const isWrong = code === 'forbidden' || code === 'invalid_input';
  const problem = code === 'not_found' && missing !== undefined ? missing : failureText(t, error);
  return (
    <AuthLayout title={title} text={text}>
      <Form
        className="sign-in-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() !== '' && !isPending) onKey(key.trim());
        }}
      >
        <PasswordField
          label={t('account.operatorKey')}
          autoComplete="off"
          autoFocus
          value={key}
          onChange={setKey}
          problem={isWrong ? t('account.operatorKeyWrong') : undefined}
        />
        {error !== null && !isWrong && <Notice kind="error">{problem}</Notice>}
        <Button type="submit" kind="next" size="l" wide isPending={isPending}>
          {action}
        </Button>
      </Form>
    </AuthLayout>
  );
}
