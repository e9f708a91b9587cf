// Sign-in screen. After sign-in, the requested screen opens at the same address.
import { instance, PROGRAM_VERSION } from '@plumbline/core/features/auth/instance-contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-aria-components';
import { call } from '../../../api/client.ts';
import { AllMessages } from '../../../shared/i18n/i18n.tsx';
import { phoneAddress } from '../../../shared/navigation/addresses.ts';
import { AuthLayout } from '../../../shared/session/auth-layout.tsx';
import { NewVersion } from '../../../shared/version/new-version.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Box, Row } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useOnline } from '../../../ui/use-online.ts';
import { isSupported } from './browsers.ts';
import { type AlternativeSignIn, SignInForm } from './sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';

const TokenDialog = lazy(() => import('./token-dialog.tsx').then((module) => ({ default: module.TokenDialog })));
const Routed = lazy(() => import('./sso-routing.tsx').then((module) => ({ default: module.Routed })));
const VersionPlay = lazy(() => import('./version-play.tsx').then((module) => ({ default: module.VersionPlay })));

/** Maximum time between two of the five clicks, in milliseconds. */
const QUICK_CLICK_MS = 600;
const CLICKS = 5;

/** Calls `onFive` when the logo is clicked five times in quick succession. */
function useFiveClicks(onFive: () => void): () => void {
  const last = useRef({ at: 0, count: 0 });
  return () => {
    const at = performance.now();
    const count = at - last.current.at < QUICK_CLICK_MS ? last.current.count + 1 : 1;
    last.current = { at, count: count === CLICKS ? 0 : count };
    if (count === CLICKS) onFive();
  };
}

export function SignInScreen({ activated = false }: { activated?: boolean }) {
  const t = useT();
  const signIn = useSignIn();
  const [asking, ask] = useState(false);
  const [playing, play] = useState(false);
  const [elsewhere, onAlternative] = useState<AlternativeSignIn>();
  const online = useOnline();
  const clicked = useFiveClicks(() => ask(true));
  const about = useQuery({ queryKey: ['instance'], queryFn: () => call(instance, {}), staleTime: 3_600_000 });
  const { supportEmail, supportPhone, registration = true } = about.data ?? {};
  const isFirstStep = signIn.step === 'password';
  return (
    <AuthLayout
      title={isFirstStep ? t('auth.title') : t('auth.codeTitle')}
      onMark={clicked}
      foot={
        <>
          {supportEmail && (
            <a href={`mailto:${supportEmail}?subject=Plumbline%20${PROGRAM_VERSION}`}>{t('auth.support')}</a>
          )}
          {supportPhone && <a href={phoneAddress(supportPhone)}>{supportPhone}</a>}
          <Box as="button" type="button" push ink={2} className="sign-in-version" onClick={() => play(true)}>
            {playing ? (
              <Suspense fallback={PROGRAM_VERSION}>
                <VersionPlay text={t('auth.version', { version: PROGRAM_VERSION })} onEnd={() => play(false)} />
              </Suspense>
            ) : (
              t('auth.version', { version: PROGRAM_VERSION })
            )}
          </Box>
        </>
      }
    >
      {!isSupported(navigator.userAgent) && <Notice kind="warning">{t('auth.oldBrowser')}</Notice>}
      {activated && isFirstStep && <Notice kind="success">{t('auth.activated')}</Notice>}
      <SignInForm signIn={signIn} elsewhere={isFirstStep ? elsewhere : undefined}>
        {isFirstStep && (
          <Row
            as="nav"
            gap="0 6"
            align="stretch"
            justify="between"
            wrap
            className="sign-in-links"
            aria-label={t('auth.otherWays')}
          >
            <Link href="/forgotPassword">{t('auth.forgot')}</Link>
            {online && <Link href={`/idpSelection${location.search}`}>{t('auth.singleSignOn')}</Link>}
            {registration && <Link href="/register">{t('auth.register')}</Link>}
          </Row>
        )}
      </SignInForm>
      {isFirstStep && online && signIn.entered.username.includes('@') && (
        <Suspense>
          <AllMessages waiting={null}>
            <Routed typed={signIn.entered.username} onAlternative={onAlternative} />
          </AllMessages>
        </Suspense>
      )}
      <NewVersion />
      {asking && (
        <Suspense>
          <AllMessages waiting={null}>
            <TokenDialog onClose={() => ask(false)} />
          </AllMessages>
        </Suspense>
      )}
    </AuthLayout>
  );
}
