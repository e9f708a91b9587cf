// A project of which every role sees only a part: what is hidden from whom, and what belongs to whom.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SiteTx } from '@plumbline/core/site/entities';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { type Actor, type World, writeRows } from './actors.ts';
import { commentRow, fileOf, groupRow, markupRow, pinRow, planRow, postRow, savedViewRow, taskRow } from './content.ts';
import type { TestServer } from './server.ts';

/** Appears in everything that is hidden. */
export const SECRET = 'Verborgen';
const ROLES = ['subcontractor', 'externalViewer', 'contributor', 'administrator'] as const;
export type Looking = (typeof ROLES)[number];
/** Ids of what a role may work on; `shown` is a pin that all roles see. */
export type OwnContent = {
  user: string;
  shown: string;
  pin: string;
  task: string;
  post: string;
  blob: string;
  group: string;
  view: string;
};

export type UnseenSite = {
  plan: PlanRow;
  /** Ids of what this role must not see, by entity. */
  unseen: { role: Looking; ids: Record<string, string> }[];
  own: Record<Looking, OwnContent>;
};

export async function keepFile(server: TestServer, world: World, by: Actor, name: string): Promise<string> {
  const bytes = Buffer.from(name);
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = `blobs/${world.organisationId}/${sha256.toString('hex')}`;
  await server.services.files.put(key, Readable.from([bytes]));
  const owner = { organisationId: world.organisationId, userId: by.userId };
  await recordBlob(server.services, owner, { id, key, sha256, size: bytes.length, mime: 'text/plain', name });
  return id;
}

/** Creates items for the role, on a pin that all roles see. */
async function makeOwn(
  tx: SiteTx,
  { projectId, roles }: World,
  { plan, pinId, role, blobId }: { plan: PlanRow; pinId: string; role: Looking; blobId: string },
): Promise<OwnContent> {
  const { userId } = roles[role];
  const by = { projectId, createdBy: userId };
  const pin = pinRow(by, { number: 10 + ROLES.indexOf(role), planId: plan.id, x: 0.5, y: 0.5 });
  const to = { assigneeType: 'User' as const, assigneeId: userId };
  const task = taskRow({ ...by, createdBy: role === 'subcontractor' ? roles.administrator.userId : userId }, pinId, {
    number: 10 + ROLES.indexOf(role),
    ...to,
  });
  const post = postRow(by, pinId, [fileOf(blobId)], { taskId: task.id });
  const group = groupRow(by, { title: role });
  const view = savedViewRow(by, { title: role, shared: false });
  if (role !== 'subcontractor') tx.put('pin', pin);
  tx.put('task', task);
  tx.put('post', post);
  tx.put('group', group);
  tx.put('savedView', view);
  const ownPin = role === 'subcontractor' ? pinId : pin.id;
  return {
    ...{ user: userId, shown: pinId, pin: ownPin, task: task.id, post: post.id },
    ...{ blob: blobId, group: group.id, view: view.id },
  };
}

/** Fills the project of the world. */
export async function createUnseenSite(server: TestServer, world: World): Promise<UnseenSite> {
  const blob = (by: Actor, name: string) => keepFile(server, world, by, name);
  const own = {} as UnseenSite['own'];
  const unseen: UnseenSite['unseen'] = [];
  const { projectId, roles } = world;
  const by = { projectId, createdBy: roles.administrator.userId };
  const author = { projectId, createdBy: roles.internalViewer.userId };
  const plan = planRow(by);
  const shown = pinRow({ projectId, createdBy: roles.externalViewer.userId }, { number: 1 });
  const hidden = pinRow(by, { number: 2, title: `${SECRET} pin`, planId: plan.id, x: 0.2, y: 0.2 });
  const to = (who: Actor) => ({ assigneeType: 'User' as const, assigneeId: who.userId });
  const beside = taskRow(by, shown.id, { number: 3, title: `${SECRET} beside`, ...to(roles.administrator) });
  const away = taskRow(by, hidden.id, { number: 4, title: `${SECRET} away`, ...to(roles.administrator) });
  const draft = taskRow(author, shown.id, { title: `${SECRET} draft`, status: 'draft', ...to(roles.subcontractor) });
  const blobs = {
    away: await blob(roles.administrator, `${SECRET}.txt`),
    draft: await blob(roles.internalViewer, `${SECRET} draft.txt`),
    own: await Promise.all(ROLES.map((role) => blob(roles[role], `${role}.txt`))),
  };
  const file = (id: string) => [fileOf(id, { name: `${SECRET}.txt` })];
  const post = postRow(by, hidden.id, file(blobs.away), { caption: SECRET });
  const draftPost = postRow(author, shown.id, file(blobs.draft), { caption: SECRET, taskId: draft.id });
  const comment = commentRow(by, hidden.id, { text: SECRET });
  const draftComment = commentRow(author, shown.id, { text: SECRET, taskId: draft.id });
  const group = groupRow(by, { title: SECRET, pinIds: [hidden.id, shown.id] });
  const view = savedViewRow(author, { title: SECRET, shared: false, query: { search: [SECRET] } });
  const markup = markupRow(author, plan.id, { text: SECRET, shared: false });
  // On a task that has since been reassigned.
  const once = (['subcontractor', 'externalViewer'] as const).map((role) => {
    const mine = { projectId, createdBy: roles[role].userId };
    return {
      post: postRow(mine, shown.id, file(blobs.away), { caption: SECRET, taskId: beside.id }),
      comment: commentRow(mine, shown.id, { text: SECRET, taskId: beside.id }),
    };
  });
  await writeRows(server, world, async (tx) => {
    tx.put('plan', plan);
    for (const one of [shown, hidden]) tx.put('pin', one);
    for (const one of [beside, away, draft]) tx.put('task', one);
    for (const one of [post, draftPost, ...once.map((them) => them.post)]) tx.put('post', one);
    for (const one of [comment, draftComment, ...once.map((them) => them.comment)]) tx.put('comment', one);
    tx.put('group', group);
    tx.put('savedView', view);
    tx.put('markup', markup);
    for (const [at, role] of ROLES.entries())
      own[role] = await makeOwn(tx, world, { plan, pinId: shown.id, role, blobId: blobs.own[at] ?? '' });
  });
  const drafts = {
    ...{ task: draft.id, post: draftPost.id, comment: draftComment.id, blob: blobs.draft },
    view: view.id,
    markup: markup.id,
  };
  const rest = { pin: hidden.id, task: away.id, post: post.id, comment: comment.id, group: group.id, blob: blobs.away };
  for (const [at, role] of (['subcontractor', 'externalViewer'] as const).entries()) {
    unseen.push({ role, ids: rest }, { role, ids: drafts });
    unseen.push({ role, ids: { task: beside.id, post: once[at]?.post.id ?? '', comment: once[at]?.comment.id ?? '' } });
  }
  for (const role of ['contributor', 'administrator'] as const) unseen.push({ role, ids: drafts });
  return { plan, unseen, own };
}
