// Repeating tasks and blocked tasks, pushed by devices to a real database, and two people changing one task.

import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { nextTaskId } from '@plumbline/core/site/values/repeat';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { type Device, edit, makeSite, pinEdit, pullAll, push, rowsOf, type TestSite } from './site.ts';

let cluster: TestCluster;
let site: TestSite;
let pinId: string;
let carl: DeviceHandle;
let sam: DeviceHandle;
let ada: DeviceHandle;

/** A device that counts its own edits and returns the outcome of each: `applied` or the code of the rejection. */
type DeviceHandle = { device: Device; does: (name: string, input: unknown) => Promise<string> };

function hand(person: TestSite['people']['ada']): DeviceHandle {
  const device = { person, id: site.newId() };
  let n = 0;
  return {
    device,
    async does(name, input) {
      n += 1;
      const [result] = (await push(site, device, [edit(site, n, name, input)])).results;
      return result?.code ?? result?.outcome ?? 'nothing';
    },
  };
}

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster?.stop());
beforeEach(async () => {
  site = await makeSite(await cluster.database());
  // The site is in Berlin, where 2 March begins an hour before it does in UTC.
  site.services.clock.set(new Date('2026-03-02T08:00:00.000Z'));
  [ada, carl, sam] = [hand(site.people.ada), hand(site.people.carl), hand(site.people.sam)];
  pinId = site.newId();
  expect((await push(site, { ...carl.device, id: site.newId() }, [pinEdit(site, 1, pinId, 'Riss')])).results).toEqual([
    { n: 1, outcome: 'applied' },
  ]);
  return () => site.database.close();
});

const tasks = async (who: DeviceHandle = ada) =>
  (rowsOf(await pullAll(site, who.device.person), 'task') as TaskRow[]).sort(
    (a, b) => (a.number ?? 0) - (b.number ?? 0),
  );

/** A task created by Carl and assigned to Sam. */
async function give(content: Partial<TaskRow> = {}, more: object = {}): Promise<string> {
  const id = site.newId();
  const assigned = { assigneeType: 'User', assigneeId: site.people.sam.userId };
  expect(await carl.does('task.create', { id, pinId, ...assigned, content, ...more })).toBe('applied');
  return id;
}
const move = (who: DeviceHandle, id: string, name: string) => who.does('task.setStatus', { id, move: name });

describe('a repeating task', () => {
  it('creates the next task when it is done, with the same content', async () => {
    const id = await give({
      ...{
        title: 'Check the pump',
        dueDate: '2026-03-02',
        reminderDays: 1,
        companyName: 'Sanitär AG',
        craft: 'Plumber',
      },
      repeat: { every: 1, unit: 'week', times: 2 },
    });
    expect(await move(sam, id, 'markDone')).toBe('applied');
    const [first, second, ...none] = await tasks();
    expect(none).toEqual([]);
    expect(first).toMatchObject({ id, number: 1, status: 'done', dueDate: '2026-03-02' });
    expect(second).toEqual({
      ...first,
      ...{ id: nextTaskId(id), number: 2, status: 'open', dueDate: '2026-03-09', doneBy: null, doneAt: null },
      repeat: { every: 1, unit: 'week', times: 1 },
      createdAt: '2026-03-02T08:00:00.000Z',
    });
    // A user who sees only assigned tasks sees the next one as well.
    expect(await tasks(sam)).toHaveLength(2);
    expect(await move(sam, nextTaskId(id), 'markDone')).toBe('applied');
    expect(await tasks()).toHaveLength(2);
  });

  it('creates the next task once, however often and by whomever it is finished', async () => {
    const id = await give({ dueDate: '2026-03-02', repeat: { every: 1, unit: 'day' } });
    for (const [who, name] of [
      [sam, 'markDone'],
      [sam, 'undone'],
      [sam, 'markDone'],
      [carl, 'reject'],
      [sam, 'markDone'],
      [carl, 'close'],
      [ada, 'reopen'],
      [ada, 'close'],
    ] as const) {
      expect(await move(who, id, name)).toBe('applied');
    }
    expect((await tasks()).map((task) => task.status)).toEqual(['closed', 'open']);
  });

  it('creates the next task once when several people finish it at the same time', async () => {
    const id = await give({ dueDate: '2026-03-02', repeat: { every: 1, unit: 'day' } });
    const outcomes = await Promise.all([
      move(sam, id, 'markDone'),
      move(hand(site.people.sam), id, 'markDone'),
      move(carl, id, 'close'),
      move(ada, id, 'close'),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'applied').length).toBeGreaterThan(0);
    expect(outcomes.every((outcome) => outcome === 'applied' || outcome === 'already_changed')).toBe(true);
    expect(await tasks()).toHaveLength(2);
    const { rows } = await site.database.root.query("SELECT value FROM project_counter WHERE series = 'task'");
    expect(rows).toEqual([{ value: 2 }]);
  });

  it('computes the due date in the time zone of the site', async () => {
    const id = await give({ dueDate: '2026-03-01', repeat: { every: 1, unit: 'day' } });
    // 23:50 UTC is the next day in Berlin.
    site.services.clock.set(new Date('2026-03-04T23:50:00.000Z'));
    await move(sam, id, 'markDone');
    expect((await tasks()).map((task) => task.dueDate)).toEqual(['2026-03-01', '2026-03-05']);
  });

  it('ends when the series is ended, the task is set inactive, or its pin is closed', async () => {
    const repeat = { every: 1, unit: 'day' } as const;
    const [ended, inactive, closed] = [await give({ repeat }), await give({ repeat }), await give({ repeat })];
    expect(await carl.does('task.update', { id: ended, set: { repeat: null } })).toBe('applied');
    await move(sam, ended, 'markDone');
    await move(carl, inactive, 'deactivate');
    await carl.does('pin.setStatus', { id: pinId, move: 'close', tasks: 'close' });
    expect((await tasks()).map(({ id, status }) => [id, status])).toEqual([
      [ended, 'closed'],
      [inactive, 'inactive'],
      [closed, 'closed'],
    ]);
  });
});

