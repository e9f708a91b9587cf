// Puts ids from the caller's own project that the caller may not see wherever an endpoint or action takes an id: they
// are answered like unknown ids, revealed nowhere and left unchanged. New endpoints and actions are covered
// automatically.
import { randomUUID } from 'node:crypto';
import { can } from '@plumbline/core/access/capabilities';
import { TASK_MOVE_NAMES } from '@plumbline/core/features/tasks/status';
import type { Endpoint } from '@plumbline/core/kernel/endpoint';
import { syncPush } from '@plumbline/core/sync/contract';
import { ACTIONS } from '@plumbline/core/sync/registry';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { inputOf, type JsonPath, placesIn, replaced } from '../../arbitrary-input.ts';
import { fileOf } from '../../content.ts';
import { createUnseenSite, type Looking, type OwnContent, SECRET, type UnseenSite } from '../../restricted-site.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let site: UnseenSite;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  site = await createUnseenSite(server, world);
});
afterAll(() => server?.close());

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const at = (way: JsonPath, input: unknown): unknown =>
  way.reduce<unknown>((one, step) => (one as Record<string | number, unknown>)[step], input);
const idsIn = (input: unknown): JsonPath[] =>
  placesIn(input).filter((way) => {
    const value = at(way, input);
    return typeof value === 'string' && UUID.test(value) && way.at(-1) !== 'projectId';
  });

/** Whether the field takes ids of this kind, judged by its name: `pinId` takes a pin, as do `pinIds` and `pin`. */
const takes = (way: JsonPath, kind: string): boolean =>
  String(way.findLast((step) => typeof step === 'string')).replace(/Ids?$/u, '') === kind;

/** The ids to put in, where the field name says what it takes. */
function led(input: unknown, but: JsonPath, role: Looking): unknown {
  const known: Record<string, string> = { ...site.own[role], plan: site.plan.id };
  let next = input;
  for (const way of idsIn(input)) {
    if (way.join() === but.join()) continue;
    const name = String(way.findLast((step) => typeof step === 'string'))
      .replace(/Ids?$/u, '')
      .toLowerCase();
    if (known[name]) next = replaced(next, way, known[name]);
  }
  return next;
}

const prints = async () =>
  Promise.all(
    ['pin', 'task', 'post', 'comment', 'pin_group', 'plan', 'saved_view', 'markup'].map(async (table) => {
      const found = await server.database.root.query<{ print: string }>(
        `SELECT md5(string_agg(t::text, '|' ORDER BY id)) AS print FROM "${table}" t WHERE t::text LIKE '%${SECRET}%'`,
      );
      return `${table} ${found.rows[0]?.print}`;
    }),
  );

type Told = { status: number; code: string | undefined; raw: string };
const plain = (text: string, id: string) => text.replaceAll(id, 'that').replaceAll(/s=[\w-]+|[0-9a-f-]{36}/gu, 'x');

