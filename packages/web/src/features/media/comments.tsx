// Comments on a pin or a task: read, written, own ones edited.
import type { CommentRow } from '@plumbline/core/features/media/schema';
import type { Actor } from '@plumbline/core/features/sync/actor';
import type { TaskRow } from '@plumbline/core/features/tasks/schema';
import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { useT } from '../../ui/translation.tsx';
import type { People } from '../pins/people.ts';
import { useAct } from '../pins/use-act.ts';
import { FileLink } from './file-list.tsx';
import { mayEdit } from './post-rights.ts';
import './media.css';

export type CommentsProps = {
  projectId: string;
  pinId: string;
  /** Null: all comments of the pin are shown, new ones stand on the pin. */
  taskId: string | null;
  comments: readonly CommentRow[] | undefined;
  /** Names the task a comment stands on, where comments of the whole pin are shown. */
  tasks?: readonly TaskRow[] | undefined;
  actor: Actor | undefined;
  people: People;
  mayWrite: boolean;
};

export function Comments({ projectId, pinId, taskId, comments, tasks, actor, people, mayWrite }: CommentsProps) {
  const t = useT();
  const shown = (comments ?? [])
    .filter((comment) => taskId === null || comment.taskId === taskId)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return (
    <div className="comments">
      {comments !== undefined && shown.length === 0 && <p className="ui-help">{t('media.commentEmpty')}</p>}
      <ol className="comment-list">
        {shown.map((comment) => (
          <Comment
            key={comment.id}
            projectId={projectId}
            comment={comment}
            task={taskId === null ? tasks?.find((task) => task.id === comment.taskId) : undefined}
            name={people.nameOf(comment.createdBy)}
            editable={mayEdit(actor, 'comment.edit', comment)}
          />
        ))}
      </ol>
      {mayWrite && <Composer projectId={projectId} pinId={pinId} taskId={taskId} />}
    </div>
  );
}

type CommentProps = {
  projectId: string;
  comment: CommentRow;
  task: TaskRow | undefined;
  name: string;
  editable: boolean;
};

export function Comment({ projectId, comment, task, name, editable }: CommentProps) {
  const t = useT();
  const act = useAct(projectId);
  const [draft, setDraft] = useState<string>();
  const save = async () => {
    const text = draft?.trim();
    if (!text || text === comment.text || (await act('comment.edit', { id: comment.id, text }))) setDraft(undefined);
  };
  return (
    <li className="comment">
      <Avatar name={name} decorative />
      <div className="comment-body">
        <p className="comment-head">
          <strong>{name}</strong>
          <time dateTime={comment.createdAt} title={t.dateTime(new Date(comment.createdAt))}>
            {t.relative(new Date(comment.createdAt), new Date())}
          </time>
          {task?.number && <span>{t('media.onTask', { number: task.number })}</span>}
          {comment.edited && <span>{t('media.edited')}</span>}
          {editable && draft === undefined && (
            <Button kind="quiet" size="s" onPress={() => setDraft(comment.text)}>
              {t('media.edit')}
            </Button>
          )}
        </p>
        {draft === undefined ? (
          <p className="comment-text">{comment.text}</p>
        ) : (
          <div className="comment-edit">
            <TextArea label={t('media.commentEdit')} hideLabel value={draft} onChange={setDraft} autoFocus />
            <div className="comment-buttons">
              <Button size="s" onPress={() => setDraft(undefined)}>
                {t('media.cancel')}
              </Button>
              <Button kind="brand" size="s" isDisabled={draft.trim() === ''} onPress={() => void save()}>
                {t('media.save')}
              </Button>
            </div>
          </div>
        )}
        {comment.attachments.map((file) => (
          <FileLink key={file.blobId} projectId={projectId} file={file} />
        ))}
      </div>
    </li>
  );
}

export function Composer({ projectId, pinId, taskId }: { projectId: string; pinId: string; taskId: string | null }) {
  const t = useT();
  const act = useAct(projectId);
  const [text, setText] = useState('');
  const send = async () => {
    const written = text.trim();
    if (written === '') return;
    if (await act('comment.create', { id: crypto.randomUUID(), pinId, taskId, text: written })) setText('');
  };
  return (
    <form
      className="comment-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        label={t('media.comment')}
        hideLabel
        rows={1}
        placeholder={t('media.commentWrite')}
        value={text}
        onChange={setText}
        maxLength={10_000}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          else event.continuePropagation();
        }}
      />
      <Button type="submit" kind="brand" isDisabled={text.trim() === ''}>
        {t('media.commentSend')}
      </Button>
    </form>
  );
}
