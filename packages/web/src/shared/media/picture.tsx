// A project photo: shown from this device immediately while it is still here, else through a signed link.
import type { MediaSize } from '@plumbline/core/features/media/contract';
import type { PostFile } from '@plumbline/core/site/rows/media';
import { useState } from 'react';
import { useBlobUrl, useSyncStatus } from '../../local/use-rows.ts';
import { Text } from '../../ui/layout/primitives.tsx';
import { Image, type ImageProps } from '../../ui/marks/image.tsx';
import { useLocalThumb } from './local-thumbs.ts';
import { useMediaUrl } from './use-media-url.ts';
import './media.css';

/** Whether the bytes are on this device, e.g. because they are waiting to be uploaded, and the URL of the picture. */
export function usePicture(projectId: string, file: Pick<PostFile, 'blobId'>, size: MediaSize) {
  const isSending = useSyncStatus(({ files }) => files?.has(file.blobId) === true);
  // A photo waiting here is shown as a thumbnail: at full size, each takes a hundred megabytes on screen.
  const waits = size === 'thumb' && isSending;
  const small = useLocalThumb(waits ? file.blobId : null);
  const whole = useBlobUrl(waits ? null : file.blobId, size);
  const local = small ?? whole;
  const wanted = local === undefined && !waits ? file.blobId : null;
  const linked = useMediaUrl(projectId, wanted, size);
  const original = useMediaUrl(projectId, wanted, 'original');
  // Offline, a downloaded thumbnail is better than nothing.
  const thumb = useBlobUrl(size === 'thumb' ? null : wanted, 'thumb');
  const sources = local === undefined ? [linked, original, thumb].filter((one) => typeof one === 'string') : [local];
  const asked = local !== undefined || linked !== undefined;
  return { sources: [...new Set(sources)], asked, isLocal: local !== undefined };
}

export type PictureProps = {
  projectId: string;
  file: PostFile;
  size: MediaSize;
  alt: string;
  fit?: 'cover' | 'contain' | undefined;
} & Pick<ImageProps, 'loading' | 'fallback'>;

export function Picture({ projectId, file, size, alt, fit, loading, fallback }: PictureProps) {
  const { sources, asked } = usePicture(projectId, file, size);
  // A displayed picture is not reloaded when its link is renewed.
  const [displayed, setDisplayed] = useState<readonly string[]>();
  if (!asked && displayed === undefined) return <Text fill wide block className="media-wait" aria-hidden="true" />;
  return (
    <Image
      sources={displayed ?? sources}
      alt={alt}
      fit={fit}
      loading={loading}
      fallback={fallback}
      className="media-picture"
      onLoad={() => setDisplayed(sources)}
    />
  );
}
