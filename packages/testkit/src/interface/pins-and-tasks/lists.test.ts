// Lists agree with the rules in core: the same random content, read by SQL and evaluated in memory, for every role.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { can, ROLES, type Role } from '@plumbline/core/access/capabilities';
import { canSeeMedia } from '@plumbline/core/features/media/rules';
import { listPins } from '@plumbline/core/features/pins/contract';
import { matchesPin, PIN_SORTS } from '@plumbline/core/features/pins/filter';
import { listTasks } from '@plumbline/core/features/tasks/contract';
import { matchesTask, TASK_SORTS, taskFilter } from '@plumbline/core/features/tasks/filter';
import { type ShownTaskStatus, shownStatus } from '@plumbline/core/features/tasks/status';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import type { Actor } from '@plumbline/core/site/actor';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { PostRow } from '@plumbline/core/site/rows/media';
import { PIN_STATUSES, type PinRow } from '@plumbline/core/site/rows/pins';
import { TASK_STATUSES, type TaskRow } from '@plumbline/core/site/rows/tasks';
import { NO_PLAN, pinFilter, READER, SHOWN_TASK_STATUSES } from '@plumbline/core/site/values/pin-filter';
import { canSeePin, canSeeTask } from '@plumbline/core/site/visibility';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { Params } from '@plumbline/server/db/tx/visibility';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { searchCondition, wordsOf } from '@plumbline/server/lists/search-terms';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { categoryRow, fileOf, groupRow, pinRow, planRow, postRow, taskRow, teamRow } from '../../content.ts';
import { START, startTestServer, type TestServer } from '../../server.ts';

const TODAY = '2026-03-02';
const DAYS = ['2026-02-20', '2026-03-01', '2026-03-02', '2026-03-15'];
const WORDS = ['Riss', 'crack', 'ÖFFNUNG', '100%', 'a_b', 'back\\slash', "o'clock", '(a+)+$', 'Tür'];
const TAGS = ['urgent', 'Wand', 'x%y'];
const COMPANIES = ['', 'Sanitär AG', 'Müller & Söhne'];
const ROOMS = ['Küche 2.04', "Bob's office", 'Hall'];
const CRAFTS = ['', 'Painter', 'Trockenbau'];
const SUB_STATUSES = ['', 'Material bestellt', 'Waiting'];

let server: TestServer;
let world: World;
let pins: PinRow[] = [];
let tasks: TaskRow[] = [];
let posts: PostRow[] = [];
let groups: GroupRow[] = [];
let planIds: string[] = [];
let categoryIds: string[] = [];
let people: string[] = [];
const recordIds = [randomUUID(), randomUUID()];
const teamOf = new Map<string, string>();
const membersOf = new Map<string, readonly string[]>();