describe('a blocked task', () => {
  it('cannot be finished by anyone before the tasks that block it', async () => {
    const [first, second] = [await give(), await give()];
    const last = await give({ dependsOn: [first, second] });
    expect(await move(sam, last, 'markDone')).toBe('task_waits');
    expect(await move(ada, last, 'close')).toBe('task_waits');
    await move(sam, first, 'markDone');
    expect(await move(sam, last, 'markDone')).toBe('task_waits');
    await move(carl, second, 'deactivate');
    expect(await move(sam, last, 'markDone')).toBe('applied');
    // A rejected task blocks again.
    await move(carl, last, 'reject');
    await move(carl, first, 'reject');
    expect(await move(sam, last, 'markDone')).toBe('task_waits');
    expect(await carl.does('task.depend', { id: last, add: [], remove: [first] })).toBe('applied');
    expect(await move(sam, last, 'markDone')).toBe('applied');
  });

  it('never forms a cycle, however long', async () => {
    const chain = [await give()];
    for (let length = 1; length < 6; length += 1) chain.push(await give({ dependsOn: [chain[length - 1] ?? ''] }));
    const [start = '', end = ''] = [chain[0], chain.at(-1)];
    expect(await carl.does('task.depend', { id: start, add: [start], remove: [] })).toBe('task_circle');
    expect(await carl.does('task.depend', { id: start, add: [end], remove: [] })).toBe('task_circle');
    expect(await carl.does('task.update', { id: start, set: { dependsOn: [end] } })).toBe('task_circle');
    expect(await carl.does('task.depend', { id: end, add: [start], remove: [] })).toBe('applied');
    expect((await tasks()).at(-1)?.dependsOn).toEqual([chain[4], start]);
  });

  it('keeps dependencies that two people add at once, but not a cycle between them', async () => {
    const [one, two, three] = [await give(), await give(), await give()];
    const outcomes = await Promise.all([
      carl.does('task.depend', { id: one, add: [two], remove: [] }),
      ada.does('task.depend', { id: one, add: [three], remove: [] }),
    ]);
    expect(outcomes).toEqual(['applied', 'applied']);
    expect([...((await tasks())[0]?.dependsOn ?? [])].sort()).toEqual([two, three].sort());
    const [four, five] = [await give(), await give()];
    const circle = await Promise.all([
      carl.does('task.depend', { id: four, add: [five], remove: [] }),
      ada.does('task.depend', { id: five, add: [four], remove: [] }),
    ]);
    expect(circle.sort()).toEqual(['applied', 'task_circle']);
  });

  it('accepts no dependency on a task its author cannot see, and reveals nothing about it', async () => {
    const id = await give();
    const draft = site.newId();
    await ada.does('task.create', { id: draft, pinId, draft: true, assigneeType: null, assigneeId: null });
    const other = await makeSite(site.database, { newId: site.newId, organisationId: site.organisationId });
    for (const hidden of [draft, site.newId(), other.planId, pinId]) {
      expect(await carl.does('task.depend', { id, add: [hidden], remove: [] })).toBe('invalid_input');
    }
    expect(await sam.does('task.depend', { id, add: [], remove: [] })).toBe('forbidden');
    const own = site.newId();
    const many = Array.from({ length: 101 }, () => site.newId());
    expect(await carl.does('task.create', { id: own, pinId, draft: true, assigneeType: null, assigneeId: null })).toBe(
      'applied',
    );
    expect(await carl.does('task.depend', { id: own, add: many, remove: [] })).toBe('invalid_input');
  });
});

