import { ROLES } from '@plumbline/core/access/capabilities';
import { canSeeMedia } from '@plumbline/core/features/media/rules';
import { type Actor, loadActor } from '@plumbline/core/site/actor';
import type { CommentRow, PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { TASK_STATUSES, type TaskRow } from '@plumbline/core/site/rows/tasks';
import { canSeePin, canSeeTask } from '@plumbline/core/site/visibility';
import { PARTIAL_ENTITIES, type PartialEntity, printOf } from '@plumbline/core/sync/protocol';
import { readPull } from '@plumbline/core/sync/read-pull';
import { examplePin, exampleTask } from '@plumbline/core/testing/rows';
import { runSite, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactRow, insertContact } from '../content.ts';
import { startTestCluster, type TestCluster } from '../database.ts';
import { type Random, randomFrom } from './schedules/random.ts';
import { edit, makeSite, type Person, pinEdit, pullAll, push, rowsOf, type TestSite } from './site.ts';

let cluster: TestCluster;
let site: TestSite;

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster?.stop());
beforeEach(async () => {
  site = await makeSite(await cluster.database());
  return () => site.database.close();
});

type Everything = { pin: PinRow[]; task: TaskRow[]; post: PostRow[]; comment: CommentRow[] };

function invent(random: Random): Everything {
  const everything: Everything = { pin: [], task: [], post: [], comment: [] };
  const users = Object.values(site.people).map((one) => one.userId);
  const now = site.services.clock.now().toISOString();
  const made = () => ({ id: site.newId(), projectId: site.projectId, createdBy: random.pick(users), createdAt: now });
  const assignees = [
    { assigneeType: null, assigneeId: null },
    { assigneeType: 'TeamGroup' as const, assigneeId: site.teamId },
    { assigneeType: 'Contact' as const, assigneeId: random.pick(users) },
    ...users.map((userId) => ({ assigneeType: 'User' as const, assigneeId: userId })),
  ];
  for (let count = 0; count < 25; count += 1) {
    const pin = examplePin({
      ...made(),
      planId: random.onceIn(3) ? null : site.planId,
      number: count + 1,
      tags: ['a'],
      changedAt: now,
    });
    everything.pin.push(pin);
    const tasks = Array.from(
      { length: random.under(4) },
      (): TaskRow =>
        exampleTask({
          ...made(),
          pinId: pin.id,
          status: random.pick(TASK_STATUSES),
          dueDate: '2026-02-28',
          reminderDays: 1,
          repeat: random.onceIn(2) ? { every: 2, unit: 'week' } : null,
          ...random.pick(assignees),
          changedAt: now,
        }),
    );
    everything.task.push(...tasks);
    for (let media = random.under(4); media > 0; media -= 1) {
      // Occasionally a task of another pin, which no action would reference.
      const named = [...tasks, ...everything.task.slice(0, 2)].map((task) => task.id);
      const on = { ...made(), pinId: pin.id, taskId: random.pick([null, ...named]) };
      if (random.onceIn(2)) {
        everything.comment.push({ ...on, text: 'x', attachments: [], mentions: [], edited: false });
      } else {
        everything.post.push({ ...on, type: 'Visuals', caption: '', files: [], active: true, takenAt: null });
      }
    }
  }
  return everything;
}

/** What the rules in core say the actor sees. */
function seenBy(actor: Actor, everything: Everything): Record<PartialEntity, string[]> {
  const tasksOf = (pinId: string) => everything.task.filter((task) => task.pinId === pinId);
  const media = (item: { pinId: string; taskId: string | null }) => {
    const pin = everything.pin.find((one) => one.id === item.pinId);
    return pin !== undefined && canSeeMedia(actor, item, pin, tasksOf(pin.id));
  };
  const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id).sort();
  return {
    pin: ids(everything.pin.filter((pin) => canSeePin(actor, pin, tasksOf(pin.id)))),
    task: ids(everything.task.filter((task) => canSeeTask(actor, task))),
    post: ids(everything.post.filter(media)),
    comment: ids(everything.comment.filter(media)),
  };
}

async function actorOf(person: Person): Promise<Actor> {
  return runSite(site.services, person, site.projectId, 'look', async ({ tx }) => loadActor(tx, person.userId));
}

