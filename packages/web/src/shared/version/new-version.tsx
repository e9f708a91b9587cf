// Announces a newer version and switches to it when the user agrees.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SyncIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { onVersion, switchToVersion, type VersionState, versionState, watchVersion } from './version.ts';

/** The version state as a hook. */
export const useVersion = (): VersionState => useSyncExternalStore(onVersion, versionState);

let watching = false;

export function NewVersion() {
  const t = useT();
  const { word } = useVersion();
  const online = useOnline();
  const [later, setLater] = useState(false);
  const [going, setGoing] = useState(false);
  useEffect(() => {
    if (watching) return;
    watching = true;
    watchVersion();
  }, []);
  // The user has to sign in afterwards, which requires a connection.
  if (later || !online || (word !== 'available' && word !== 'ready')) return null;
  return (
    <Notice
      banner
      icon={SyncIcon}
      title={t('shell.newVersion')}
      onDismiss={() => setLater(true)}
      actions={
        <Button
          size="s"
          isPending={going}
          onPress={() => {
            setGoing(true);
            void switchToVersion().finally(() => setGoing(false));
          }}
        >
          {t('shell.updateNow')}
        </Button>
      }
    >
      {t('shell.newVersionText')}
    </Notice>
  );
}
