// Shows whether a newer version of the app is available, and starts using it.
import { useState } from 'react';
import { useVersion } from '../../../shared/version/use-version.ts';
import { beginWithVersion, checkForUpdate } from '../../../shared/version/version.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { SyncIcon } from '../../../ui/icons.tsx';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { useT } from '../../../ui/translation.tsx';

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
          <Button kind="brand" icon={SyncIcon} onPress={() => void beginWithVersion()}>
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
