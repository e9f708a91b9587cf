// Marks a file the server does not have yet: upload progress, waiting for a connection, or refused.
import { useSyncStatus, useUploadProgress } from '../../../local/use-rows.ts';
import { ErrorIcon, OfflineIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { useT } from '../../../ui/translation.tsx';

export function SendingMark({ blobId }: { blobId: string }) {
  const t = useT();
  const state = useSyncStatus(({ files }) => files?.get(blobId));
  const offline = useSyncStatus((status) => status.offline);
  const share = useUploadProgress(blobId);
  if (state === undefined) return null;
  if (state === 'refused') return <Tag icon={ErrorIcon}>{t('media.refused')}</Tag>;
  if (offline) return <Tag icon={OfflineIcon}>{t('media.waiting')}</Tag>;
  if (share === undefined) return <Tag icon={UploadIcon}>{t('media.queued')}</Tag>;
  return <Tag icon={UploadIcon}>{t('media.sent', { percent: Math.floor(share * 100) })}</Tag>;
}
