// The settings of the own account, one part under the other, with a list of them beside where there is room.
import { PROGRAM_VERSION } from '@plumbline/core/features/auth/door-contract';
import type { TextKey } from '@plumbline/locales/keys';
import { useState } from 'react';
import { useUser } from '../../app/session.tsx';
import { ScreenHead } from '../../app/shell/screen-head.tsx';
import { shownFailure } from '../../app/shown-failure.ts';
import { useSyncState } from '../../app/use-sync-state.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SignOutIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { useT } from '../../ui/translation.tsx';
import { signOut } from '../auth/sign-out.ts';
import { SignOutDialog } from '../auth/sign-out-dialog.tsx';
import { LanguageChoice, PhotoSizeChoice } from './choices.tsx';
import { EmailSection, PasswordSection } from './credentials-sections.tsx';
import { DevicesSection, SessionsSection } from './devices-sections.tsx';
import { MainData, Picture } from './main-data.tsx';
import { useAccount } from './queries.ts';
import { SecondStepSection } from './second-step-section.tsx';
import { Section } from './section.tsx';
import { TermsLink } from './terms.tsx';
import { UpdatesSection } from './updates-section.tsx';
import './account.css';

const PersonalDataSection = later(() =>
  import('../personal-data/own-section.tsx').then((its) => its.PersonalDataSection),
);

const PARTS: readonly (readonly [string, TextKey])[] = [
  ['main', 'account.main'],
  ['picture', 'account.picture'],
  ['language', 'shell.language'],
  ['photos', 'account.photoSize'],
  ['password', 'auth.password'],
  ['email', 'auth.email'],
  ['second-step', 'account.secondStep'],
  ['devices', 'account.devices'],
  ['sessions', 'account.sessions'],
  ['personal-data', 'personalData.title'],
  ['about', 'account.about'],
];

function Leave() {
  const t = useT();
  const { waiting } = useSyncState();
  const [asking, ask] = useState(false);
  return (
    <>
      <Button icon={SignOutIcon} onPress={() => (waiting > 0 ? ask(true) : void signOut())}>
        {t('auth.signOut')}
      </Button>
      {asking && <SignOutDialog waiting={waiting} onCancel={() => ask(false)} />}
    </>
  );
}

function Parts() {
  const t = useT();
  const user = useUser();
  const account = useAccount();
  if (!account.data) {
    return account.error ? (
      <ErrorView failure={shownFailure(t, account.error)} onRetry={() => void account.refetch()} />
    ) : (
      <Skeleton lines={10} />
    );
  }
  const { data } = account;
  return (
    <>
      {user.byToken && <Notice kind="warning">{t('account.byToken')}</Notice>}
      <MainData key={`${data.firstName}|${data.lastName}|${data.phone}`} account={data} />
      <Picture account={data} />
      <LanguageChoice />
      <PhotoSizeChoice account={data} />
      {/* Of who comes by a provider, these are the provider's matter. */}
      {user.type !== 'SAML' && (
        <>
          <PasswordSection account={data} />
          <EmailSection account={data} />
          <SecondStepSection account={data} />
        </>
      )}
      <DevicesSection />
      <SessionsSection />
      <UpdatesSection />
      <PersonalDataSection />
      <Section id="about" title={t('account.about')}>
        <p className="account-value">{t('auth.version', { version: PROGRAM_VERSION })}</p>
        <div className="account-buttons">
          <TermsLink kind="terms" />
          <TermsLink kind="privacy" />
        </div>
        <div>
          <Leave />
        </div>
      </Section>
    </>
  );
}

export function AccountScreen() {
  const t = useT();
  return (
    <div className="account">
      <ScreenHead title={t('account.title')} path={[{ id: 'account', label: t('account.title') }]} />
      <nav className="account-parts" aria-label={t('account.title')}>
        {PARTS.map(([id, label]) => (
          <a key={id} href={`#${id}`}>
            {t(label)}
          </a>
        ))}
      </nav>
      <div className="account-sections">
        <h1>{t('account.title')}</h1>
        <Parts />
      </div>
    </div>
  );
}
