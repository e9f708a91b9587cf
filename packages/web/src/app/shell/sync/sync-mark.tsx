// Whether all edits have reached the server. Always visible; clicking it opens the sync status.
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import { type SyncStateName, useSyncState } from '../../../shared/data/use-sync-state.ts';
import { ErrorIcon, type Icon, IconMark, OfflineIcon, SuccessIcon, SyncIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { useT } from '../../../ui/translation.tsx';

const ICONS: Record<SyncStateName, Icon> = {
  offline: OfflineIcon,
  synced: SuccessIcon,
  unsynced: UploadIcon,
  progress: SyncIcon,
  error: ErrorIcon,
  opening: SyncIcon,
};

/** `bar`: with text; `bare`: icon only; `bottom`: an entry of the bottom bar. */
export type SyncMarkVariant = 'bar' | 'bare' | 'bottom';

export function SyncMark({ variant }: { variant: SyncMarkVariant }) {
  const bare = variant === 'bare';
  const t = useT();
  const { word, waiting } = useSyncState();
  const navigate = useNavigate();
  const words = t(`shell.syncState.${word}`, { count: waiting });
  const detail = word === 'offline' && waiting > 0 ? t('shell.syncState.unsynced', { count: waiting }) : undefined;
  const spoken = detail === undefined ? words : `${words}. ${detail}`;
  const button = (
    <Button
      className={variant === 'bottom' ? 'bottom-entry sync-bottom' : 'sync-mark'}
      data-state={word}
      data-bare={bare ? '' : undefined}
      // Its visible label comes first in its accessible name, for users of voice control.
      aria-label={variant === 'bottom' ? `${t('nav.sync')}, ${spoken}` : spoken}
      onPress={() => void navigate({ to: '/syncStatus' })}
    >
      <IconMark icon={ICONS[word]} />
      {variant !== 'bar' && waiting > 0 && <span className="sync-count">{waiting}</span>}
      {variant === 'bottom' && <span>{t('nav.sync')}</span>}
      {variant === 'bar' && (
        <span className="sync-words">
          {words}
          {detail !== undefined && <Text block>{detail}</Text>}
        </span>
      )}
    </Button>
  );
  return (
    <>
      <span role="status" className="ui-hidden">
        {spoken}
      </span>
      {bare ? (
        <Tooltip text={spoken} placement="right">
          {button}
        </Tooltip>
      ) : (
        button
      )}
    </>
  );
}
