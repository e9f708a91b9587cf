// One file about to be added: preview, caption, and the actions available before adding.
import { memo, useState } from 'react';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { CloseIcon, DrawIcon, FileIcon, IconMark, MicrophoneIcon } from '../../../ui/icons.tsx';
import { Box, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { Drawing } from '../sketch/sketch-editor.tsx';
import { useFileUrl } from '../use-file-url.ts';
import type { ReadFile } from './read-file.ts';

/** A drawing made on a photo before it is added. */
export type SketchedImage = { drawing: Drawing; flat: ReadFile };
export type Item = ReadFile & { id: string; caption: string; drawn?: SketchedImage | undefined };

export type AddItemProps = {
  item: Item;
  onCaption: (id: string, caption: string) => void;
  onDraw: (id: string) => void;
  onLeaveOut: (id: string) => void;
};

export const AddItem = memo(function AddItem({ item, onCaption, onDraw, onLeaveOut }: AddItemProps) {
  const t = useT();
  const { name } = item.file;
  const isPhoto = item.purpose === 'photo';
  return (
    <li className="media-preview-item">
      <Box anchor corner="m" surface="sunken" clip className="media-preview-picture">
        <Shown item={item} />
        <Box as="span" at="1 1 auto auto">
          {isPhoto && (item.small || item.drawn) && (
            <IconButton
              icon={DrawIcon}
              label={t('media.drawOn', { name })}
              kind="default"
              onPress={() => onDraw(item.id)}
            />
          )}
          <IconButton
            icon={CloseIcon}
            label={t('media.leaveOut', { name })}
            kind="default"
            onPress={() => onLeaveOut(item.id)}
          />
        </Box>
      </Box>
      <TextField
        label={t('media.caption')}
        hideLabel
        placeholder={t('media.captionAdd')}
        value={item.caption}
        onChange={(caption) => onCaption(item.id, caption)}
        maxLength={1000}
      />
    </li>
  );
});

function Shown({ item }: { item: Item }) {
  const t = useT();
  const { name, size } = item.file;
  const picture = useFileUrl(item.purpose === 'photo' ? (item.drawn?.drawing.flat ?? item.small) : undefined);
  const [unplayable, setUnplayable] = useState(false);
  const isRecording = item.purpose !== 'photo' && item.type !== 'Documents' && !unplayable;
  const recording = useFileUrl(isRecording ? item.file : undefined);
  const onError = () => setUnplayable(true);
  if (recording !== undefined && item.type === 'Visuals')
    // biome-ignore lint/a11y/useMediaCaption: chosen or just recorded
    return <video src={recording} controls playsInline aria-label={name} onError={onError} />;
  if (recording !== undefined)
    return (
      <Stack as="span" gap={1} center pad={3} fill breaks centered className="media-preview-file">
        <IconMark icon={MicrophoneIcon} />
        <span>{name}</span>
        {/* biome-ignore lint/a11y/useMediaCaption: chosen or just recorded */}
        <audio src={recording} controls aria-label={name} onError={onError} />
      </Stack>
    );
  if (picture !== undefined) return <img src={picture} alt={name} />;
  return (
    <Stack as="span" gap={1} center pad={3} fill breaks centered className="media-preview-file">
      <IconMark icon={FileIcon} />
      <span>{name}</span>
      <span className="ui-help">{t.bytes(size)}</span>
    </Stack>
  );
}