/** A small seeded generator, so that the content is the same in every run. */
function dice(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return { next, one: <T>(values: readonly T[]): T => values[next(values.length)] as T };
}

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  const roll = dice(7);
  const by = (createdBy: string) => ({ projectId, createdBy });
  people = ROLES.map((role) => roles[role].userId);
  const admin = by(roles.administrator.userId);
  const plans = ['Basement', 'Roof'].map((name) => planRow(admin, { name }));
  const categories = ['Defect', 'Note 10', 'Note 2'].map((title) => categoryRow(projectId, { title }));
  const teams = [
    teamRow(projectId, { title: 'Painters', memberIds: [roles.subcontractor.userId] }),
    teamRow(projectId, { title: 'Drywall', memberIds: [roles.externalViewer.userId, roles.internalViewer.userId] }),
  ];
  planIds = plans.map((plan) => plan.id);
  categoryIds = categories.map((category) => category.id);
  for (const { id, memberIds } of teams) {
    membersOf.set(id, memberIds);
    for (const one of memberIds) teamOf.set(one, id);
  }
  const blobId = randomUUID();
  await server.services.files.put('blobs/none', Readable.from([Buffer.alloc(1)]));
  await recordBlob(
    server.services,
    { organisationId, userId: null },
    { id: blobId, key: 'blobs/none', sha256: Buffer.alloc(32), size: 1, mime: 'image/jpeg', name: 'photo.jpg' },
  );
  const at = (days: number) => new Date(START.getTime() - days * 43_200_000 - roll.next(40_000_000)).toISOString();
  await writeRows(server, { organisationId, projectId }, async (tx) => {
    for (const plan of plans) tx.put('plan', plan);
    for (const category of categories) tx.put('category', category);
    for (const team of teams) tx.put('team', team);
    for (let n = 0; n < 60; n += 1) {
      const planId = roll.one([null, ...planIds]);
      const pin = pinRow(by(roll.one(people)), {
        planId,
        ...(planId !== null && { x: 0.5, y: 0.5 }),
        number: await tx.nextNumber('pin'),
        status: roll.one(PIN_STATUSES),
        title: roll.one(['', `${roll.one(WORDS)} ${roll.next(30)}`]),
        notes: roll.one(['', roll.one(WORDS)]),
        t2: roll.one(['', roll.one(WORDS)]),
        // Without a roll, so that the rest of the content stays the same.
        room: ROOMS[n % 4] ?? '',
        tags: roll.next(2) ? [roll.one(TAGS)] : [],
        records:
          n % 3 ? [] : [{ datasetId: recordIds[0] ?? '', recordId: recordIds[n % 2] ?? '', key: `D-${n}`, title: '' }],
        ratings: [{}, { priority: 1 }, { priority: 2 }, { priority: 2, costs: 1 }][n % 4] ?? {},
        categoryId: roll.one([null, ...categoryIds]),
        createdAt: at(roll.next(20)),
        changedAt: at(roll.next(20)),
      });
      tx.put('pin', pin);
      pins.push(pin);
      for (let k = roll.next(4); k > 0; k -= 1) {
        const [type, id] = roll.one([
          [null, null] as const,
          ['User', roll.one(people)] as const,
          ['TeamGroup', roll.one(teams).id] as const,
        ]);
        const task = taskRow(by(roll.one(people)), pin.id, {
          number: await tx.nextNumber('task'),
          status: id === null ? 'draft' : roll.one(TASK_STATUSES),
          title: `${roll.one(WORDS)} ${roll.next(9)}`,
          companyName: roll.one(COMPANIES),
          craft: roll.one(CRAFTS),
          subStatus: SUB_STATUSES[(n + k) % 3] ?? '',
          dueDate: roll.one([null, ...DAYS]),
          assigneeType: type,
          assigneeId: id,
          createdAt: at(roll.next(20)),
          changedAt: at(roll.next(20)),
        });
        tx.put('task', task);
        tasks.push(task);
      }
      for (let k = roll.next(3); k > 0; k -= 1) {
        const onTask = tasks.filter((task) => task.pinId === pin.id);
        const post = postRow(by(roll.one(people)), pin.id, [fileOf(blobId)], {
          taskId: onTask.length > 0 && roll.next(2) ? roll.one(onTask).id : null,
          type: roll.one(['Visuals', 'Audio'] as const),
          active: roll.next(3) > 0,
        });
        tx.put('post', post);
        posts.push(post);
      }
    }
    const idsOf = (step: number) => pins.filter((_, at) => at % step === 0).map((pin) => pin.id);
    groups = [
      groupRow(admin, { pinIds: idsOf(3) }),
      groupRow(admin, { pinIds: idsOf(5), active: false }),
      groupRow(admin, { kind: 'smart', filter: { status: ['open'] } }),
    ];
    for (const group of groups) tx.put('group', group);
  });
});
afterAll(async () => {
  await server.close();
  pins = [];
  tasks = [];
  posts = [];
  groups = [];
});

function actorOf(role: Role): Actor {
  const { userId } = world.roles[role];
  const team = teamOf.get(userId);
  return { userId, role, teamIds: new Set(team ? [team] : []) };
}

const of = <T extends { pinId: string }>(rows: readonly T[], pinId: string): T[] =>
  rows.filter((row) => row.pinId === pinId);

/** What core lets this role see of a pin. */
function seenBy(actor: Actor, pin: PinRow) {
  const all = of(tasks, pin.id);
  return {
    pin,
    tasks: all.filter((task) => canSeeTask(actor, task)),
    posts: of(posts, pin.id).filter((post) => canSeeMedia(actor, post, pin, all)),
    people: { readerId: actor.userId, teams: membersOf },
    groups: groups
      .filter(({ pinIds }) => can(actor.role, 'group.view') && pinIds.includes(pin.id))
      .map((group) => group.id),
  };
}

/** What a list returns for a pin besides the row. */
function summaryOf({ pin, tasks: seen, posts: media }: ReturnType<typeof seenBy>) {
  const due = seen.filter((task) => ['open', 'rejected', 'done'].includes(task.status) && task.dueDate !== null);
  const photos = media.filter((post) => post.active && post.type === 'Visuals').length;
  return { id: pin.id, tasks: seen.length, photos, dueDate: due.map((task) => task.dueDate).sort()[0] ?? null };
}

