// Comments on a pin or a task: reading, writing, editing one's own.

import type { Actor } from '@plumbline/core/site/actor';
import type { CommentRow, PostFile } from '@plumbline/core/site/rows/media';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { type ReactNode, useState } from 'react';
import { useRow } from '../../local/use-rows.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { useIsOffline } from '../../shared/data/use-sync-state.ts';
import { OfferMedia, type WantedFile } from '../../shared/media/offer-media.tsx';
import { isPhoto } from '../../shared/media/photos.ts';
import { Picture, usePicture } from '../../shared/media/picture.tsx';
import { PersonAvatar } from '../../shared/session/person-avatar.tsx';
import { useUser } from '../../shared/session/session.tsx';
import type { People } from '../../shared/site/people.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { useFirstRows } from '../../ui/data/first-rows.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { AttachmentIcon, CloseIcon } from '../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { FileLink } from './file-link.tsx';
import { MentionArea } from './mentions/mention-area.tsx';
import { type MentionTarget, mentionsIn, pieces } from './mentions/mention-text.ts';
import { mayEdit } from './post-permissions.ts';
import { chooseFiles } from './upload/choose-files.ts';
import { droppedPurpose, type ReadFile, readFile } from './upload/read-file.ts';
import { keepFile, useProblemWords } from './upload/store-file.ts';
import '../../shared/media/media.css';

/** Maximum number of files per comment. */
const MAX_FILES = 20;

export type CommentsProps = {
  projectId: string;
  pinId: string;
  /** Null: shows all comments of the pin, and adds new ones to the pin itself. */
  taskId: string | null;
  comments: readonly CommentRow[] | undefined;
  /** Used to name the task of a comment when comments of the whole pin are shown. */
  tasks?: readonly TaskRow[] | undefined;
  actor: Actor | undefined;
  people: People;
  mayWrite: boolean;
};

export function Comments({ projectId, pinId, taskId, comments, tasks, actor, people, mayWrite }: CommentsProps) {
  const t = useT();
  const named = namedIn(people);
  const shown = (comments ?? [])
    .filter((comment) => taskId === null || comment.taskId === taskId)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const [newest, more] = useFirstRows(shown);
  return (
    <Stack fluid gap={4} className="comments">
      {comments !== undefined && shown.length === 0 && <p className="ui-help">{t('media.commentEmpty')}</p>}
      {more}
      <OfferAttached projectId={projectId} pinId={pinId} comments={shown} />
      <Stack as="ol" fluid gap={4}>
        {newest.toReversed().map((comment) => (
          <Comment
            key={comment.id}
            projectId={projectId}
            comment={comment}
            task={taskId === null ? tasks?.find((task) => task.id === comment.taskId) : undefined}
            name={people.nameOf(comment.createdBy)}
            people={named}
            editable={mayEdit(actor, 'comment.edit', comment)}
          />
        ))}
      </Stack>
      {mayWrite && <Composer projectId={projectId} pinId={pinId} taskId={taskId} people={named} />}
    </Stack>
  );
}

/** Says that some of what is attached to these comments of a pin is not on this device, and offers to download it. */
export function OfferAttached({
  projectId,
  pinId,
  comments,
}: {
  projectId: string;
  pinId: string;
  comments: readonly CommentRow[];
}) {
  const pin = useRow('pin', pinId);
  if (!pin) return null;
  const files = comments.flatMap(({ attachments }) =>
    attachments.map((file): WantedFile => {
      return { planId: pin.planId, blobId: file.blobId, size: isPhoto(file) ? 'thumb' : 'original' };
    }),
  );
  return <OfferMedia projectId={projectId} files={files} />;
}

/** The active members of a project with the names used in mentions. */
export function namedIn(people: People): readonly MentionTarget[] {
  return people.members
    .filter((member) => member.state === 'active')
    .map(({ userId }) => ({ userId, name: people.nameOf(userId) }));
}

/** The text of a comment with mentions highlighted. Rows from before mentions existed have none. */
function words({ text, mentions }: CommentRow, people: readonly MentionTarget[]): ReactNode {
  const named = people.filter(({ userId }) => (mentions as readonly string[] | undefined)?.includes(userId));
  if (named.length === 0) return text;
  return pieces(text, named).map((piece, index) =>
    piece.userId === undefined ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are identified by their position only
      <Text key={index} ink="brand" weight="medium" className="mention">
        {piece.text}
      </Text>
    ),
  );
}

type CommentProps = {
  projectId: string;
  comment: CommentRow;
  task: TaskRow | undefined;
  name: string;
  people: readonly MentionTarget[];
  editable: boolean;
};

