// Shows whether a newer version of the app is available, and starts using it.
import { instance } from '@plumbline/core/features/auth/instance-contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useVersion } from '../../../shared/version/new-version.tsx';
import { checkForUpdate, switchToVersion } from '../../../shared/version/version.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Switch } from '../../../ui/choices/switch.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { SyncIcon } from '../../../ui/icons.tsx';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { useT } from '../../../ui/translation.tsx';

const NAME = 'plumbline_beta';
const YEAR = 365 * 86_400;

const chosen = (): boolean => document.cookie.split('; ').includes(`${NAME}=on`);

function choose(on: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${NAME}=${on ? 'on' : ''}; Path=/; SameSite=Lax; Max-Age=${on ? YEAR : 0}${secure}`;
}

/**
 * Opt-in to the pre-release version, where the operator offers one: a cookie makes the reverse proxy route this
 * browser to it.
 */
export function BetaSection() {
  const t = useT();
  const about = useQuery({ queryKey: ['instance'], queryFn: () => call(instance, {}), staleTime: 3_600_000 });
  const [on, set] = useState(chosen);
  if (!about.data?.beta) return null;
  return (
    <Section id="beta" title={t('account.beta')} text={t('account.betaText')}>
      <Switch
        isSelected={on}
        onChange={(next) => {
          choose(next);
          set(next);
          // The reload makes the proxy route this browser to the chosen version.
          location.reload();
        }}
      >
        {t('account.betaOn')}
      </Switch>
    </Section>
  );
}

export function UpdatesSection() {
  const t = useT();
  const { word } = useVersion();
  const [looked, setLooked] = useState(false);
  const newer = word === 'available' || word === 'ready';
  return (
    <Section id="updates" title={t('account.updates')} text={t('account.updatesText')}>
      {looked && word === 'current' && <Notice kind="success">{t('account.upToDate')}</Notice>}
      {looked && word === 'unknown' && <Notice kind="warning">{t('error.network')}</Notice>}
      {word === 'installing' && <Notice kind="info">{t('account.fetchingUpdate')}</Notice>}
      <div>
        {newer ? (
          <Button kind="brand" icon={SyncIcon} onPress={() => void switchToVersion()}>
            {t('shell.updateNow')}
          </Button>
        ) : (
          <Button
            icon={SyncIcon}
            isPending={word === 'checking' || word === 'installing'}
            onPress={() => void checkForUpdate().then(() => setLooked(true))}
          >
            {t('account.checkUpdates')}
          </Button>
        )}
      </div>
    </Section>
  );
}
