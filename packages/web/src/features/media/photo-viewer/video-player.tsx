// Video and audio player: plays the local file if there is one, otherwise a signed link.
import type { PostFile } from '@plumbline/core/site/rows/media';
import { useState } from 'react';
import { useBlobUrl } from '../../../local/use-rows.ts';
import { usePicture } from '../../../shared/media/picture.tsx';
import { useMediaUrl } from '../../../shared/media/use-media-url.ts';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { FileLink } from '../file-link.tsx';

type PlayerProps = { projectId: string; file: PostFile };

type Source = {
  url: string | undefined;
  /** Neither this device nor the server has a version that this browser can play. */
  failed: boolean;
  onError: (player: HTMLMediaElement) => void;
};

/** A file of this device that this browser cannot play is replaced by the version of the server, which may differ. */
function useSource(projectId: string, file: PostFile, size: 'original' | 'play'): Source {
  const [failedUrls, setFailedUrls] = useState<readonly string[]>([]);
  const stored = useBlobUrl(file.blobId);
  const local = stored !== undefined && !failedUrls.includes(stored) ? stored : undefined;
  const linked = useMediaUrl(projectId, local === undefined ? file.blobId : null, size) ?? undefined;
  const url = local ?? linked;
  return {
    url,
    failed: url === undefined ? failedUrls.length > 0 : failedUrls.includes(url),
    onError: (player) => {
      if (url !== undefined && isUnknownForm(player)) setFailedUrls((urls) => [...urls, url]);
    },
  };
}

/** Shown instead of a black player when this browser cannot play the format; offers the file as a download. */
function CannotPlay({ projectId, file }: PlayerProps) {
  const t = useT();
  return (
    <Stack gap={3} center pad={5} centered className="media-unplayed" role="alert">
      <p>{t('media.cannotPlay')}</p>
      <FileLink projectId={projectId} file={file} />
    </Stack>
  );
}

/** Whether the browser cannot play the format; network errors can be retried instead. */
const isUnknownForm = (player: HTMLMediaElement): boolean =>
  player.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED || player.error?.code === MediaError.MEDIA_ERR_DECODE;

export function VideoPlayer({ projectId, file }: PlayerProps) {
  const { url: source, failed, onError } = useSource(projectId, file, 'play');
  const poster = usePicture(projectId, file.poster ?? file, 'preview').sources[0];
  if (failed) return <CannotPlay projectId={projectId} file={file} />;
  return (
    <video
      className="media-film"
      controls
      playsInline
      preload="metadata"
      aria-label={file.name}
      onError={({ currentTarget }) => onError(currentTarget)}
      {...(source !== undefined && { src: source })}
      {...(file.poster && poster !== undefined && { poster })}
    />
  );
}

export function AudioPlayer({ projectId, file }: PlayerProps) {
  const t = useT();
  const { url: source, failed, onError } = useSource(projectId, file, 'original');
  if (failed) return <span className="ui-help">{t('media.cannotPlay')}</span>;
  if (source === undefined) return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: recorded on site, there are no captions
    <audio
      className="media-sound"
      controls
      preload="none"
      src={source}
      onError={({ currentTarget }) => onError(currentTarget)}
      aria-label={t('media.play', { name: file.name })}
    />
  );
}
