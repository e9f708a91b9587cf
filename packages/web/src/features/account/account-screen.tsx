// Account settings on five pages. On phones, a list leads to them.
import type { Account } from '@plumbline/core/features/account/contract';
import { PROGRAM_VERSION } from '@plumbline/core/features/auth/instance-contract';
import type { TextKey } from '@plumbline/locales/keys';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-aria-components';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { useWaiting } from '../../shared/data/use-sync-state.ts';
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
import { DevicesSection, SessionsSection } from './devices/devices-sections.tsx';
import { useAccount } from './queries.ts';
import { AppearanceChoice, LanguageChoice, PhotoSizeChoice } from './settings/choices.tsx';
import { EmailSection, PasswordSection } from './settings/credentials-sections.tsx';
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

/** The pages in display order, each with its title and its sections. An address names a page or a section. */
const PAGES = [
  ['profile', 'account.main', ['main', 'picture', 'email']],
  ['display', 'account.pages.display', ['language', 'appearance']],
  ['security', 'account.pages.security', ['password', 'second-step', 'passkeys', 'sessions']],
  ['device', 'account.pages.device', ['devices', 'offline', 'photos', 'updates']],
  ['data', 'account.pages.data', ['personal-data', 'about']],
] as const satisfies readonly (readonly [string, TextKey, readonly string[]])[];
type Page = (typeof PAGES)[number];
type Part = Page[2][number];

/** Managed by the identity provider for users who sign in through one. */
const OWN: readonly Part[] = ['password', 'email', 'second-step', 'passkeys'];

/** What needs nothing from the server. */
const DEVICE_PARTS: readonly Part[] = ['language', 'appearance', 'offline', 'updates', 'about'];

function Leave() {
  const t = useT();
  const waiting = useWaiting();
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

/** A part about the account is empty without it. */
function PartContent({ part, account }: { part: Part; account: Account | undefined }): ReactNode {
  switch (part) {
    case 'main':
      return account && <MainData account={account} />;
    case 'picture':
      return account && <Picture account={account} />;
    case 'language':
      return <LanguageChoice />;
    case 'appearance':
      return <AppearanceChoice />;
    case 'photos':
      return account && <PhotoSizeChoice account={account} />;
    case 'password':
      return account && <PasswordSection account={account} />;
    case 'email':
      return account && <EmailSection account={account} />;
    case 'second-step':
      return account && <SecondStepSection account={account} />;
    case 'passkeys':
      return account && <PasskeysSection account={account} />;
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

function Parts({ parts }: { parts: readonly Part[] }) {
  const t = useT();
  const user = useUser();
  const account = useAccount();
  const { data, error } = account;
  if (!data && !error) return <Skeleton lines={10} />;
  return (
    <>
      {user.byToken && <Notice kind="warning">{t('account.byToken')}</Notice>}
      {!data && parts.some((part) => !DEVICE_PARTS.includes(part)) && (
        <ErrorView failure={shownFailure(t, error)} onRetry={() => void account.refetch()} />
      )}
      {parts
        .filter((part) => (data ? user.type !== 'SAML' || !OWN.includes(part) : DEVICE_PARTS.includes(part)))
        .map((part) => (
          <PartContent key={part} part={part} account={data} />
        ))}
    </>
  );
}

/** The list of pages, shown on phones instead of a page. */
function PagesList() {
  const t = useT();
  return (
    <Stack aria-label={t('account.title')} as="nav" gap={0} surface="surface" corner="m" clip line="between">
      {PAGES.map(([page, label]) => (
        <Link key={page} href={accountAddress(page)} data-icons="quiet" className="account-entry ui-pressable">
          <span>{t(label)}</span>
          <IconMark icon={ChevronRightIcon} />
        </Link>
      ))}
    </Stack>
  );
}

const ImportsDialog = later(() => import('../imports/imports-dialog.tsx').then((its) => its.ImportsDialog));

const accountAddress = (page?: Page[0]): string => (page === undefined ? '/userSettings' : `/userSettings/${page}`);

const pageOf = (asked: string | undefined): Page | undefined =>
  PAGES.find(([page, , parts]) => page === asked || parts.some((part) => part === asked));

export function AccountScreen({ part: asked }: { part?: string | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const phone = useMedia(PHONE);
  const named = pageOf(asked);
  const importing = asked === 'importStatus';
  const [page, label, parts] = named ?? PAGES[0];
  // Scrolls to the section in the address, which its content moves down while it loads.
  const { isSuccess } = useAccount();
  useEffect(() => {
    if (isSuccess && asked !== undefined && asked !== page) document.getElementById(asked)?.scrollIntoView();
  }, [isSuccess, asked, page]);
  if (asked !== undefined && named === undefined && !importing) return <NotFound />;
  const listed = phone && named === undefined;
  const path = [{ id: 'account', label: t('account.title'), ...(!listed && phone && { href: accountAddress() }) }];
  if (!listed && phone) path.push({ id: page, label: t(label) });
  return (
    <Grid gap={8} className="account ui-column">
      <ScreenHead title={t(listed ? 'account.title' : label)} path={path} />
      {!phone && (
        <nav className="account-parts" aria-label={t('account.title')}>
          {PAGES.map(([id, name]) => (
            <Link key={id} href={accountAddress(id)} {...(id === page && { 'aria-current': 'page' })}>
              {t(name)}
            </Link>
          ))}
        </nav>
      )}
      <div className="account-sections">
        <h1 className={listed || !phone ? undefined : 'ui-hidden'}>{t('account.title')}</h1>
        {listed ? <PagesList /> : <Parts parts={parts} />}
      </div>
      {importing && <ImportsDialog onClose={() => void navigate({ href: accountAddress(), replace: true })} />}
    </Grid>
  );
}
