// One file in the gallery: its picture or file type. A click opens it, or selects it in selection mode.
import { memo } from 'react';
import { isFilm, isVisual } from '../../../shared/media/photos.ts';
import { Picture } from '../../../shared/media/picture.tsx';
import { FileIcon, IconMark, MicrophoneIcon, PlayIcon, SuccessIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { clock } from '../capture/formats.ts';
import { SendingMark } from '../upload/sending-mark.tsx';
import type { GalleryItem } from './items.ts';

export type GalleryTileProps = {
  projectId: string;
  item: GalleryItem;
  index: number;
  /** Undefined outside selection mode. */
  isChosen: boolean | undefined;
  isCurrent: boolean;
  onPress: (index: number) => void;
};

export const GalleryTile = memo(function GalleryTile({
  projectId,
  item,
  index,
  isChosen,
  isCurrent,
  onPress,
}: GalleryTileProps) {
  const t = useT();
  const { file, post, pin } = item;
  const name = post.caption || pin?.title || file.name;
  const length = isFilm(file) && file.duration !== undefined ? clock(file.duration) : undefined;
  return (
    <button
      type="button"
      className="gallery-tile"
      data-index={index}
      data-photo={file.blobId}
      data-inactive={post.active ? undefined : ''}
      data-chosen={isChosen ? '' : undefined}
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={isChosen}
      onClick={() => onPress(index)}
    >
      <span className="ui-hidden">
        {isChosen === undefined ? t('media.open', { name }) : t('media.gallery.choose', { name })}
      </span>
      {isVisual(file) ? (
        <Picture projectId={projectId} file={file.poster ?? file} size="thumb" alt="" />
      ) : (
        <Stack as="span" gap={1} center fill size="s" breaks centered className="gallery-file">
          <IconMark icon={file.mime.startsWith('audio/') ? MicrophoneIcon : FileIcon} />
          <Text clamp aria-hidden>
            {name}
          </Text>
        </Stack>
      )}
      {isFilm(file) && (
        <Row as="span" gap={1} size="xs" corner="full" className="media-play gallery-play">
          <IconMark icon={PlayIcon} />
          {length && <span className="ui-figures">{length}</span>}
        </Row>
      )}
      <Row as="span" gap={1} align="stretch" wrap className="media-state">
        <SendingMark blobId={file.blobId} />
      </Row>
      {pin?.number && <span className="gallery-pin ui-figures">#{pin.number}</span>}
      {isChosen && (
        <Stack as="span" gap={0} center corner="full" className="gallery-check">
          <IconMark icon={SuccessIcon} />
        </Stack>
      )}
    </button>
  );
});