/** Mostly omitted, so that a filter has one or two conditions and matches something. */
const optional = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const some = <T>(values: () => readonly T[]) =>
  optional(fc.nat(99).chain((n) => fc.constant(values().length ? [values()[n % values().length] as T] : [])));
const search = optional(
  fc
    .array(fc.constantFrom(...WORDS, 'riss', 'öffnung', 'bestellt', '#1', '12', '%', '_', '\\'), {
      minLength: 1,
      maxLength: 2,
    })
    .map((words) => words.join(' ')),
);

const pinQueries = fc.record({
  search,
  status: optional(fc.subarray([...PIN_STATUSES])),
  category: some(() => categoryIds),
  plan: some(() => [...planIds, NO_PLAN]),
  tag: optional(fc.subarray(TAGS)),
  rating: optional(fc.subarray(['priority:1', 'priority:2', 'costs:1'])),
  person: some(() => [...people, READER]),
  creator: some(() => people),
  assignee: some(() => [...people, ...teamOf.values()]),
  taskStatus: optional(fc.subarray([...SHOWN_TASK_STATUSES])),
  createdFrom: optional(fc.constantFrom('2026-02-22', '2026-02-25')),
  createdTo: optional(fc.constantFrom('2026-02-25', '2026-03-01')),
  changedFrom: optional(fc.constantFrom('2026-02-22', '2026-02-25')),
  changedTo: optional(fc.constantFrom('2026-02-25', '2026-03-01')),
  company: optional(fc.subarray(COMPANIES.slice(1))),
  craft: optional(fc.subarray(CRAFTS.slice(1))),
  room: optional(fc.subarray(ROOMS)),
  record: some(() => recordIds),
  group: some(() => groups.map((group) => group.id)),
  t2: optional(fc.constantFrom('riss', 'ÖFF', '%', '_', '\\')),
  dueFrom: optional(fc.constantFrom(...DAYS)),
  dueTo: optional(fc.constantFrom(...DAYS)),
  photos: optional(fc.constantFrom('with' as const, 'without' as const)),
  tasks: fc.option(fc.constant('none' as const), { freq: 9, nil: undefined }),
});
const ROLES_THAT_SEE = ROLES.filter((role) => role !== 'none');

test('pins: SQL finds what the filter in core finds among what the role sees', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      pinQueries,
      fc.constantFrom(...ROLES_THAT_SEE),
      fc.constantFrom(...PIN_SORTS),
      fc.constantFrom('asc' as const, 'desc' as const),
      async (requested, role, sort, order) => {
        const actor = actorOf(role);
        const filter = pinFilter.parse(requested);
        const expected = pins
          .filter((pin) => canSeePin(actor, pin, of(tasks, pin.id)))
          .map((pin) => seenBy(actor, pin))
          .filter((one) => matchesPin(filter, one, TODAY));
        const response = await world.roles[role].caller.call(listPins, {
          params: { projectId: world.projectId },
          query: { ...requested, sort, order, size: 1_000 },
        });
        expect(response).toMatchObject({ totalElements: expected.length, exact: true });
        const shownOf = (entries: readonly { id: string; tasks: number; photos: number; dueDate: string | null }[]) =>
          entries.map(({ id, tasks: all, photos, dueDate }) => `${id} ${all} ${photos} ${dueDate}`).sort();
        expect(shownOf(response.content)).toEqual(shownOf(expected.map(summaryOf)));
        found += expected.length;
      },
    ),
    { numRuns: 150, seed: 42, endOnFailure: true },
  );
  // The property would hold trivially for empty lists.
  expect(found).toBeGreaterThan(300);
});

