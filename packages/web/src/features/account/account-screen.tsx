// Account settings: all sections on one page with a table of contents; on phones, one page per section.
import type { Account } from '@plumbline/core/features/account/contract';
import { PROGRAM_VERSION } from '@plumbline/core/features/auth/instance-contract';
import type { TextKey } from '@plumbline/locales/keys';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-aria-components';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { useSyncState } from '../../shared/data/use-sync-state.ts';
import { NotFound } from '../../shared/navigation/not-found.tsx';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useUser } from '../../shared/session/session.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ChevronRightIcon, IconMark, SignOutIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Section } from '../../ui/layout/settings-section.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { signOut } from '../auth/sign-out.ts';
import { SignOutDialog } from '../auth/sign-out-dialog.tsx';
import { useAccount } from './queries.ts';
import { LanguageChoice, PhotoSizeChoice } from './settings/choices.tsx';
import { EmailSection, PasswordSection } from './settings/credentials-sections.tsx';
import { DevicesSection, SessionsSection } from './settings/devices-sections.tsx';
import { MainData, Picture } from './settings/main-data.tsx';
import { OfflineSection } from './settings/offline-section.tsx';
import { SecondStepSection } from './settings/second-step-section.tsx';
import { BetaSection, UpdatesSection } from './settings/updates-section.tsx';
import { TermsLink } from './terms.tsx';
import '../../ui/layout/settings-section.css';

const PasskeysSection = later(
  () => import('./settings/passkeys-section.tsx').then((its) => its.PasskeysSection),
  <Skeleton lines={3} />,
);

const PersonalDataSection = later(
  () => import('../personal-data/own-section.tsx').then((its) => its.PersonalDataSection),
  <Skeleton lines={4} />,
);

/** The sections in display order, with their titles. */
const PARTS = [
  ['main', 'account.main'],
  ['picture', 'account.picture'],
  ['language', 'shell.language'],
  ['photos', 'account.photoSize'],
  ['password', 'auth.password'],
  ['email', 'auth.email'],
  ['second-step', 'account.secondStep'],
  ['passkeys', 'account.passkeys'],
  ['devices', 'account.devices'],
  ['sessions', 'account.sessions'],
  ['offline', 'account.offline'],
  ['updates', 'account.updates'],
  ['personal-data', 'personalData.ownTitle'],
  ['about', 'account.about'],
] as const satisfies readonly (readonly [string, TextKey])[];
type Part = (typeof PARTS)[number][0];

/** Managed by the identity provider for users who sign in through one. */
const OWN: readonly Part[] = ['password', 'email', 'second-step', 'passkeys'];

function useParts() {
  const { type } = useUser();
  return PARTS.filter(([part]) => type !== 'SAML' || !OWN.includes(part));
}

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

function About() {
  const t = useT();
  return (
    <Section id="about" title={t('account.about')}>
      <Text as="p" weight="strong" breaks>
        {t('auth.version', { version: PROGRAM_VERSION })}
      </Text>
      <Row gap="control" wrap>
        <TermsLink kind="terms" />
        <TermsLink kind="privacy" />
      </Row>
      <div>
        <Leave />
      </div>
    </Section>
  );
}

function PartContent({ part, account }: { part: Part; account: Account }): ReactNode {
  switch (part) {
    case 'main':
      return <MainData account={account} />;
    case 'picture':
      return <Picture account={account} />;
    case 'language':
      return <LanguageChoice />;
    case 'photos':
      return <PhotoSizeChoice account={account} />;
    case 'password':
      return <PasswordSection account={account} />;
    case 'email':
      return <EmailSection account={account} />;
    case 'second-step':
      return <SecondStepSection account={account} />;
    case 'passkeys':
      return <PasskeysSection account={account} />;
    case 'devices':
      return <DevicesSection />;
    case 'sessions':
      return <SessionsSection />;
    case 'offline':
      return <OfflineSection />;
    case 'updates':
      return (
        <>
          <UpdatesSection />
          <BetaSection />
        </>
      );
    case 'personal-data':
      return <PersonalDataSection />;
    case 'about':
      return <About />;
  }
}

function Parts({ only }: { only: Part | undefined }) {
  const t = useT();
  const user = useUser();
  const parts = useParts();
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
      {parts
        .filter(([part]) => only === undefined || part === only)
        .map(([part]) => (
          <PartContent key={part} part={part} account={data} />
        ))}
    </>
  );
}

/** Section list shown on phones, where each section has its own page. */
function PartsList() {
  const t = useT();
  const parts = useParts();
  return (
    <Stack aria-label={t('account.title')} as="nav" gap={0} surface="surface" corner="m" clip>
      {parts.map(([part, label]) => (
        <Link key={part} href={accountAddress(part)} className="account-entry ui-pressable">
          <span>{t(label)}</span>
          <IconMark icon={ChevronRightIcon} />
        </Link>
      ))}
    </Stack>
  );
}

const ImportsDialog = later(() => import('../imports/imports-dialog.tsx').then((its) => its.ImportsDialog));

const accountAddress = (part?: Part): string => (part === undefined ? '/userSettings' : `/userSettings/${part}`);

export function AccountScreen({ part: asked }: { part?: string | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const phone = useMedia(PHONE);
  const parts = useParts();
  const part = parts.find(([id]) => id === asked);
  const [only, label] = part ?? [];
  // On a wide screen all sections share one page; scroll to the one in the address.
  useEffect(() => {
    if (!phone && only !== undefined) document.getElementById(only)?.scrollIntoView();
  }, [phone, only]);
  const path = [{ id: 'account', label: t('account.title'), ...(label && phone && { href: accountAddress() }) }];
  if (label && phone) path.push({ id: 'part', label: t(label) });
  const importing = asked === 'importStatus';
  if (asked !== undefined && part === undefined && !importing) return <NotFound />;
  return (
    <Grid gap={8} className="account">
      <ScreenHead title={t(label ?? 'account.title')} path={path} />
      {!phone && (
        <nav className="account-parts" aria-label={t('account.title')}>
          {parts.map(([id, name]) => (
            <a key={id} href={`#${id}`}>
              {t(name)}
            </a>
          ))}
        </nav>
      )}
      <div className="account-sections">
        <h1 className={label && phone ? 'ui-hidden' : undefined}>{t('account.title')}</h1>
        {phone && only === undefined ? <PartsList /> : <Parts only={phone ? only : undefined} />}
      </div>
      {importing && <ImportsDialog onClose={() => void navigate({ href: accountAddress(), replace: true })} />}
    </Grid>
  );
}
