// Limits on pins, tasks, groups and settings: each move from each status, edits of locked rows, texts over their limit
// and unusual texts.
import { randomUUID } from 'node:crypto';
import { getGroup } from '@plumbline/core/features/groups/contract';
import { changeCompany, createCompany } from '@plumbline/core/features/organisations/companies-contract';
import { getPin } from '@plumbline/core/features/pins/contract';
import { PIN_MOVE_NAMES, PIN_MOVES } from '@plumbline/core/features/pins/status';
import { getProject, updateProject } from '@plumbline/core/features/projects/contract';
import { createProjectFolder, renameProjectFolder } from '@plumbline/core/features/projects/folders-contract';
import { getTask } from '@plumbline/core/features/tasks/contract';
import { TASK_LOCKED, TASK_MOVE_NAMES, TASK_MOVES } from '@plumbline/core/features/tasks/status';
import type { Endpoint } from '@plumbline/core/kernel/endpoint';
import { AppError, ERRORS, type ErrorCode } from '@plumbline/core/kernel/errors';
import { newFormat } from '@plumbline/core/site/rows/fields';
import { PIN_STATUSES, type PinStatus } from '@plumbline/core/site/rows/pins';
import { TASK_STATUSES, type TaskStatus } from '@plumbline/core/site/rows/tasks';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import type { Caller } from '../../calls.ts';
import { pinRow, postRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server?.close());

const admin = () => world.roles.administrator;
const by = () => ({ projectId: world.projectId, createdBy: admin().userId });
const params = () => ({ projectId: world.projectId });

