// One file in the gallery: its picture or file type. A click opens it, or selects it in selection mode.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { memo } from 'react';
import { useRow } from '../../../local/use-rows.ts';
import { isVideoWithPoster, isVisual } from '../../../shared/media/photos.ts';
import { Picture } from '../../../shared/media/picture.tsx';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import { FileIcon, IconMark, MicrophoneIcon, PlayIcon, SuccessIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
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

/** Which pin the file is of. */
function PinCaption({ pin }: { pin: PinRow }) {
  const category = useRow('category', pin.categoryId);
  return (
    <Row as="span" gap={1} size="xs" nowrap shrink pad="1 2" className="gallery-pin">
      <PinMark colour={category?.colour ?? NO_COLOUR} status={pin.status} size={16} />
      {pin.number !== null && <span className="ui-figures">#{pin.number}</span>}
      <Text cut aria-hidden>
        {pin.title}
      </Text>
    </Row>
  );
}

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
  const length = isVideoWithPoster(file) && file.duration !== undefined ? clock(file.duration) : undefined;
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
      {isVideoWithPoster(file) && (
        <Row as="span" gap={1} size="xs" corner="full" className="media-play gallery-play">
          <IconMark icon={PlayIcon} />
          {length && <span className="ui-figures">{length}</span>}
        </Row>
      )}
      <Row as="span" gap={1} align="stretch" wrap className="media-state">
        <SendingMark blobId={file.blobId} />
      </Row>
      {pin && <PinCaption pin={pin} />}
      {isChosen && (
        <Stack as="span" gap={0} center corner="full" surface="brand" at="2 2 auto auto" box={28}>
          <IconMark icon={SuccessIcon} />
        </Stack>
      )}
    </button>
  );
});