export function Comment({ projectId, comment, task, name, people, editable }: CommentProps) {
  const t = useT();
  const act = useAct(projectId);
  const [draft, setDraft] = useState<string>();
  const isOffline = useIsOffline();
  const isEditable = editable && !(isOffline && comment.taskId !== null);
  const save = async () => {
    const text = draft?.trim();
    if (
      !text ||
      text === comment.text ||
      (await act('comment.edit', { id: comment.id, text, mentions: mentionsIn(text, people) }))
    )
      setDraft(undefined);
  };
  return (
    <Row as="li" gap={3} align="stretch" className="comment">
      <PersonAvatar userId={comment.createdBy} name={name} decorative />
      <Stack gap={0.5} shrink grow>
        <Row as="p" gap="0 2" wrap size="s" ink={3} className="comment-head">
          <Text as="strong" ink={1} weight="medium">
            {name}
          </Text>
          <time dateTime={comment.createdAt} title={t.dateTime(new Date(comment.createdAt))}>
            {t.relative(new Date(comment.createdAt), new Date())}
          </time>
          {task?.number && <span>{t('media.onTask', { number: task.number })}</span>}
          {comment.edited && <span>{t('media.edited')}</span>}
          {isEditable && draft === undefined && (
            <Button kind="quiet" size="s" onPress={() => setDraft(comment.text)}>
              {t('media.edit')}
            </Button>
          )}
        </Row>
        {draft === undefined ? (
          <Text as="p" breaks lines>
            {words(comment, people)}
          </Text>
        ) : (
          <Stack>
            <MentionArea
              label={t('media.commentEdit')}
              hideLabel
              value={draft}
              onChange={setDraft}
              people={people}
              onSend={() => void save()}
              autoFocus
            />
            <Row align="stretch" justify="end">
              <Button size="s" onPress={() => setDraft(undefined)}>
                {t('media.cancel')}
              </Button>
              <Button kind="brand" size="s" isDisabled={!isEditable || draft.trim() === ''} onPress={() => void save()}>
                {t('media.save')}
              </Button>
            </Row>
          </Stack>
        )}
        {comment.attachments.length > 0 && (
          <Row align="stretch" wrap className="comment-attached">
            {comment.attachments.map((file) => (
              <Attached key={file.blobId} projectId={projectId} file={file} />
            ))}
          </Row>
        )}
      </Stack>
    </Row>
  );
}

/** An attached photo as a thumbnail that opens in a new tab; any other file by name. */
function Attached({ projectId, file }: { projectId: string; file: PostFile }) {
  const t = useT();
  const { sources } = usePicture(projectId, file, 'preview');
  if (!isPhoto(file)) return <FileLink projectId={projectId} file={file} />;
  return (
    <a
      className="media-open"
      href={sources[0]}
      target="_blank"
      rel="noreferrer"
      aria-label={t('media.open', { name: file.name })}
    >
      <Picture projectId={projectId} file={file} size="thumb" alt={file.name} />
    </a>
  );
}

type ComposerProps = { projectId: string; pinId: string; taskId: string | null; people: readonly MentionTarget[] };

export function Composer({ projectId, pinId, taskId, people }: ComposerProps) {
  const t = useT();
  const act = useAct(projectId);
  const problemWords = useProblemWords();
  const { photoSize } = useUser();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly ReadFile[]>([]);
  const [busy, setBusy] = useState(false);
  // Comments on tasks need a connection; what has been entered stays.
  const isBlocked = useIsOffline() && taskId !== null;

  const attach = async (chosen: readonly File[]) => {
    const read: ReadFile[] = [];
    for (const file of chosen.slice(0, MAX_FILES)) read.push(await readFile(file, droppedPurpose(file), photoSize));
    for (const { file, problem } of read) {
      if (problem) showToast({ kind: 'error', text: problemWords(file.name, problem) });
    }
    setFiles((now) => [...now, ...read.filter((one) => !one.problem)].slice(0, MAX_FILES));
  };
  const send = async () => {
    const written = text.trim();
    if (written === '' || busy || isBlocked) return;
    setBusy(true);
    try {
      const attachments: PostFile[] = [];
      for (const one of files) attachments.push(await keepFile(one));
      const comment = {
        id: crypto.randomUUID(),
        pinId,
        taskId,
        text: written,
        attachments,
        mentions: mentionsIn(written, people),
      };
      if (await act('comment.create', comment)) {
        setText('');
        setFiles([]);
      }
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    }
    setBusy(false);
  };
  return (
    <Grid
      as="form"
      align="end"
      columns="auto rest auto"
      className="comment-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {isBlocked && (
        <Text as="p" size="s" ink={2} className="comment-files" role="status">
          {t('media.taskCommentsOffline')}
        </Text>
      )}
      {files.length > 0 && (
        <Row as="ul" gap={1} align="stretch" wrap className="comment-files">
          {files.map((one) => (
            <li key={`${one.file.name} ${one.file.size}`} className="comment-file">
              <Text cut>{one.file.name}</Text>
              <IconButton
                icon={CloseIcon}
                size="s"
                label={t('media.removeAttachment', { name: one.file.name })}
                onPress={() => setFiles((now) => now.filter((other) => other !== one))}
              />
            </li>
          ))}
        </Row>
      )}
      <IconButton
        icon={AttachmentIcon}
        label={t('media.attach')}
        onPress={() => chooseFiles('file', (chosen) => void attach(chosen))}
      />
      <MentionArea
        label={t('media.comment')}
        hideLabel
        rows={1}
        placeholder={t('media.commentWrite')}
        value={text}
        onChange={setText}
        maxLength={10_000}
        people={people}
        onSend={() => void send()}
      />
      <Button type="submit" kind="brand" isPending={busy} isDisabled={isBlocked || text.trim() === ''}>
        {t('media.commentSend')}
      </Button>
    </Grid>
  );
}
