// A film or a recording that is played: from this device while it is here, else by a signed link.
import type { PostFile } from '@plumbline/core/features/media/schema';
import { useBlobUrl } from '../../local/use-rows.ts';
import { useT } from '../../ui/translation.tsx';
import { usePicture } from './picture.tsx';
import { useMediaUrl } from './use-media-url.ts';

type PlayerProps = { projectId: string; file: PostFile };

function useSource(projectId: string, file: PostFile): string | undefined {
  const local = useBlobUrl(file.blobId);
  const linked = useMediaUrl(projectId, local === undefined ? file.blobId : null, 'original');
  return local ?? linked ?? undefined;
}

export function Film({ projectId, file }: PlayerProps) {
  const source = useSource(projectId, file);
  const poster = usePicture(projectId, file.poster ?? file, 'preview').sources[0];
  return (
    <video
      className="media-film"
      controls
      playsInline
      preload="metadata"
      aria-label={file.name}
      {...(source !== undefined && { src: source })}
      {...(file.poster && poster !== undefined && { poster })}
    />
  );
}

export function Sound({ projectId, file }: PlayerProps) {
  const t = useT();
  const source = useSource(projectId, file);
  if (source === undefined) return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: recorded on site, there are no captions
    <audio
      className="media-sound"
      controls
      preload="none"
      src={source}
      aria-label={t('media.play', { name: file.name })}
    />
  );
}
