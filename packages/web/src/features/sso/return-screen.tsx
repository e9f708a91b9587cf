// Landing page of SSO: continues a sign-on started by the provider, and finishes every sign-on: signing in, done, or
// why it failed.
import { me, userReply } from '@plumbline/core/features/auth/contract';
import { finishSignOn, type SignOnReport } from '@plumbline/core/features/sso/sign-on-contract';
import { versionedPath } from '@plumbline/core/kernel/services';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { serialised, storedToken, storeSignOn } from '../../api/token.ts';
import { browserTimeZone } from '../../shared/i18n/browser-time-zone.ts';
import { deviceLanguage } from '../../shared/i18n/i18n.tsx';
import { userManagementAddress } from '../../shared/navigation/user-management.ts';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { requestedTarget, signInAddressTo } from '../../shared/session/return-to.ts';
import { rememberedUser } from '../../shared/session/session.tsx';
import { LinkButton } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { goToProvider } from './go-to-provider.ts';
import { rememberProvider, resumePending } from './remembered-provider.ts';
import './sso.css';

type State =
  | { at: 'loggingIn' | 'leadingOn' | 'done' | 'failed' | 'otherPerson' }
  | { at: 'report'; report: SignOnReport };

/** The user a token belongs to; undefined if that cannot be determined. */
async function userOf(token: string): Promise<string | undefined> {
  const response = await fetch(versionedPath(me.path), { headers: { authorization: `Bearer ${token}` } });
  return response.ok ? userReply.parse(await response.json()).userId : undefined;
}

async function finish(ticket: string): Promise<State> {
  const body = { ticket, language: deviceLanguage(), timeZone: browserTimeZone() };
  const ended = await serialised(() => call(finishSignOn, { body }, { retry: { attempts: 1 } }));
  if (ended.kind === 'test') return { at: 'report', report: ended.report };
  const pending = resumePending();
  // This browser holds another person's unsent work, so no one else may take over the session.
  const here = storedToken() ? rememberedUser()?.userId : undefined;
  if (here !== undefined && here !== (await userOf(ended.token.access_token))) return { at: 'otherPerson' };
  if (pending) rememberProvider(pending.provider);
  storeSignOn(ended.token, here !== undefined);
  if (pending?.again) {
    // This tab was opened next to the one whose session had expired.
    globalThis.close();
    return { at: 'done' };
  }
  location.replace(ended.returnTo === '' ? '/' : await signInAddressTo(ended.returnTo).catch(() => '/'));
  return { at: 'loggingIn' };
}

async function arrive(): Promise<State> {
  const ticket = location.hash.slice(1);
  const query = new URLSearchParams(location.search);
  const provider = query.get('provider');
  if (ticket !== '') {
    // The ticket is used up and must not stay in the history.
    history.replaceState(history.state, '', location.pathname);
    return finish(ticket);
  }
  if (provider === null) return { at: 'failed' };
  const again = query.get('again') !== null;
  await goToProvider(
    { id: provider, name: query.get('name') ?? '' },
    { returnTo: requestedTarget(location.search), again },
  );
  return { at: 'leadingOn' };
}

/** A ticket is redeemed only once, even if the screen renders repeatedly. */
let arriving: Promise<State> | undefined;

function Report({ report }: { report: SignOnReport }) {
  const t = useT();
  const good = report.problem === null;
  const rows = [
    ['signOn.reportSubject', report.subject],
    ['signOn.attributeEmail', report.email],
    ['signOn.attributeFirstName', report.firstName],
    ['signOn.attributeLastName', report.lastName],
    ['signOn.reportDetail', report.detail],
  ] as const;
  return (
    <AuthLayout title={report.provider} wide>
      <Notice kind={good ? 'success' : 'error'} title={t(good ? 'signOn.testGood' : 'signOn.testBad')}>
        {good ? t('signOn.testNobody') : t('signOn.problem', { problem: report.problem ?? '' })}
        {report.linked && ` ${t('signOn.testLinked')}`}
      </Notice>
      <Stack as="dl" gap={3}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([key, value]) => (
            <div key={key}>
              <Text as="dt" size="s" ink={2}>
                {t(key)}
              </Text>
              <Text as="dd" breaks>
                {value}
              </Text>
            </div>
          ))}
      </Stack>
      <LinkButton kind="brand" size="l" wide href={userManagementAddress('signOn')}>
        {t('signOn.back')}
      </LinkButton>
    </AuthLayout>
  );
}

export function SignOnReturnScreen() {
  const t = useT();
  const [state, setState] = useState<State>({ at: location.hash === '' ? 'leadingOn' : 'loggingIn' });
  useEffect(() => {
    let shown = true;
    arriving ??= arrive().catch((): State => ({ at: 'failed' }));
    void arriving.then((next) => {
      if (shown) setState(next);
    });
    return () => {
      shown = false;
      arriving = undefined;
    };
  }, []);
  if (state.at === 'report') return <Report report={state.report} />;
  if (state.at === 'failed' || state.at === 'otherPerson') {
    return (
      <AuthLayout title={t('signOn.chooseTitle')}>
        <Notice kind="error" title={t('loginViaSamlError')}>
          {t(state.at === 'failed' ? 'signOn.failedText' : 'signOn.otherPerson')}
        </Notice>
        <LinkButton kind="next" size="l" wide href={state.at === 'failed' ? '/idpSelection' : '/'}>
          {t('signOn.tryAgain')}
        </LinkButton>
        <LinkButton kind="quiet" wide href="/home">
          {t('signOn.withPassword')}
        </LinkButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('signOn.chooseTitle')}>
      <Row gap={3} least={56} role="status">
        {state.at !== 'done' && <Spinner />}
        <span>{t(state.at === 'done' ? 'signOn.doneClose' : `signOn.${state.at}`)}</span>
      </Row>
    </AuthLayout>
  );
}