test('no endpoint reveals or changes a row in its own project that the caller cannot see', async () => {
  const before = await prints();
  const found: string[] = [];
  let tried = 0;
  for (const { role, ids } of site.unseen) {
    const who = world.roles[role];
    for (const declaration of server.served.endpoints) {
      if (declaration.guard.kind === 'public') continue;
      if (declaration.guard.kind === 'project' && !can(role, declaration.guard.needs)) continue;
      if (declaration.guard.kind === 'organisation') continue;
      if (['syncPush', 'syncPull'].includes(declaration.name)) continue;
      const one = (schema: Endpoint['body'], seed: number) =>
        schema ? fc.sample(inputOf(schema), { numRuns: 1, seed })[0] : undefined;
      const done = new Set<string>();
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const { params, query, body } = declaration;
        const input = {
          ...(params && {
            params: {
              ...(one(params, seed) as object),
              ...('projectId' in params.shape && { projectId: world.projectId }),
            },
          }),
          ...(query && { query: one(query, seed) }),
          ...(body && {
            body: {
              ...(one(body, seed) as object),
              ...('shape' in body && 'projectId' in (body.shape as object) && { projectId: world.projectId }),
            },
          }),
        };
        for (const way of idsIn(input)) {
          const kinds = Object.entries(ids).filter(([kind]) => takes(way, kind));
          const place = way.map((step) => (typeof step === 'number' ? '#' : step)).join('.');
          if (kinds.length === 0 || done.has(place)) continue;
          done.add(place);
          const send = async (id: string): Promise<Told> => {
            const response = await who.caller.send(declaration, replaced(led(input, way, role), way, id) as never);
            return {
              status: response.status,
              code: (response.body as { code?: string } | null)?.code,
              raw: response.raw.toString('utf8'),
            };
          };
          const nobodys = randomUUID();
          const unknown = await send(nobodys);
          for (const [kind, id] of kinds) {
            const known = await send(id);
            tried += 1;
            if (known.status === 429 || known.code === 'already_exists') continue;
            if (known.status !== unknown.status || known.code !== unknown.code)
              found.push(
                `${role} ${declaration.name} ${place}=${kind}: ${known.status} ${known.code}, not ${unknown.status} ${unknown.code}`,
              );
            else if (plain(known.raw, id) !== plain(unknown.raw, nobodys))
              found.push(
                `${role} ${declaration.name} ${place}=${kind}: differs ${known.raw.slice(0, 300)} | ${unknown.raw.slice(0, 300)}`,
              );
            if (known.raw.includes(SECRET)) found.push(`${role} ${declaration.name} ${place}=${kind} is told`);
          }
        }
      }
    }
  }
  expect(found).toEqual([]);
  expect(await prints()).toEqual(before);
  expect(tried).toBeGreaterThan(50);
}, 600_000);

/** A valid input for each action, as an authorised caller would write it; `one` is the id in the field under test. */
const named = (one: string, mine: OwnContent): Record<string, readonly unknown[]> => {
  const file = (blobId: string) => fileOf(blobId);
  const mark = { id: randomUUID(), kind: 'blur', x: 0, y: 0, width: 1, height: 1 };
  const sketched = {
    ...fileOf(mine.blob),
    sketch: { ground: 'photo', original: fileOf(one), width: 1, height: 1, marks: [mark] },
  };
  const post = (change: object) => ({
    id: randomUUID(),
    pinId: mine.shown,
    taskId: mine.task,
    type: 'Visuals',
    files: [file(mine.blob)],
    ...change,
  });
  const words = (change: object) => ({
    id: randomUUID(),
    pinId: mine.shown,
    taskId: mine.task,
    text: 'Seen',
    ...change,
  });
  const task = (change: object) => ({
    id: randomUUID(),
    pinId: mine.shown,
    assigneeType: 'User',
    assigneeId: mine.user,
    ...change,
  });
  return {
    'pin.create': [{ id: randomUUID(), planId: one, x: 0.5, y: 0.5 }],
    'pin.update': [{ id: one, set: { title: 'Taken' } }],
    'pin.move': [{ id: one, planId: site.plan.id, x: 0.5, y: 0.5 }],
    'pin.setStatus': [{ id: one, move: 'close' }],
    'pin.editMany': [{ changes: [{ ids: [one], set: { title: 'Taken' } }] }],
    'pin.link': [
      { id: one, otherId: mine.pin, on: true },
      { id: mine.pin, otherId: one, on: true },
      { id: mine.pin, otherId: one, on: false },
    ],
    'pin.linkRecord': [
      { id: one, record: { datasetId: randomUUID(), recordId: randomUUID(), key: 'K', title: 'T' }, on: true },
    ],
    'task.create': [task({ pinId: one }), task({ content: { dependsOn: [one] } })],
    'task.update': [
      { id: one, set: { title: 'Taken' } },
      { id: mine.task, set: { dependsOn: [one] } },
    ],
    'task.depend': [
      { id: one, add: [], remove: [] },
      { id: mine.task, add: [one], remove: [] },
    ],
    'task.delegate': [{ id: one, assigneeType: 'User', assigneeId: mine.user }],
    'task.extend': [{ id: one, dueDate: '2030-01-01' }],
    'task.setStatus': TASK_MOVE_NAMES.map((move) => ({ id: one, move })),
    'task.editMany': [{ changes: [{ ids: [one], move: 'markDone' }] }],
    'post.create': [
      post({ pinId: one, taskId: null }),
      post({ taskId: one }),
      post({ files: [file(one)] }),
      post({ files: [sketched] }),
    ],
    'post.edit': [
      { id: one, caption: 'Taken' },
      { id: one, active: false },
      { id: mine.post, taskId: one },
    ],
    'post.sketch': [{ id: one, blobId: mine.blob, drawing: null }],
    'comment.create': [
      words({ pinId: one, taskId: null }),
      words({ taskId: one }),
      words({ attachments: [file(one)] }),
    ],
    'comment.edit': [{ id: one, text: 'Taken' }],
    'group.create': [{ id: randomUUID(), title: randomUUID(), pinIds: [one] }],
    'group.update': [{ id: one, set: { title: 'Taken' } }],
    'group.pins': [
      { id: one, add: [], remove: [] },
      { id: mine.group, add: [one] },
    ],
    'group.order': [{ id: one, pinIds: [mine.pin], before: null }],
    'savedView.create': [{ id: randomUUID(), list: 'tasks', title: 'Taken', query: { pin: [one] } }],
    'savedView.update': [
      { id: one, set: { title: 'Taken' } },
      { id: one, set: { active: false } },
    ],
    'markup.draw': [{ id: randomUUID(), planId: one, kind: 'line', points: [0, 0, 1, 1], text: '', colour: 'Red' }],
    'markup.update': [{ id: one, set: { text: 'Taken' } }],
    'markup.setActive': [{ id: one, active: false }],
    'markup.setLayer': [{ id: one, layerId: null }],
    'markupLayer.create': [{ planId: one, id: randomUUID(), name: 'Taken' }],
    'markupLayer.update': [{ planId: one, id: one, set: { locked: true } }],
  };
};

