// Opt-in to the pre-release version, where the operator offers
// one: a cookie makes the reverse proxy route this browser to it.
import { instance } from '@plumbline/core/features/auth/instance-contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { Switch } from '../../../ui/choices/switch.tsx';
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
