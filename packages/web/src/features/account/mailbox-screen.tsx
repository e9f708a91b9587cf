// Emails and text messages of an installation that sends none, for the operator, who has the key from the data folder.
import { operatorMailbox } from '@plumbline/core/features/account/operator-contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SyncIcon } from '../../ui/icons.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';
import { OperatorKeyForm } from './operator-key-form.tsx';
import '../../ui/layout/settings-section.css';

/** Text with its URLs turned into links; nothing else in a message is interpreted as markup. */
function Linked({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/u);
  return parts.map((part) =>
    /^https?:/u.test(part) ? (
      <a key={part} href={part} rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

export function MailboxScreen() {
  const t = useT();
  const look = useMutation({ mutationFn: (key: string) => call(operatorMailbox, { body: { key } }) });
  const messages = look.data?.messages;
  if (!messages)
    return (
      <OperatorKeyForm
        title={t('account.mailbox')}
        text={t('account.mailboxText')}
        action={t('account.openMailbox')}
        missing={t('account.mailboxSent')}
        error={look.error}
        isPending={look.isPending}
        onKey={look.mutate}
      />
    );
  return (
    <main className="ui-column">
      <Row gap={4} justify="between" wrap className="mailbox-head">
        <h1>{t('account.mailbox')}</h1>
        <Button icon={SyncIcon} isPending={look.isPending} onPress={() => look.mutate(look.variables ?? '')}>
          {t('account.lookAgain')}
        </Button>
      </Row>
      {messages.length === 0 && <Notice kind="info">{t('account.mailboxEmpty')}</Notice>}
      <ul data-line="between">
        {messages.map((message) => (
          <li key={message.id}>
            <details className="mailbox-message">
              <summary>
                <Tag>{t(`account.message.${message.kind}`)}</Tag>
                <strong>{message.subject || message.text}</strong>
                <span>{message.to}</span>
                <Text as="time" size="s" ink={2} figures dateTime={message.at}>
                  {t.dateTime(new Date(message.at))}
                </Text>
              </summary>
              <p className="mailbox-text">
                <Linked text={message.text} />
              </p>
            </details>
          </li>
        ))}
      </ul>
    </main>
  );
}
