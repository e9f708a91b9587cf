// Whether everything that was done here has reached the server. Always in sight, in words as well as in its sign.

import { Button } from 'react-aria-components';
import { ErrorIcon, type Icon, IconMark, OfflineIcon, SuccessIcon, SyncIcon, UploadIcon } from '../../ui/icons.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { useT } from '../../ui/translation.tsx';
import { type SyncState, useSyncStatus } from '../sync-status.ts';

const ICONS: Record<SyncState, Icon> = {
  offline: OfflineIcon,
  synced: SuccessIcon,
  unsynced: UploadIcon,
  progress: SyncIcon,
  error: ErrorIcon,
  empty: SuccessIcon,
};

export function SyncMark({ bare }: { bare: boolean }) {
  const t = useT();
  const { state, waiting } = useSyncStatus();
  const words = t(`shell.syncState.${state}`, { count: waiting });
  const detail = state === 'offline' && waiting > 0 ? t('shell.syncState.unsynced', { count: waiting }) : undefined;
  const spoken = detail === undefined ? words : `${words}. ${detail}`;
  return (
    <div className="sync-mark" data-state={state} data-bare={bare ? '' : undefined}>
      <span role="status" className="ui-hidden">
        {spoken}
      </span>
      {bare ? (
        <Tooltip text={spoken} placement="right">
          <Button className="sync-mark-bare" aria-label={spoken}>
            <IconMark icon={ICONS[state]} />
            {waiting > 0 && <span className="sync-count">{waiting}</span>}
          </Button>
        </Tooltip>
      ) : (
        <span aria-hidden="true" className="sync-mark-words">
          <IconMark icon={ICONS[state]} />
          <span>
            {words}
            {detail !== undefined && <span className="sync-detail">{detail}</span>}
          </span>
        </span>
      )}
    </div>
  );
}