/** `done`, or the error code of the refusal. */
async function act(action: string, input: object): Promise<'done' | ErrorCode> {
  try {
    await runSite(server.services, admin(), world.projectId, action, input);
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function pinIn(status: PinStatus): Promise<string> {
  const pin = pinRow(by(), { status });
  await writeRows(server, world, (tx) => tx.put('pin', pin));
  return pin.id;
}

async function taskIn(status: TaskStatus, pinStatus: PinStatus = 'open'): Promise<string> {
  const task = taskRow(by(), await pinIn(pinStatus), { status, assigneeType: 'User', assigneeId: admin().userId });
  await writeRows(server, world, (tx) => tx.put('task', task));
  return task.id;
}

describe.each(PIN_STATUSES)('a pin that is %s', (status) => {
  test.each(PIN_MOVE_NAMES)('%s is done, or refused as already changed', async (move) => {
    const id = await pinIn(status);
    const allowed = (PIN_MOVES[move].from as readonly PinStatus[]).includes(status);
    expect(await act('pin.setStatus', { id, move })).toBe(allowed ? 'done' : 'already_changed');
    const { status: now } = await admin().caller.call(getPin, { params: { ...params(), pinId: id } });
    expect(now).toBe(allowed ? PIN_MOVES[move].to : status);
  });

  test('is editable only while open, alone and in a batch', async () => {
    const open = status === 'open';
    const [id, other] = [await pinIn(status), await pinIn('open')];
    const taskId = randomUUID();
    const given = { assigneeType: 'User', assigneeId: admin().userId };
    const tries: [string, object][] = [
      ['pin.update', { id, set: { title: 'Written' } }],
      ['pin.move', { id, planId: null, x: null, y: null }],
      ['task.create', { id: taskId, pinId: id, ...given }],
    ];
    for (const [action, input] of tries)
      expect([action, await act(action, input)]).toEqual([action, open ? 'done' : 'pin_locked']);
    expect(await act('pin.editMany', { changes: [{ ids: [id, other], set: { title: 'Many' } }] })).toBe('done');
    const titleOf = async (pinId: string) =>
      (await admin().caller.call(getPin, { params: { ...params(), pinId } })).title;
    expect(await titleOf(other)).toBe('Many');
    expect((await titleOf(id)) === 'Many').toBe(open);
  });
});

describe.each(TASK_STATUSES)('a task that is %s', (status) => {
  test.each(TASK_MOVE_NAMES)('%s is done, or refused as already changed', async (move) => {
    const id = await taskIn(status);
    const allowed = (TASK_MOVES[move].from as readonly TaskStatus[]).includes(status);
    expect(await act('task.setStatus', { id, move })).toBe(allowed ? 'done' : 'already_changed');
  });

  test.each(['closed', 'inactive'] as const)('is locked with its pin: %s', async (pinStatus) => {
    const id = await taskIn(status, pinStatus);
    for (const move of TASK_MOVE_NAMES) {
      const allowed = (TASK_MOVES[move].from as readonly TaskStatus[]).includes(status);
      expect([move, await act('task.setStatus', { id, move })]).toEqual([
        move,
        allowed ? 'pin_locked' : 'already_changed',
      ]);
    }
  });

  test('is editable unless it is closed or inactive', async () => {
    const id = await taskIn(status);
    const outcome = TASK_LOCKED.includes(status) ? 'task_locked' : 'done';
    const given = { assigneeType: 'User', assigneeId: world.roles.contributor.userId };
    const tries: [string, object][] = [
      ['task.update', { id, set: { craft: 'Painter' } }],
      ['task.extend', { id, dueDate: '2030-01-01' }],
      ['task.depend', { id, add: [], remove: [] }],
      ['task.delegate', { id, ...given }],
    ];
    for (const [action, input] of tries) expect([action, await act(action, input)]).toEqual([action, outcome]);
  });
});

test('edits of rows that changed meanwhile or are locked are conflicts', () => {
  for (const code of ['already_changed', 'pin_locked', 'task_locked', 'open_tasks'] as const)
    expect([code, ERRORS[code].status]).toEqual([code, 409]);
});

const ODD = [
  'a\u0000b',
  'a\ud800b',
  '\u202edrow',
  `e${'\u0301'.repeat(10_000)}`,
  '=1+1',
  '\u{1f477}\u200d\u2642\ufe0f \u05d3\u05dc\u05ea',
  '__proto__',
];

/** Every text of pins, tasks and groups: its limit, how it is written and how it is read back. */
type Text = { limit: number; write: (text: string) => Promise<'done' | ErrorCode>; read: () => Promise<string> };

/** Texts of the project, its settings and its organisation. */
async function settingTexts(): Promise<Record<string, Text>> {
  const [teamId, fieldId, companyId, folderId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const team = { purpose: '', companyName: '', craft: '', role: 'subcontractor' };
  await act('team.create', { id: teamId, title: 'Team', ...team });
  await act('field.create', { id: fieldId, title: 'Field', format: newFormat('TEXT', String), categoryIds: [] });
  const content = { craft: '', street: '', zip: '', city: '', country: '', phone: '', email: '', notes: '' };
  const owner = world.owner.caller;
  await owner.call(createCompany, { body: { id: companyId, name: 'Company', ...content } });
  await owner.call(createProjectFolder, { body: { id: folderId, name: 'Folder', parentId: null } });
  const sent = async (caller: Caller, endpoint: Endpoint, call: object) => {
    const response = await caller.send(endpoint, call);
    return response.status < 300 ? ('done' as const) : (response.body as { code: ErrorCode }).code;
  };
  const kept = (sql: string, id: string) => async () =>
    String((await server.database.root.query<{ text: string }>(sql, [id])).rows[0]?.text);
  const projectText = (field: 'title' | 'notes' | 'company' | 'address' | 'managerName', limit: number): Text => ({
    limit,
    write: (text) => sent(admin().caller, updateProject, { params: params(), body: { [field]: text } }),
    read: async () => (await admin().caller.call(getProject, { params: params() }))[field],
  });
  return {
    'title of a project': projectText('title', 200),
    'notes of a project': projectText('notes', 10_000),
    'company of a project': projectText('company', 200),
    'address of a project': projectText('address', 400),
    'manager of a project': projectText('managerName', 200),
    'title of a team': {
      limit: 120,
      write: (title) => act('team.update', { id: teamId, set: { title } }),
      read: kept('SELECT title AS text FROM team WHERE id = $1', teamId),
    },
    'title of a field': {
      limit: 80,
      write: (title) => act('field.update', { id: fieldId, set: { title } }),
      read: kept('SELECT title AS text FROM field WHERE id = $1', fieldId),
    },
    'name of a company': {
      limit: 200,
      write: (name) => sent(owner, changeCompany, { params: { companyId }, body: { name } }),
      read: kept('SELECT name AS text FROM company WHERE id = $1', companyId),
    },
    'name of a folder of projects': {
      limit: 200,
      write: (name) => sent(owner, renameProjectFolder, { params: { folderId }, body: { name } }),
      read: kept('SELECT name AS text FROM project_folder WHERE id = $1', folderId),
    },
  };
}

async function texts(): Promise<Record<string, Text>> {
  const [pinId, taskId, groupId] = [await pinIn('open'), await taskIn('open'), randomUUID()];
  await act('group.create', { id: groupId, title: 'Group' });
  const viewId = randomUUID();
  await act('savedView.create', { id: viewId, list: 'pins', title: 'View', query: {} });
  const commentId = randomUUID();
  await act('comment.create', { id: commentId, pinId, taskId: null, text: 'Seen' });
  const post = postRow(by(), pinId, []);
  await writeRows(server, world, (tx) => tx.put('post', post));
  const kept = async (sql: string, id: string): Promise<string> =>
    (await server.database.root.query<{ text: string }>(sql, [id])).rows[0]?.text ?? '';
  const pinText = (field: 'title' | 'notes' | 't1' | 't2' | 't3', limit: number): Text => ({
    limit,
    write: (text) => act('pin.update', { id: pinId, set: { [field]: text } }),
    read: async () => (await admin().caller.call(getPin, { params: { ...params(), pinId } }))[field],
  });
  const taskText = (field: 'title' | 'description' | 'companyName' | 'craft' | 'subStatus', limit: number): Text => ({
    limit,
    write: (text) => act('task.update', { id: taskId, set: { [field]: text } }),
    read: async () => (await admin().caller.call(getTask, { params: { ...params(), taskId } }))[field],
  });
  return {
    ...(await settingTexts()),
    'title of a pin': pinText('title', 200),
    'notes of a pin': pinText('notes', 10_000),
    T1: pinText('t1', 2_000),
    T2: pinText('t2', 2_000),
    T3: pinText('t3', 2_000),
    'tag of a pin': {
      limit: 60,
      write: (text) => act('pin.update', { id: pinId, set: { tags: [text] } }),
      read: async () => (await admin().caller.call(getPin, { params: { ...params(), pinId } })).tags[0] ?? '',
    },
    'title of a task': taskText('title', 200),
    'description of a task': taskText('description', 10_000),
    'company of a task': taskText('companyName', 200),
    'craft of a task': taskText('craft', 120),
    'sub status of a task': taskText('subStatus', 80),
    'words of a comment': {
      limit: 10_000,
      write: (text) => act('comment.edit', { id: commentId, text }),
      read: () => kept('SELECT text FROM comment WHERE id = $1', commentId),
    },
    'caption of a photo': {
      limit: 1_000,
      write: (caption) => act('post.edit', { id: post.id, caption }),
      read: () => kept('SELECT caption AS text FROM post WHERE id = $1', post.id),
    },
    'title of a saved view': {
      limit: 80,
      write: (title) => act('savedView.update', { id: viewId, set: { title } }),
      read: () => kept('SELECT title AS text FROM saved_view WHERE id = $1', viewId),
    },
    'title of a group': {
      limit: 200,
      write: (title) => act('group.update', { id: groupId, set: { title } }),
      read: async () => (await admin().caller.call(getGroup, { params: { ...params(), groupId } })).title,
    },
  };
}

test('each text is accepted up to its limit, refused above it, and stored unchanged even if unusual', async () => {
  for (const [name, { limit, write, read }] of Object.entries(await texts())) {
    const full = '\u{1f6aa}'.repeat(1) + 'x'.repeat(limit - 2);
    expect([name, await write(full)]).toEqual([name, 'done']);
    expect([name, await read()]).toEqual([name, full]);
    expect([name, await write('y'.repeat(limit + 1))]).toEqual([name, 'invalid_input']);
    expect([name, await read()]).toEqual([name, full]);
    expect([name, await write('z'.repeat(10_001))]).toEqual([name, 'invalid_input']);
    for (const odd of ODD) {
      const outcome = await write(odd);
      expect(['done', 'invalid_input']).toContain(outcome);
      if (outcome === 'done') expect([name, await read()]).toEqual([name, odd]);
    }
  }
});

test('the same write five times has one effect, and the repeats report that it exists', async () => {
  const [pinId, id] = [await pinIn('open'), randomUUID()];
  const given = { assigneeType: 'User', assigneeId: admin().userId };
  const writes: [string, object][] = [
    ['pin.create', { id: randomUUID(), planId: null, x: null, y: null }],
    ['task.create', { id, pinId, ...given }],
    ['group.create', { id: randomUUID(), title: 'Once' }],
    ['savedView.create', { id: randomUUID(), list: 'tasks', title: 'Once', query: {} }],
  ];
  for (const [action, input] of writes) {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => act(action, input)));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'already_exists'), 'done']);
  }
});
