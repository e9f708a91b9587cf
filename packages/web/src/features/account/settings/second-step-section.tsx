// Status of two-step sign-in and the actions available.
import type { Account } from '@plumbline/core/features/account/contract';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { useT } from '../../../ui/translation.tsx';
import { type StepAction, StepDialog } from './second-step.tsx';

/** With fewer recovery codes than this left, the user is advised to create new ones. */
const LOW_CODE_COUNT = 3;

export function SecondStepSection({ account }: { account: Account }) {
  const t = useT();
  const [action, setAction] = useState<StepAction>();
  const { otp, sms, passkey, recoveryCodesLeft: left, forceMfa, requireSms } = account;
  const mayEnd = {
    otp: !forceMfa || sms || (passkey && !requireSms),
    sms: !forceMfa || ((otp || passkey) && !requireSms),
  };
  const row = (kind: 'otp' | 'sms', on: boolean, detail?: string) => (
    <Row as="li" gap="2 3" wrap pad="2 0" least={56}>
      <span className="account-row-words">
        <Text as="strong" weight="strong" breaks>
          {t(`account.kind.${kind}`)}
        </Text>
        <Text size="s" ink={2}>
          {detail ?? t(`account.kindText.${kind}`)}
        </Text>
      </span>
      {on && <Tag>{t('account.on')}</Tag>}
      {on ? (
        <Button size="s" isDisabled={!mayEnd[kind]} onPress={() => setAction(kind === 'otp' ? 'endOtp' : 'endSms')}>
          {t('account.turnOff')}
        </Button>
      ) : (
        <Button size="s" onPress={() => setAction(kind)}>
          {t('account.setUp')}
        </Button>
      )}
    </Row>
  );
  return (
    <Section id="second-step" title={t('account.secondStep')} text={t('account.secondStepText')}>
      {account.secondStepEndsAt && (
        <Notice kind="warning">
          {t('account.stepEnding', { when: t.dateTime(new Date(account.secondStepEndsAt)) })}
        </Notice>
      )}
      {forceMfa && <Notice kind="info">{t('account.forced')}</Notice>}
      <ul className="account-rows" data-line="between">
        {row('otp', otp)}
        {row('sms', sms, sms ? account.smsPhone : undefined)}
        {(otp || sms || passkey) && (
          <Row as="li" gap="2 3" wrap pad="2 0" least={56}>
            <span className="account-row-words">
              <Text as="strong" weight="strong" breaks>
                {t('account.recoveryCodes')}
              </Text>
              <Text size="s" ink={left < LOW_CODE_COUNT ? 'danger' : 2}>
                {t('account.codesLeft', { left })}
              </Text>
            </span>
            <Button size="s" onPress={() => setAction('codes')}>
              {t('account.newCodes')}
            </Button>
          </Row>
        )}
      </ul>
      {action && <StepDialog action={action} account={account} onClose={() => setAction(undefined)} />}
    </Section>
  );
}