describe('two people and one task (D15)', () => {
  it.each([
    ['markDone', 'markDone', 'done'],
    ['close', 'markDone', 'closed'],
    ['close', 'close', 'closed'],
    ['deactivate', 'markDone', 'inactive'],
  ])('%s, then %s: the first wins, the second is informed that it already changed', async (first, second, status) => {
    const id = await give();
    expect(await move(first === 'markDone' ? sam : carl, id, first)).toBe('applied');
    expect(await move(ada, id, second)).toBe('already_changed');
    expect((await tasks())[0]?.status).toBe(status);
  });

  it.each(['close', 'deactivate'])('refuses changes to a task whose pin changed in the meantime: %s', async (name) => {
    const id = await give();
    await carl.does('pin.setStatus', { id: pinId, move: name, tasks: 'keep' });
    expect(await move(sam, id, 'markDone')).toBe('pin_locked');
    expect(await carl.does('task.update', { id, set: { dueDate: '2026-04-01' } })).toBe('pin_locked');
    expect(await carl.does('task.depend', { id, add: [], remove: [] })).toBe('pin_locked');
    expect((await tasks())[0]).toMatchObject({ status: 'open', dueDate: null });
  });

  it('drops the comment of a rejection that came too late, and refuses edits of a closed task', async () => {
    const id = await give();
    await move(sam, id, 'markDone');
    await move(carl, id, 'close');
    const comment = { id: site.newId(), text: 'Noch feucht' };
    expect(await ada.does('task.setStatus', { id, move: 'reject', comment })).toBe('already_changed');
    expect(await carl.does('task.update', { id, set: { title: 'x' } })).toBe('task_locked');
    expect(await carl.does('task.extend', { id, dueDate: '2026-04-01' })).toBe('task_locked');
    expect(await carl.does('task.depend', { id, add: [], remove: [] })).toBe('task_locked');
    expect(rowsOf(await pullAll(site, ada.device.person), 'comment')).toEqual([]);
  });
});

describe('texts of a task (F01)', () => {
  const odd = [
    'a\u0000b',
    'a\ud800b',
    '\u202edrow',
    `e${'\u0301'.repeat(10_000)}`,
    '=1+1',
    '\u{1f477}\u200d\u2642\ufe0f',
    ' '.repeat(3),
  ];
  it.each(['title', 'description', 'companyName', 'craft', 'subStatus'] as const)(
    '%s: stored unchanged, or rejected',
    async (field) => {
      const id = await give();
      for (const text of odd) {
        const outcome = await carl.does('task.update', { id, set: { [field]: text } });
        expect(['applied', 'invalid_input']).toContain(outcome);
        if (outcome === 'applied') expect((await tasks())[0]?.[field].trim()).toBe(text.trim());
      }
    },
  );
});

describe('a draft that is set inactive', () => {
  it('stays visible to its creator only, becomes a draft again, and is visible to others once published', async () => {
    const id = site.newId();
    const given = { assigneeType: 'User', assigneeId: sam.device.person.userId };
    expect(await carl.does('task.create', { id, pinId, draft: true, ...given, content: { title: 'Quietly' } })).toBe(
      'applied',
    );
    const seenBy = async ({ device }: typeof carl) =>
      rowsOf(await pullAll(site, device.person), 'task').find((task) => task.id === id);
    const others = async () => [await seenBy(ada), await seenBy(sam)];
    for (const [name, status] of [
      ['deactivate', 'inactive'],
      ['reopen', 'draft'],
    ] as const) {
      expect(await move(carl, id, name)).toBe('applied');
      expect(await seenBy(carl)).toMatchObject({ status, assigneeId: null });
      expect(await others()).toEqual([undefined, undefined]);
    }
    expect(await move(ada, id, 'reopen')).toBe('not_found');
    expect(await move(carl, id, 'publish')).toBe('assignee_needed');
    await carl.does('task.delegate', { id, ...given });
    expect(await move(carl, id, 'publish')).toBe('applied');
    expect(await others()).toMatchObject([{ title: 'Quietly' }, { title: 'Quietly' }]);
    // A task that was published is not a draft any more, so others also see it as inactive.
    expect(await move(carl, id, 'deactivate')).toBe('applied');
    expect(await seenBy(ada)).toMatchObject({ status: 'inactive', assigneeId: given.assigneeId });
  });
});
