// Photo grid; opening a photo shows the viewer, where caption and state can be changed.
import type { Actor } from '@plumbline/core/site/actor';
import { useState } from 'react';
import { isPhoto, isVideoWithPoster } from '../../shared/media/photos.ts';
import { Picture } from '../../shared/media/picture.tsx';
import type { People } from '../../shared/site/people.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useFirstRows } from '../../ui/data/first-rows.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { DrawIcon, HideIcon, IconMark, PlayIcon, ShowIcon } from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';
import { clock } from './capture/formats.ts';
import { PhotoViewer, type ShownPhoto } from './photo-viewer/photo-viewer.tsx';
import { mayEdit } from './post-permissions.ts';
import { SendingMark } from './upload/sending-mark.tsx';
import '../../shared/media/media.css';

export type PhotoGridProps = {
  projectId: string;
  photos: readonly ShownPhoto[];
  actor: Actor | undefined;
  people: People;
  onDraw?: ((photo: ShownPhoto) => void) | undefined;
};

export function PhotoGrid({ projectId, photos, actor, people, onDraw }: PhotoGridProps) {
  const t = useT();
  const [shown, setShown] = useState<string | null>(null);
  const [rows, more] = useFirstRows(photos);
  const current = photos.find(({ file }) => file.blobId === shown);
  const mayDraw = onDraw && current && isPhoto(current.file) && mayEdit(actor, 'post.edit', current.post);
  return (
    <>
      <Stack as="ul" className="media-grid">
        {rows.map(({ post, file }) => (
          <Stack
            key={file.blobId}
            as="li"
            gap={1}
            justify="start"
            shrink
            anchor
            className="media-tile"
            data-inactive={post.active ? undefined : ''}
          >
            <button
              type="button"
              className="media-open"
              data-photo={file.blobId}
              aria-label={t('media.open', { name: post.caption || file.name })}
              onClick={() => setShown(file.blobId)}
            >
              <Picture projectId={projectId} file={file.poster ?? file} size="thumb" alt={post.caption || file.name} />
              {isVideoWithPoster(file) && (
                <Row as="span" gap={1} size="xs" corner="full" className="media-play">
                  <IconMark icon={PlayIcon} />
                  {file.duration !== undefined && <span className="ui-figures">{clock(file.duration)}</span>}
                </Row>
              )}
            </button>
            <Row as="span" gap={1} align="stretch" wrap className="media-state">
              {!post.active && <Tag icon={HideIcon}>{t('media.inactive')}</Tag>}
              {file.sketch && <Tag icon={DrawIcon}>{t('media.drawn')}</Tag>}
              <SendingMark blobId={file.blobId} />
            </Row>
            {post.caption !== '' && (
              <Text clamp size="s" ink={2} tight>
                {post.caption}
              </Text>
            )}
          </Stack>
        ))}
      </Stack>
      {more}
      <PhotoViewer
        projectId={projectId}
        photos={photos}
        blobId={shown}
        onShow={setShown}
        onDraw={
          mayDraw
            ? (photo) => {
                setShown(null);
                onDraw(photo);
              }
            : undefined
        }
        words={(photo) => (
          <PhotoWords key={photo.post.id} projectId={projectId} photo={photo} actor={actor} people={people} />
        )}
      />
    </>
  );
}

export function PhotoWords({
  projectId,
  photo,
  actor,
  people,
}: {
  projectId: string;
  photo: ShownPhoto;
  actor: Actor | undefined;
  people: People;
}) {
  const t = useT();
  const act = useAct(projectId);
  const { post } = photo;
  const editable = mayEdit(actor, 'post.edit', post);
  const [caption, setCaption] = useState(post.caption);
  const when = t.dateTime(new Date(post.takenAt ?? post.createdAt));
  const save = () => {
    if (caption.trim() !== post.caption) void act('post.edit', { id: post.id, caption: caption.trim() });
  };
  return (
    <>
      {editable ? (
        <TextField
          label={t('media.caption')}
          hideLabel
          placeholder={t('media.captionAdd')}
          value={caption}
          maxLength={1000}
          onChange={setCaption}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
        />
      ) : (
        post.caption !== '' && (
          <Text as="p" size="l" breaks>
            {post.caption}
          </Text>
        )
      )}
      <Row gap="2 4" justify="between" wrap least="control">
        <Text size="s" ink={2}>
          {t('media.by', {
            name: people.nameOf(post.createdBy),
            when: post.takenAt ? t('media.taken', { when }) : when,
          })}
        </Text>
        {editable && (
          <Button
            kind="quiet"
            size="s"
            icon={post.active ? HideIcon : ShowIcon}
            onPress={() => void act('post.edit', { id: post.id, active: !post.active })}
          >
            {post.active ? t('media.setInactive') : t('media.reactivate')}
          </Button>
        )}
      </Row>
    </>
  );
}
