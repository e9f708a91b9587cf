// A pin as a BCF topic. A pin that came from a BCF file keeps its topic; only what has changed since is replaced. Pure.
import type { CommentRow, PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { IdOf } from '../import/ids.ts';
import { wordKey } from '../import/project-words.ts';
import { viewpointOf } from './pin-viewpoint.ts';
import { becameOf, type StoredTopic } from './stored-topic.ts';
import { labelsOf, pinOfTopic } from './topic-pin.ts';
import { attributeOf, child, childrenOf, type Node, node, textOf } from './tree.ts';

export type ExportedPin = { pin: PinRow; category: string; tasks: TaskRow[]; comments: CommentRow[]; posts: PostRow[] };
export type ExportContext = {
  idOf: IdOf;
  /** Email address or name of a user or contact, and all the words that mean the person. */
  personOf: (id: string | null) => { name: string; words: readonly string[] };
};

/** A file of a topic: from the store, or written here. */
export type PartOfTopic = { name: string; blobId?: string; bytes?: Buffer; tree?: Node };

const STATUS = { open: 'Open', closed: 'Closed', inactive: 'Inactive' } as const;
const SNAPSHOTS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Replaces or removes an element of a topic; the order is restored when it is written. */
function set(topic: Node, name: string, content: string | Node[]): Node {
  const others = topic.children.filter((one) => one.name !== name);
  return content.length === 0
    ? { ...topic, children: others }
    : { ...topic, children: [...others, node(name, content)] };
}

const unfinished = (tasks: readonly TaskRow[]): TaskRow | undefined =>
  tasks
    .filter(({ status }) => status !== 'draft' && status !== 'inactive')
    .toSorted(
      (a, b) => Number(a.status === 'closed') - Number(b.status === 'closed') || a.createdAt.localeCompare(b.createdAt),
    )[0];

function freshTopic({ pin }: ExportedPin, { personOf }: ExportContext): Node {
  return node(
    'Topic',
    [node('Title', ''), node('CreationDate', pin.createdAt), node('CreationAuthor', personOf(pin.createdBy).name)],
    { Guid: pin.id },
  );
}

/** The markup in the layout of 3.0 with the files it names, by their names in the topic's folder. */
export function exportedTopic(
  exported: ExportedPin,
  context: ExportContext,
  stored: StoredTopic | undefined,
): { markup: Node; parts: PartOfTopic[] } {
  const { pin, category, tasks, comments, posts } = exported;
  const before = stored && pinOfTopic(stored.markup, stored.folder).pin;
  let topic = child(stored?.markup, 'Topic') ?? freshTopic(exported, context);
  const original = topic;
  const differs = (then: string | null | undefined, now: string | null) =>
    before === undefined || (then ?? '') !== (now ?? '');
  if (differs(before?.title, pin.title)) topic = set(topic, 'Title', pin.title || '–');
  if (differs(before?.notes, pin.notes)) topic = set(topic, 'Description', pin.notes);
  if (differs(before?.tags.join(' '), pin.tags.join(' ')))
    topic = set(
      topic,
      'Labels',
      pin.tags.map((tag) => node('Label', tag)),
    );
  const attributes = { ...topic.attributes };
  if (category !== '' && differs(wordKey(before?.category ?? ''), wordKey(category))) attributes.TopicType = category;
  if (differs(before?.status, pin.status)) attributes.TopicStatus = STATUS[pin.status];
  topic = { ...topic, attributes };
  const task = unfinished(tasks);
  const assignee = context.personOf(task?.assigneeId ?? null);
  if (!assignee.words.includes(wordKey(before?.task?.assignee ?? ''))) topic = set(topic, 'AssignedTo', assignee.name);
  if ((before?.task?.dueDate ?? null) !== (task?.dueDate ?? null))
    topic = set(topic, 'DueDate', task?.dueDate ? `${task.dueDate}T00:00:00Z` : '');
  topic = withComments(topic, comments, context, stored);
  const views = viewsOf(exported, posts, context, stored);
  const known = childrenOf(child(topic, 'Viewpoints'), 'ViewPoint');
  if (views.nodes.length > 0) topic = set(topic, 'Viewpoints', [...known, ...views.nodes]);
  if (stored && JSON.stringify(topic) !== JSON.stringify(original)) topic = set(topic, 'ModifiedDate', pin.changedAt);
  const header = stored?.markup.children.filter(({ name }) => name === 'Header') ?? [];
  const files = stored?.files.map(({ path, blobId }) => ({ name: path, blobId })) ?? [];
  return { markup: node('Markup', [...header, topic]), parts: [...files, ...views.parts] };
}

function withComments(
  topic: Node,
  comments: readonly CommentRow[],
  { idOf, personOf }: ExportContext,
  stored: StoredTopic | undefined,
): Node {
  const imported = new Set(stored ? becameOf(stored, idOf) : []);
  const added = comments
    .filter(({ id }) => !imported.has(id))
    .map((comment) =>
      node(
        'Comment',
        [
          node('Date', comment.createdAt),
          node('Author', personOf(comment.createdBy).name),
          node('Comment', comment.text),
        ],
        { Guid: comment.id },
      ),
    );
  if (added.length === 0) return topic;
  return set(topic, 'Comments', [...childrenOf(child(topic, 'Comments'), 'Comment'), ...added]);
}

/** Photos as viewpoints with a snapshot, and the position in a building model. */
function viewsOf(
  { pin }: ExportedPin,
  posts: readonly PostRow[],
  { idOf }: ExportContext,
  stored: StoredTopic | undefined,
) {
  const nodes: Node[] = [];
  const parts: PartOfTopic[] = [];
  if (pin.modelPosition) {
    const name = `viewpoint-${pin.id}.bcfv`;
    nodes.push(node('ViewPoint', [node('Viewpoint', name)], { Guid: pin.id }));
    parts.push({ name, tree: viewpointOf(pin.id, pin.modelPosition) });
  }
  const imported = new Set(stored ? becameOf(stored, idOf) : []);
  for (const post of posts) {
    if (!post.active || imported.has(post.id)) continue;
    for (const { blobId, mime } of post.files) {
      const ending = SNAPSHOTS[mime];
      if (ending === undefined) continue;
      const name = `snapshot-${blobId}.${ending}`;
      nodes.push(node('ViewPoint', [node('Snapshot', name)], { Guid: blobId }));
      parts.push({ name, blobId });
    }
  }
  return { nodes, parts };
}

/** The values of the lists of extensions that a topic uses, by the name of the list. */
export function valuesOf(markup: Node): Readonly<Record<string, string[]>> {
  const topic = child(markup, 'Topic');
  const comments = childrenOf(child(topic, 'Comments'), 'Comment');
  const used = {
    TopicTypes: [attributeOf(topic, 'TopicType')],
    TopicStatuses: [attributeOf(topic, 'TopicStatus')],
    Priorities: [textOf(topic, 'Priority')],
    TopicLabels: labelsOf(topic),
    Users: [
      ...['CreationAuthor', 'ModifiedAuthor', 'AssignedTo'].map((name) => textOf(topic, name)),
      ...comments.flatMap((comment) => [textOf(comment, 'Author'), textOf(comment, 'ModifiedAuthor')]),
    ],
    SnippetTypes: [attributeOf(child(topic, 'BimSnippet'), 'SnippetType')],
    Stages: [textOf(topic, 'Stage')],
  };
  return Object.fromEntries(Object.entries(used).map(([list, values]) => [list, values.filter(Boolean)]));
}
