// Says of a file that the server does not have yet: on its way, waiting for a connection, or refused.
import { useSyncStatus } from '../../local/use-rows.ts';
import { ErrorIcon, OfflineIcon, UploadIcon } from '../../ui/icons.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';

export function SendingMark({ blobId }: { blobId: string }) {
  const t = useT();
  const { files, offline } = useSyncStatus();
  const state = files?.get(blobId);
  if (state === undefined) return null;
  if (state === 'refused') return <Tag icon={ErrorIcon}>{t('media.refused')}</Tag>;
  return <Tag icon={offline ? OfflineIcon : UploadIcon}>{offline ? t('media.waiting') : t('media.sending')}</Tag>;
}