const MANAGING = /^(?:field|category|folder|plan|revision|scaleRegion|team)\./u;

test('no action reveals or changes a row in its own project that the author cannot see', async () => {
  const before = await prints();
  const found: string[] = [];
  const covered = new Set<string>();
  for (const { role, ids } of site.unseen) {
    const who = world.roles[role];
    const deviceId = randomUUID();
    let n = 0;
    /** The results of the inputs, sent together unless one of them stops the others. */
    const push = async (name: string, inputs: readonly unknown[]): Promise<string[]> => {
      const codes: string[] = [];
      while (codes.length < inputs.length) {
        const mutations = inputs.slice(codes.length).map((input, i) => ({
          n: n + 1 + i,
          projectId: world.projectId,
          name,
          input,
          at: '2026-03-02T09:00:00.000Z',
        }));
        const { results, stopped } = await who.caller.call(syncPush, { body: { deviceId, mutations } });
        n += results.length;
        codes.push(...results.map(({ code }) => code ?? 'done'), ...(stopped ? [stopped.code] : []));
      }
      return codes;
    };
    for (const name of ACTIONS.keys()) {
      const inputWith = (id: string, at: number) => named(id, site.own[role])[name]?.[at];
      for (const at of (named(randomUUID(), site.own[role])[name] ?? []).keys()) {
        const kinds = Object.entries(ids);
        const [unknown, ...known] = await push(name, [
          inputWith(randomUUID(), at),
          ...kinds.map(([, id]) => inputWith(id, at)),
        ]);
        covered.add(name);
        for (const [i, [kind]] of kinds.entries())
          if (known[i] !== unknown) found.push(`${role} ${name} ${at}=${kind}: ${known[i]}, not ${unknown}`);
      }
    }
  }
  expect([...new Set(found)]).toEqual([]);
  expect(await prints()).toEqual(before);
  expect([...ACTIONS.keys()].filter((name) => !covered.has(name) && !MANAGING.test(name))).toEqual([]);
}, 600_000);
