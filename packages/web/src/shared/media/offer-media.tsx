// Above photos and files of which some are not on this device while it is offline: says so, and offers to download
// them once it is online.
import { PHOTO_SIZES, type PhotoSize, type PlanDownload } from '@plumbline/core/sync/downloads/store';
import { downloadsHere, useDownloads, useFilesHere } from '../../local/use-rows.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useT } from '../../ui/translation.tsx';
import { failureText } from '../data/shown-failure.ts';
import { useIsOffline } from '../data/use-sync-state.ts';

export type WantedFile = { blobId: string; size: 'thumb' | 'original'; planId: string | null };

const larger = (one: PhotoSize, other: PhotoSize): PhotoSize =>
  PHOTO_SIZES.indexOf(one) > PHOTO_SIZES.indexOf(other) ? one : other;

/** Whether the download fetches photos of this size from any time. */
const fetches = ({ state, options }: PlanDownload, photos: PhotoSize): boolean =>
  state === 'IN_PROGRESS' && options.period === 'all' && larger(options.photos, photos) === options.photos;

export function OfferMedia({ projectId, files }: { projectId: string; files: readonly WantedFile[] }) {
  const offline = useIsOffline();
  return offline ? <Offer projectId={projectId} files={files} /> : null;
}

function Offer({ projectId, files }: { projectId: string; files: readonly WantedFile[] }) {
  const t = useT();
  const isHere = useFilesHere();
  const downloads = useDownloads();
  const missing = isHere ? files.filter(({ blobId, size }) => !isHere(blobId, size)) : [];
  if (missing.length === 0) return null;
  const planIds = [...new Set(missing.flatMap(({ planId }) => planId ?? []))];
  const photos: PhotoSize = missing.some(({ size }) => size === 'original') ? 'originals' : 'thumbs';
  const left = planIds.filter((planId) => !downloads.some((one) => one.planId === planId && fetches(one, photos)));
  const want = async () => {
    for (const planId of left) {
      const known = downloads.find((one) => one.planId === planId)?.options.photos ?? photos;
      await downloadsHere().add([{ planId, projectId }], { period: 'all', photos: larger(known, photos) });
    }
  };
  const tell = (error: unknown) => showToast({ kind: 'error', text: failureText(t, error) });
  return (
    <Notice
      kind="offline"
      actions={
        left.length > 0 && (
          <Button size="s" onPress={() => void want().catch(tell)}>
            {t('offline.whenOnline')}
          </Button>
        )
      }
    >
      {t('media.notHere')} {planIds.length > 0 && left.length === 0 && t('media.willDownload')}
    </Notice>
  );
}
