// Shown on computers to users whose licence covers phones and
// tablets only: how to continue there, and what is available here.
import type { UserReply } from '@plumbline/core/features/auth/contract';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { SettingsIcon, SignOutIcon, TeamIcon } from '../../ui/icons.tsx';
import { Grid, Stack } from '../../ui/layout/primitives.tsx';
import { QrCode } from '../../ui/marks/qr-code.tsx';
import { useT } from '../../ui/translation.tsx';
import { signOut } from './sign-out.ts';
import './mobile-only.css';

export function MobileOnly({ user }: { user: UserReply }) {
  const t = useT();
  const here = `${location.origin}${location.pathname}${location.search}`;
  return (
    <AuthLayout title={t('licence.mobileTitle')} text={t('licence.mobileHere')}>
      <Grid gap={4} align="center" columns="132px rest" className="mobile-only">
        <QrCode text={here} label={t('licence.mobileCode')} />
        <p>{t('licence.mobileScan')}</p>
      </Grid>
      <p className="ui-help">{t('licence.mobileAsk', { organisation: user.organisationName })}</p>
      <Stack>
        {user.permissions.includes('user.manage') && (
          <LinkButton kind="brand" wide icon={TeamIcon} href="/userManagement">
            {t('organisation.title')}
          </LinkButton>
        )}
        <LinkButton wide icon={SettingsIcon} href="/userSettings">
          {t('account.title')}
        </LinkButton>
        <Button kind="quiet" wide icon={SignOutIcon} onPress={() => void signOut()}>
          {t('auth.signOut')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
