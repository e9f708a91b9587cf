// How emails are sent, and a test email.
import { operatorTestMail } from '@plumbline/core/features/operator/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { OperatorSection } from './operator-section.tsx';

export function MailSection({ operatorKey: key, from }: { operatorKey: string; from: string | null }) {
  const t = useT();
  const [to, setTo] = useState('');
  const send = useMutation({ mutationFn: () => call(operatorTestMail, { body: { key, to: to.trim() } }) });
  const refusal = send.data?.error ?? null;
  return (
    <OperatorSection id="mail" title={t('operator.mail')}>
      <Text>{from === null ? t('operator.mailStored') : t('operator.mailFrom', { from })}</Text>
      {from === null && <a href="/mailbox">{t('account.mailbox')}</a>}
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (to.trim() !== '' && !send.isPending) send.mutate();
        }}
      >
        <Row gap={3} align="end" wrap>
          <TextField label={t('auth.email')} type="email" value={to} onChange={setTo} />
          <Button type="submit" isPending={send.isPending}>
            {t('operator.sendTest')}
          </Button>
        </Row>
      </Form>
      <div role="status">
        {send.isSuccess && refusal === null && <Notice kind="success">{t('operator.testSent', { to })}</Notice>}
        {refusal !== null && <Notice kind="error">{t('operator.testRefused', { error: refusal })}</Notice>}
        {send.isError && <Notice kind="error">{failureText(t, send.error)}</Notice>}
      </div>
    </OperatorSection>
  );
}