test('tasks: SQL finds what the filter in core finds among what the role sees', async () => {
  let found = 0;
  const queries = fc.record({
    search,
    status: optional(fc.subarray([...SHOWN_TASK_STATUSES])),
    assignee: some(() => [...people, ...teamOf.values()]),
    creator: some(() => people),
    plan: some(() => planIds),
    pin: some(() => pins.map((pin) => pin.id)),
    company: optional(fc.subarray(COMPANIES.slice(1))),
    craft: optional(fc.subarray(CRAFTS.slice(1))),
    room: optional(fc.subarray(ROOMS)),
    dueFrom: optional(fc.constantFrom(...DAYS)),
    dueTo: optional(fc.constantFrom(...DAYS)),
    due: optional(fc.constant('none' as const)),
  });
  await fc.assert(
    fc.asyncProperty(
      queries,
      fc.constantFrom(...ROLES_THAT_SEE),
      fc.constantFrom(...TASK_SORTS),
      async (requested, role, sort) => {
        const actor = actorOf(role);
        const filter = taskFilter.parse(requested);
        const expected = tasks.filter((task) => {
          const pin = pins.find((one) => one.id === task.pinId);
          return pin && canSeeTask(actor, task) && matchesTask(filter, task, pin, TODAY);
        });
        const response = await world.roles[role].caller.call(listTasks, {
          params: { projectId: world.projectId },
          query: { ...requested, sort, size: 1_000 },
        });
        const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id).sort();
        expect(ids(response.content)).toEqual(ids(expected));
        found += expected.length;
      },
    ),
    { numRuns: 150, seed: 42, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(200);
});

test('a search of the rows finds the same pins and tasks as the index', async () => {
  const words = [
    ...WORDS,
    'riss',
    'crack 1',
    'bestellt',
    'waiting #1',
    'öffnung #1',
    '#',
    '1',
    '%',
    '_',
    '\\',
    'urgent',
    'wand',
    '"',
    '[',
    ',',
  ];
  let found = 0;
  for (const search of words) {
    for (const entity of ['pin', 'task'] as const) {
      const ids = await tenantTransaction(server.services.pool, world.organisationId, async (db) => {
        const indexed = await db.query('SELECT search_projects($1, $2, $3, $4, 1000) AS id', [
          world.organisationId,
          [world.projectId],
          entity,
          wordsOf(search),
        ]);
        const params = new Params(world.projectId);
        const condition = searchCondition(entity, 'r', wordsOf(search), params);
        const looked = await db.query(
          `SELECT r.id FROM ${entity} r WHERE r.project_id = $1 AND ${condition}`,
          params.values,
        );
        return [indexed, looked].map((one) => one.rows.map((row) => row.id).sort());
      });
      expect(ids[1], `${entity} ${search}`).toEqual(ids[0]);
      found += ids[0]?.length ?? 0;
    }
  }
  expect(found).toBeGreaterThan(100);
});

test('tasks are found by the current title of their pin', async () => {
  const { organisationId, projectId, roles } = world;
  const { caller } = roles.administrator;
  const pin = pins.find(({ id }) => tasks.some((task) => task.pinId === id && task.status === 'open'));
  if (!pin) throw new Error('no pin has a task');
  const rename = (title: string) =>
    writeRows(server, { organisationId, projectId }, (tx) => tx.put('pin', { ...pin, title }));
  const found = async (search: string) =>
    (await caller.call(listTasks, { params: { projectId }, query: { search, size: 100 } })).content.map(
      ({ pinId }) => pinId,
    );
  await rename('Lüftungsgitter');
  expect(new Set(await found('lüftung'))).toEqual(new Set([pin.id]));
  expect(await found(`#${pin.number} gitter`)).toContain(pin.id);
  await rename(pin.title);
  expect(await found('lüftung')).toEqual([]);
});

test('pins are found by their current ratings', async () => {
  const { organisationId, projectId, roles } = world;
  const [pin] = pins;
  if (!pin) throw new Error('there are no pins');
  const rate = (ratings: Record<string, number>) =>
    writeRows(server, { organisationId, projectId }, (tx) => tx.put('pin', { ...pin, ratings }));
  const found = async (...rating: string[]) => {
    const query = { rating, size: 100 };
    const { content } = await roles.administrator.caller.call(listPins, { params: { projectId }, query });
    return content.map(({ id }) => id);
  };
  await rate({ priority: 9, costs: 7 });
  expect(await found('priority:9')).toEqual([pin.id]);
  expect(await found('priority:8', 'priority:9', 'costs:7')).toEqual([pin.id]);
  await rate({ priority: 8 });
  expect(await found('priority:9')).toEqual([]);
  expect(await found('priority:8', 'priority:9')).toEqual([pin.id]);
  await rate(pin.ratings);
  expect(await found('priority:8')).toEqual([]);
});

const sorted = async (sort: (typeof PIN_SORTS)[number], order: 'asc' | 'desc') =>
  (
    await world.roles.administrator.caller.call(listPins, {
      params: { projectId: world.projectId },
      query: { sort, order, size: 1_000 },
    })
  ).content;

test.each(PIN_SORTS)(
  'pins by %s: rows without a value come last, ties by number in the same direction',
  async (sort) => {
    const categories = new Map([
      [categoryIds[0], 'Defect'],
      [categoryIds[1], 'Note 10'],
      [categoryIds[2], 'Note 2'],
    ]);
    const words = new Intl.Collator('und', { numeric: true });
    type Entry = Awaited<ReturnType<typeof sorted>>[number];
    const keyOf = (pin: Entry): string | number | null => {
      if (sort === 'title') return pin.title || null;
      if (sort === 'category') return pin.categoryId === null ? null : (categories.get(pin.categoryId) ?? null);
      if (sort === 'status') return PIN_STATUSES.indexOf(pin.status);
      return pin[sort];
    };
    for (const order of ['asc', 'desc'] as const) {
      const content = await sorted(sort, order);
      expect(content).toHaveLength(pins.length);
      for (const [before, after] of content.slice(1).map((pin, at) => [content[at], pin] as const)) {
        if (!before) continue;
        const [a, b] = [keyOf(before), keyOf(after)];
        if (a === null) expect(b).toBeNull();
        if (a === null || b === null) continue;
        const compared = typeof a === 'number' ? a - Number(b) : words.compare(a, String(b));
        expect(order === 'asc' ? compared : -compared).toBeLessThanOrEqual(0);
        if (compared !== 0 || sort === 'number') continue;
        expect(Math.sign((after.number ?? 0) - (before.number ?? 0))).toBe(order === 'asc' ? 1 : -1);
      }
    }
  },
);

const STATUS_ORDER: ShownTaskStatus[] = ['overdue', 'rejected', 'open', 'done', 'draft', 'closed', 'inactive'];
const taskKey = (task: TaskRow, sort: (typeof TASK_SORTS)[number]): string | number | null => {
  if (sort === 'status') return STATUS_ORDER.indexOf(shownStatus(task, TODAY));
  return sort === 'title' ? task.title || task.description || null : task[sort];
};

test.each(TASK_SORTS)(
  'tasks by %s as screens show them: rows without a value come last, finished ones after those due',
  async (sort) => {
    const words = new Intl.Collator('und', { numeric: true });
    const finished = (task: TaskRow) => sort === 'dueDate' && ['closed', 'inactive'].includes(task.status);
    for (const order of ['asc', 'desc'] as const) {
      const { content } = await world.roles.administrator.caller.call(listTasks, {
        params: { projectId: world.projectId },
        query: { sort, order, size: 1_000 },
      });
      expect(content.length).toBeGreaterThan(40);
      for (const [at, b] of content.slice(1).entries()) {
        const a = content[at];
        if (!a) throw new Error('There is one before each but the first.');
        if (finished(a)) expect(finished(b)).toBe(true);
        if (finished(a) !== finished(b)) continue;
        const [x, y] = [taskKey(a, sort), taskKey(b, sort)];
        if (x === null) expect(y).toBeNull();
        if (y === null && x !== null) continue;
        const compared = typeof x === 'number' ? x - Number(y) : words.compare(x ?? '', String(y ?? ''));
        expect(order === 'asc' ? compared : -compared).toBeLessThanOrEqual(0);
        if (compared !== 0 || sort === 'number') continue;
        expect(Math.sign((b.number ?? 0) - (a.number ?? 0))).toBe(order === 'asc' ? 1 : -1);
      }
    }
  },
);

test.each(STATUS_ORDER)('tasks that are %s have the same order alone as among all tasks', async (status) => {
  const ask = (query: Partial<RequestOf<typeof listTasks>['query']>) =>
    world.roles.administrator.caller.call(listTasks, {
      params: { projectId: world.projectId },
      query: { size: 1_000, ...query },
    });
  for (const sort of TASK_SORTS) {
    for (const order of ['asc', 'desc'] as const) {
      const { content } = await ask({ sort, order });
      const among = content.filter((task) => shownStatus(task, TODAY) === status).map(({ id }) => id);
      const alone = await ask({ sort, order, status: [status] });
      expect([sort, order, alone.content.map(({ id }) => id)]).toEqual([sort, order, among]);
    }
  }
});

test('consecutive pages have no gaps or repetitions', async () => {
  const seen: (number | null)[] = [];
  for (let page = 0; ; page += 1) {
    const response = await world.roles.administrator.caller.call(listPins, {
      params: { projectId: world.projectId },
      query: { sort: 'status', page, size: 7 },
    });
    expect(response).toMatchObject({
      number: page,
      size: 7,
      totalElements: pins.length,
      totalPages: Math.ceil(pins.length / 7),
    });
    seen.push(...response.content.map((pin) => pin.number));
    if (page + 1 >= response.totalPages) break;
  }
  expect(new Set(seen).size).toBe(pins.length);
  expect(seen).toHaveLength(pins.length);
});
