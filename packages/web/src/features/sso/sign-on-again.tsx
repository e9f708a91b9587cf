// Renews an expired SSO session in a second tab, so that input in this one is kept.
import type { ReactNode } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { ExternalIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { rememberedProvider } from './remembered-provider.ts';

export function SignOnAgain({ children }: { children: ReactNode }) {
  const t = useT();
  const online = useOnline();
  const provider = rememberedProvider();
  const way = provider
    ? `/samlLogin?${new URLSearchParams({ provider: provider.id, name: provider.name, again: '1' })}`
    : '/idpSelection';
  return (
    <div className="sign-in-form">
      <p>{t('signOn.againText', { name: provider?.name || t('signOn.yourProvider') })}</p>
      <Button
        kind="next"
        size="l"
        wide
        icon={ExternalIcon}
        isDisabled={!online}
        onPress={() => void globalThis.open(way, '_blank')}
      >
        {t('signOn.again')}
      </Button>
      {children}
    </div>
  );
}
