// Files of a pin other than photos: name, size, who added them; click to open or save.

import type { Actor } from '@plumbline/core/site/actor';
import type { PostFile, PostRow } from '@plumbline/core/site/rows/media';
import type { People } from '../../shared/site/people.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { useFirstRows } from '../../ui/data/first-rows.tsx';
import { FileIcon, HideIcon, IconMark, MicrophoneIcon, MoreIcon, ShowIcon, VideoIcon } from '../../ui/icons.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';
import { FileLink } from './file-link.tsx';
import { AudioPlayer } from './photo-viewer/video-player.tsx';
import { mayEdit } from './post-permissions.ts';
import { SendingMark } from './upload/sending-mark.tsx';
import '../../shared/media/media.css';

export type FilesOfPinProps = {
  projectId: string;
  files: readonly { post: PostRow; file: PostFile }[];
  actor: Actor | undefined;
  people: People;
};

export function FilesOfPin({ projectId, files, actor, people }: FilesOfPinProps) {
  const [rows, more] = useFirstRows(files);
  return (
    <>
      <ul className="media-file-list">
        {rows.map(({ post, file }) => (
          <FileRow key={file.blobId} projectId={projectId} post={post} file={file} actor={actor} people={people} />
        ))}
      </ul>
      {more}
    </>
  );
}

type FileRowProps = Omit<FilesOfPinProps, 'files'> & { post: PostRow; file: PostFile };

function FileRow({ projectId, post, file, actor, people }: FileRowProps) {
  const t = useT();
  const act = useAct(projectId);
  const when = t.relative(new Date(post.createdAt), new Date());
  return (
    <Row as="li" gap={3} pad="1 0" icons="quiet" className="media-file" data-inactive={post.active ? undefined : ''}>
      <IconMark
        icon={file.mime.startsWith('video/') ? VideoIcon : file.mime.startsWith('audio/') ? MicrophoneIcon : FileIcon}
      />
      <Stack as="span" gap={0} shrink grow className="media-file-words">
        <FileLink projectId={projectId} file={file} />
        {file.mime.startsWith('audio/') && <AudioPlayer projectId={projectId} file={file} />}
        {post.caption !== '' && <span>{post.caption}</span>}
        <span className="ui-help">
          {t.bytes(file.size)} · {t('media.by', { name: people.nameOf(post.createdBy), when })}
        </span>
        {/* Below the words, which would have no room beside it on a phone. */}
        <Row as="span" gap={2} wrap>
          <SendingMark blobId={file.blobId} />
          {!post.active && <Tag icon={HideIcon}>{t('media.inactive')}</Tag>}
        </Row>
      </Stack>
      {mayEdit(actor, 'post.edit', post) && (
        <Menu
          label={t('media.more', { name: file.name })}
          trigger={<IconButton icon={MoreIcon} label={t('media.more', { name: file.name })} />}
          groups={[
            {
              id: 'state',
              entries: [
                {
                  id: 'state',
                  label: post.active ? t('media.setInactive') : t('media.reactivate'),
                  icon: post.active ? HideIcon : ShowIcon,
                  onAction: () => void act('post.edit', { id: post.id, active: !post.active }),
                },
              ],
            },
          ]}
        />
      )}
    </Row>
  );
}
