// Activity on a pin: comments, photos and tasks in one stream, newest first, with a field for new comments.

import type { Actor } from '@plumbline/core/site/actor';
import type { CommentRow, PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { Translator } from '@plumbline/locales/translate';
import { isPhoto } from '../../../shared/media/photos.ts';
import { Picture } from '../../../shared/media/picture.tsx';
import type { People } from '../../../shared/site/people.ts';
import { useFirstRows } from '../../../ui/data/first-rows.tsx';
import {
  AttachmentIcon,
  CheckIcon,
  DrawIcon,
  type Icon,
  IconMark,
  MicrophoneIcon,
  NewPinIcon,
  PhotoIcon,
  TaskIcon,
  VideoIcon,
} from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { Comment, Composer, namedIn, OfferAttached } from '../../media/comments.tsx';
import { mayEdit } from '../../media/post-permissions.ts';
import './pin-panel.css';

type Happening = { icon: Icon; text: string; post?: PostRow };
type ActivityItem = { id: string; at: string } & (
  | { comment: CommentRow }
  /** Put into words only where it is shown. */
  | { describe: () => Happening }
);

export type PinActivityProps = {
  projectId: string;
  pin: PinRow;
  tasks: readonly TaskRow[];
  posts: readonly PostRow[];
  comments: readonly CommentRow[];
  actor: Actor | undefined;
  people: People;
  mayWrite: boolean;
};

/** Describes what was added: a sketch, video, recording, photos, or other files. */
function postWords(t: Translator, { files }: PostRow, name: string): { icon: Icon; text: string } {
  const all = (kind: string): boolean => files.every((file) => file.mime.startsWith(kind));
  const photos = files.filter(isPhoto).length;
  if (files.some((file) => file.sketch)) return { icon: DrawIcon, text: t('pin.activity.sketch', { name }) };
  if (all('video/')) return { icon: VideoIcon, text: t('pin.activity.film', { name }) };
  if (all('audio/')) return { icon: MicrophoneIcon, text: t('pin.activity.recording', { name }) };
  if (photos > 0) return { icon: PhotoIcon, text: t('pin.activity.photo', { name, count: photos }) };
  return { icon: AttachmentIcon, text: t('pin.activity.file', { name }) };
}

function pinEvents(t: Translator, { pin, tasks, posts, people }: PinActivityProps): ActivityItem[] {
  const created: ActivityItem = {
    id: pin.id,
    at: pin.createdAt,
    describe: () => ({
      icon: NewPinIcon,
      text: t('pin.activity.created', { name: people.nameOf(pin.createdBy) }),
    }),
  };
  const ofPosts = posts
    .filter((post) => post.active)
    .map((post): ActivityItem => {
      const describe = () => ({ ...postWords(t, post, people.nameOf(post.createdBy)), post });
      return { id: post.id, at: post.createdAt, describe };
    });
  const ofTasks = tasks
    .filter((task) => task.status !== 'draft')
    .flatMap((task): ActivityItem[] => {
      const number = task.number ?? 0;
      const describeNew = () => {
        const name = people.nameOf(task.createdBy);
        const text = number > 0 ? t('pin.activity.task', { name, number }) : t('pin.activity.newTask', { name });
        return { icon: TaskIcon, text };
      };
      const describeDone = () => ({
        icon: CheckIcon,
        text: t('pin.activity.done', { name: people.nameOf(task.doneBy), number }),
      });
      const made: ActivityItem = { id: task.id, at: task.createdAt, describe: describeNew };
      return task.doneAt === null ? [made] : [made, { id: `${task.id} done`, at: task.doneAt, describe: describeDone }];
    });
  return [created, ...ofPosts, ...ofTasks];
}

export function PinActivity(props: PinActivityProps) {
  const { projectId, pin, tasks, comments, actor, people, mayWrite } = props;
  const t = useT();
  const named = namedIn(people);
  const stream = [
    ...pinEvents(t, props),
    ...comments.map((comment): ActivityItem => ({ at: comment.createdAt, id: comment.id, comment })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  const [shown, more] = useFirstRows(stream);
  return (
    <Stack fluid gap={5}>
      {mayWrite && <Composer projectId={projectId} pinId={pin.id} taskId={null} people={named} />}
      <OfferAttached projectId={projectId} pinId={pin.id} comments={comments} />
      <Stack as="ol" fluid gap={5}>
        {shown.map((one) => {
          if ('describe' in one)
            return <ActivityRow key={one.id} projectId={projectId} at={one.at} happening={one.describe()} />;
          const { comment } = one;
          return (
            <Comment
              key={one.id}
              projectId={projectId}
              comment={comment}
              task={comment.taskId === null ? undefined : tasks.find((task) => task.id === comment.taskId)}
              name={people.nameOf(comment.createdBy)}
              people={named}
              editable={pin.status === 'open' && mayEdit(actor, 'comment.edit', comment)}
            />
          );
        })}
      </Stack>
      {more}
    </Stack>
  );
}

function ActivityRow({ projectId, at, happening }: { projectId: string; at: string; happening: Happening }) {
  const t = useT();
  const photos = happening.post?.files.filter(isPhoto).slice(0, 3) ?? [];
  return (
    <Row as="li" gap={3} align="stretch" size="s" ink={2}>
      <Stack as="span" gap={0} fixed ink={3} className="pin-happened-mark">
        <IconMark icon={happening.icon} />
      </Stack>
      <Stack as="span" shrink>
        <span>
          {happening.text}{' '}
          <Text as="time" ink={3} nowrap dateTime={at} title={t.dateTime(new Date(at))}>
            {t.relative(new Date(at), new Date())}
          </Text>
        </span>
        {photos.length > 0 && (
          <Row as="span" gap={1} align="stretch" className="pin-happened-photos">
            {photos.map((file) => (
              <span key={file.blobId}>
                <Picture projectId={projectId} file={file} size="thumb" alt={happening.post?.caption || file.name} />
              </span>
            ))}
          </Row>
        )}
      </Stack>
    </Row>
  );
}