async function setRole(person: Person, role: Person['role']): Promise<void> {
  await runSiteAsSystem(site.services, site.people.ada, site.projectId, 'member.role', async ({ tx }) => {
    for (const member of await tx.find('member', 'userId', person.userId)) tx.put('member', { ...member, role });
  });
}

describe('what a member sees', () => {
  it.each([1, 2, 3, 4])('matches in SQL and in the rules of core, for every role (seed %i)', async (seed) => {
    const everything = invent(randomFrom(seed));
    await runSiteAsSystem(site.services, site.people.ada, site.projectId, 'invent', async ({ tx }) => {
      for (const entity of PARTIAL_ENTITIES) for (const row of everything[entity]) tx.put(entity, row as never);
    });
    const counts = new Set<number>();
    for (const role of ROLES.filter((one) => one !== 'none')) {
      await setRole(site.people.sam, role);
      const actor = await actorOf(site.people.sam);
      const expected = seenBy(actor, everything);
      const pulled = await pullAll(site, site.people.sam, { limit: seed * 7 });
      const got = Object.fromEntries(
        PARTIAL_ENTITIES.map((entity) => [
          entity,
          rowsOf(pulled, entity)
            .map((row) => row.id)
            .sort(),
        ]),
      );
      expect([role, got]).toEqual([role, expected]);
      counts.add(Object.values(expected).flat().length);
      const last = pulled.replies.at(-1);
      const limited = role === 'externalViewer' || role === 'subcontractor';
      expect(last?.print).toEqual(limited ? printOf(Object.values(expected).flat()) : null);
      const listed = await readPull(site.store, site.people.sam, {
        projectId: site.projectId,
        from: pulled.to,
        timeline: last?.timeline,
        scope: last?.scope,
        limit: 10,
        list: 'true',
      });
      const keep =
        listed.keep && Object.fromEntries(PARTIAL_ENTITIES.map((entity) => [entity, listed.keep?.[entity]?.sort()]));
      expect(keep).toEqual(limited ? expected : null);
      // Rows arrive as core defines them, however the database represents dates, numbers and JSON.
      for (const task of rowsOf(pulled, 'task'))
        expect(task).toEqual(everything.task.find((one) => one.id === task.id));
      for (const pin of rowsOf(pulled, 'pin')) expect(pin).toEqual(everything.pin.find((one) => one.id === pin.id));
    }
    // If all roles saw the same rows, the test would prove nothing.
    expect(counts.size).toBeGreaterThan(2);
  });

  it('includes everything on the pin for an assignee, until the task is reassigned', async () => {
    const { carl, sam, tom, ada } = site.people;
    const device = { person: carl, id: site.newId() };
    const [pinId, taskId] = [site.newId(), site.newId()];
    await push(site, device, [pinEdit(site, 1, pinId), pinEdit(site, 2, site.newId())]);
    const before = await pullAll(site, sam);
    expect([rowsOf(before, 'pin'), rowsOf(before, 'plan').length]).toEqual([[], 1]);
    const assign = (userId: string) => ({ assigneeType: 'User', assigneeId: userId });
    await push(site, device, [edit(site, 3, 'task.create', { id: taskId, pinId, ...assign(sam.userId) })]);
    const on = (pulled: { replies: { timeline: string; scope: string }[]; to: number }) => ({
      from: pulled.to,
      timeline: pulled.replies.at(-1)?.timeline ?? '',
      scope: pulled.replies.at(-1)?.scope ?? '',
    });
    const given = await pullAll(site, sam, on(before));
    expect([rowsOf(given, 'pin').length, rowsOf(given, 'task').length]).toEqual([1, 1]);
    await push(site, device, [edit(site, 4, 'task.delegate', { id: taskId, ...assign(tom.userId) })]);
    const taken = await pullAll(site, sam, on(given));
    expect(taken.rows.size).toBe(0);
    // The device notices by the fingerprint and requests the list of ids.
    expect(taken.replies[0]?.print).toEqual(printOf([]));
    expect(given.replies[0]?.print).toEqual(printOf([pinId, taskId]));
    expect(rowsOf(await pullAll(site, tom), 'pin')).toHaveLength(1);
    expect(rowsOf(await pullAll(site, ada), 'pin')).toHaveLength(2);
  });

  it('is read again from the start when the role, a team or the history epoch changes', async () => {
    const { sam } = site.people;
    const first = await pullAll(site, sam);
    const known = { from: first.to, timeline: first.replies[0]?.timeline ?? '', scope: first.replies[0]?.scope ?? '' };
    expect((await pullAll(site, sam, known)).replies[0]).toMatchObject({ reset: false, rows: [] });
    await runSiteAsSystem(site.services, site.people.ada, site.projectId, 'team.update', async ({ tx }) => {
      const team = await tx.get('team', site.teamId);
      if (team) tx.put('team', { ...team, active: false });
    });
    const again = await pullAll(site, sam, known);
    expect(again.replies[0]).toMatchObject({ reset: true, to: 0, more: true });
    expect(again.rows.size).toBe(first.rows.size);
    await setRole(sam, 'contributor');
    expect((await pullAll(site, sam, { ...known, scope: again.replies.at(-1)?.scope ?? '' })).replies[0]?.reset).toBe(
      true,
    );
    const elsewhere = { ...known, scope: '2-all', timeline: site.newId() };
    expect((await pullAll(site, sam, elsewhere)).replies[0]?.reset).toBe(true);
    expect((await pullAll(site, sam, { ...elsewhere, timeline: known.timeline, from: 9_999 })).replies[0]?.reset).toBe(
      true,
    );
  });

  it('includes a removal when an open task becomes a draft again, for members who see everything', async () => {
    const { carl, vera, ada } = site.people;
    const device = { person: carl, id: site.newId() };
    const [pinId, taskId, commentId, draftId] = [site.newId(), site.newId(), site.newId(), site.newId()];
    await push(site, device, [
      pinEdit(site, 1, pinId),
      edit(site, 2, 'task.create', { id: taskId, pinId, assigneeType: 'User', assigneeId: ada.userId }),
      edit(site, 3, 'comment.create', { id: commentId, pinId, taskId, text: 'bald' }),
    ]);
    const before = await pullAll(site, vera);
    await push(site, device, [
      edit(site, 4, 'task.create', { id: draftId, pinId, draft: true, assigneeType: null, assigneeId: null }),
    ]);
    await runSiteAsSystem(site.services, ada, site.projectId, 'task.withdraw', async ({ tx }) => {
      const task = await tx.get('task', taskId);
      if (task) tx.put('task', { ...task, status: 'draft' });
    });
    const [{ timeline, scope } = { timeline: '', scope: '' }] = before.replies;
    const [reply] = (await pullAll(site, vera, { from: before.to, timeline, scope })).replies;
    expect(reply?.gone).toEqual([
      { entity: 'task', id: taskId },
      { entity: 'comment', id: commentId },
    ]);
    // A draft that was never open must not be mentioned.
    expect(JSON.stringify(reply)).not.toContain(draftId);
    expect((await pullAll(site, carl, { from: before.to, timeline, scope })).replies[0]?.gone).toEqual([]);
  });

  it('contains email addresses and phone numbers only for roles that see them, also after a change of role', async () => {
    const { vera, eve, sam } = site.people;
    const contact = contactRow(site.projectId, { email: 'office@example.org', phone: '+43 1 234' });
    await insertContact(site.database.root, site.organisationId, contact);
    await runSiteAsSystem(site.services, site.people.ada, site.projectId, 'contact.add', async ({ tx }) => {
      tx.put('contact', contact);
    });
    const read = async (person: Person, known: object = {}) => {
      const pulled = await pullAll(site, person, known);
      const [last] = pulled.replies.slice(-1);
      const rows = [...rowsOf(pulled, 'member'), ...rowsOf(pulled, 'contact')];
      return {
        known: { from: pulled.to, timeline: last?.timeline ?? '', scope: last?.scope ?? '' },
        count: rows.length,
        shown: rows.filter((row) => row.email !== '' || ('phone' in row && row.phone !== '')).length,
      };
    };
    const before = await read(vera);
    expect([before.count, before.shown]).toEqual([7, 7]);
    for (const person of [eve, sam]) expect(await read(person)).toMatchObject({ count: 7, shown: 0 });
    await setRole(vera, 'subcontractor');
    expect(await read(vera, before.known)).toMatchObject({ count: 7, shown: 0 });
  });
});
