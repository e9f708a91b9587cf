// Groups of pins: who may create and change them, what they contain, and that counts and lists respect what the reader
// sees.
import { randomUUID } from 'node:crypto';
import { getGroup, listGroupPins, listGroups } from '@plumbline/core/features/groups/contract';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { pinRow, planRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server?.close());

const act = (who: Actor, action: string, input: object) =>
  runSite(server.services, who, world.projectId, action, input);
const where = (groupId: string) => ({ params: { projectId: world.projectId, groupId } });

async function makePins(changes: Partial<PinRow>[]): Promise<string[]> {
  const ids: string[] = [];
  await writeRows(server, world, async (tx) => {
    for (const change of changes) {
      const by = { projectId: world.projectId, createdBy: world.roles.administrator.userId };
      const pin = pinRow(by, { number: await tx.nextNumber('pin'), ...change });
      tx.put('pin', pin);
      ids.push(pin.id);
    }
  });
  return ids;
}

async function makeGroup(input: object, who: Actor = world.roles.administrator): Promise<string> {
  const id = randomUUID();
  await act(who, 'group.create', { id, title: 'Group', ...input });
  return id;
}

const pinsOf = async (groupId: string, query: object = {}, who: Actor = world.roles.administrator) => {
  const page = await who.caller.call(listGroupPins, { ...where(groupId), query });
  return page.content.map((one) => one.id);
};
const pinsInOrder = async (groupId: string) =>
  (await world.roles.administrator.caller.call(getGroup, where(groupId))).pinIds;
const entryOf = async (groupId: string, query: object = {}, who: Actor = world.roles.administrator) => {
  const page = await who.caller.call(listGroups, {
    params: { projectId: world.projectId },
    query: { size: 1_000, ...query },
  });
  return page.content.find((one) => one.id === groupId);
};

test('a manual group contains pins of several plans and without one, each once, in the order they were added', async () => {
  const { administrator, contributor } = world.roles;
  const plan = planRow({ projectId: world.projectId, createdBy: administrator.userId });
  await writeRows(server, world, (tx) => tx.put('plan', plan));
  const [a = '', b = '', c = ''] = await makePins([{ planId: plan.id, x: 0.5, y: 0.5 }, {}, {}]);
  const id = await makeGroup({ title: '  Handover \u{1f6aa} \u05d3\u05dc\u05ea ', pinIds: [b, a, b] }, contributor);
  expect((await contributor.caller.call(getGroup, where(id))).pinIds).toEqual([b, a]);
  await act(contributor, 'group.pins', { id, add: [c, a] });
  await act(contributor, 'group.pins', { id, add: [c], remove: [b] });
  const group = await contributor.caller.call(getGroup, where(id));
  expect(group).toMatchObject({ title: 'Handover \u{1f6aa} \u05d3\u05dc\u05ea', kind: 'manual', filter: null });
  expect(group.pinIds).toEqual([a, c]);
  expect((await pinsOf(id)).toSorted()).toEqual([a, c].toSorted());
  expect(await pinsOf(id, { plan: plan.id })).toEqual([a]);
  expect(await entryOf(id)).toMatchObject({ pins: 2, exact: true, createdBy: contributor.userId });
});

test('a smart group is evaluated on every read, and can be filtered further like any list', async () => {
  const [open = '', other = ''] = await makePins([{ tags: ['door'], title: 'Hinge' }, { tags: ['door'] }]);
  const id = await makeGroup({ filter: { tag: ['door'], status: ['open'], search: '' } });
  expect((await world.roles.internalViewer.caller.call(getGroup, where(id))).filter).toEqual({
    tag: ['door'],
    status: ['open'],
  });
  expect((await pinsOf(id)).toSorted()).toEqual([open, other].toSorted());
  expect(await pinsOf(id, { search: 'hinge' })).toEqual([open]);
  await act(world.roles.administrator, 'pin.setStatus', { id: other, move: 'close' });
  expect(await pinsOf(id)).toEqual([open]);
  await act(world.roles.administrator, 'group.update', { id, set: { filter: { tag: ['door'], status: ['closed'] } } });
  expect(await pinsOf(id)).toEqual([other]);
  expect(await entryOf(id)).toMatchObject({ kind: 'smart', pins: 1, exact: true });
});

test('a manual group is ordered by hand; concurrent additions stay, and moving before a removed pin has no effect', async () => {
  const { administrator } = world.roles;
  const [a = '', b = '', c = '', d = '', e = ''] = await makePins([{}, {}, {}, {}, {}]);
  const id = await makeGroup({ pinIds: [a, b, c, d] });
  const order = (pinIds: string[], before: string | null) =>
    act(administrator, 'group.order', { id, pinIds, before }).then(() => pinsInOrder(id));
  expect(await order([d], a)).toEqual([d, a, b, c]);
  expect(await order([a, b], null)).toEqual([d, c, a, b]);
  await act(administrator, 'group.pins', { id, add: [e], remove: [c] });
  // Ordered without knowing that one pin had been added and one removed.
  expect(await order([b, c, d], a)).toEqual([b, d, a, e]);
  expect(await order([e], c)).toEqual([b, d, a, e]);
  expect(await order([a], a)).toEqual([b, d, a, e]);
  for (const who of [world.roles.contributor, world.roles.internalViewer])
    await expect(act(who, 'group.order', { id, pinIds: [a], before: null })).rejects.toMatchObject({
      code: 'forbidden',
    });
  const smart = await makeGroup({ filter: { search: 'x' } });
  for (const input of [
    { id: smart, pinIds: [a], before: null },
    { id, pinIds: [], before: null },
    { id, pinIds: [a], before: 'x' },
  ])
    await expect(act(administrator, 'group.order', input)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a smart group can select pins without a plan, alone or together with those of a plan', async () => {
  const { administrator } = world.roles;
  const plan = planRow({ projectId: world.projectId, createdBy: administrator.userId });
  await writeRows(server, world, (tx) => tx.put('plan', plan));
  const tags = ['lost'];
  const [on = '', free = ''] = await makePins([{ planId: plan.id, x: 0.5, y: 0.5, tags }, { tags }]);
  expect(await pinsOf(await makeGroup({ filter: { plan: ['none'], tag: tags } }))).toEqual([free]);
  expect(await pinsOf(await makeGroup({ filter: { plan: [plan.id, 'none'], tag: tags } }))).toEqual([on, free]);
});

test('groups are sorted by count, those above 100 as equal, ties by title', async () => {
  const tag = 'by-count';
  const ids = await makePins(Array.from({ length: 103 }, () => ({ tags: [tag] })));
  const state = 'inactive';
  const created: string[] = [];
  for (const [title, count] of [
    ['C 10', 2],
    ['C 9', 2],
    ['C 1', 103],
    ['C 2', 101],
    ['C 3', 0],
  ] as const) {
    const id = await makeGroup({ title, pinIds: ids.slice(0, count) });
    await act(world.roles.administrator, 'group.update', { id, set: { active: false } });
    created.push(id);
  }
  const list = async (query: object) => {
    const { content } = await world.roles.administrator.caller.call(listGroups, {
      params: { projectId: world.projectId },
      query: { sort: 'count', state, search: 'C', ...query },
    });
    return content.map(({ title }) => title);
  };
  expect(created).toHaveLength(5);
  expect(await list({})).toEqual(['C 3', 'C 9', 'C 10', 'C 1', 'C 2']);
  expect(await list({ order: 'desc' })).toEqual(['C 1', 'C 2', 'C 9', 'C 10', 'C 3']);
  expect(await list({ order: 'desc', size: 2, page: 1 })).toEqual(['C 9', 'C 10']);
});

test('counts are exact up to 100, then reported as more', async () => {
  const tag = 'counted';
  const ids = await makePins(Array.from({ length: 100 }, () => ({ tags: [tag] })));
  const [smart, manual] = [await makeGroup({ filter: { tag: [tag] } }), await makeGroup({ pinIds: ids })];
  for (const id of [smart, manual]) expect(await entryOf(id)).toMatchObject({ pins: 100, exact: true });
  const [more = ''] = await makePins([{ tags: [tag] }]);
  await act(world.roles.administrator, 'group.pins', { id: manual, add: [more] });
  for (const id of [smart, manual]) expect(await entryOf(id)).toMatchObject({ pins: 100, exact: false });
});

test('permissions follow the matrix: contributors have their own groups, outsiders none', async () => {
  const { administrator, contributor, internalViewer, externalViewer, subcontractor } = world.roles;
  const id = await makeGroup({ title: 'Of the administrator' });
  for (const who of [internalViewer, externalViewer, subcontractor])
    await expect(makeGroup({}, who)).rejects.toMatchObject({ code: 'forbidden' });
  for (const set of [{ title: 'Taken' }, { active: false }])
    await expect(act(contributor, 'group.update', { id, set })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(act(contributor, 'group.pins', { id, add: [] })).rejects.toMatchObject({ code: 'forbidden' });
  const own = await makeGroup({ title: 'Of the contributor' }, contributor);
  await act(administrator, 'group.update', { id: own, set: { title: 'Renamed' } });
  await act(contributor, 'group.update', { id: own, set: { active: false } });
  expect(await entryOf(own)).toBeUndefined();
  expect(await entryOf(own, { state: 'inactive' }, internalViewer)).toMatchObject({ title: 'Renamed', active: false });
  await act(contributor, 'group.update', { id: own, set: { active: true } });
  expect(await entryOf(own, { search: 'rena' })).toMatchObject({ active: true });
  for (const who of [externalViewer, subcontractor]) {
    for (const response of [
      await who.caller.send(listGroups, { params: { projectId: world.projectId }, query: {} }),
      await who.caller.send(getGroup, where(own)),
      await who.caller.send(listGroupPins, { ...where(own), query: {} }),
    ])
      expect(response.status).toBe(403);
  }
});

test('invalid input is refused and nothing is stored', async () => {
  const { administrator } = world.roles;
  const [pin = ''] = await makePins([{}]);
  const smart = await makeGroup({ filter: { search: 'x' } });
  const manual = await makeGroup({});
  const refused: [string, object, string][] = [
    ['group.create', { id: randomUUID(), title: '   ' }, 'invalid_input'],
    ['group.create', { id: randomUUID(), title: 'a'.repeat(201) }, 'invalid_input'],
    ['group.create', { id: randomUUID(), title: 'Both', pinIds: [pin], filter: { search: 'x' } }, 'invalid_input'],
    ['group.create', { id: randomUUID(), title: 'Everything', filter: { status: [] } }, 'invalid_input'],
    ['group.create', { id: randomUUID(), title: 'Unknown', filter: { colour: 'red' } }, 'invalid_input'],
    ['group.create', { id: randomUUID(), title: 'Nobody', pinIds: [randomUUID()] }, 'not_found'],
    ['group.create', { id: manual, title: 'Again' }, 'already_exists'],
    ['group.update', { id: manual, set: { filter: { search: 'x' } } }, 'invalid_input'],
    ['group.update', { id: manual, set: { title: '' } }, 'invalid_input'],
    ['group.update', { id: randomUUID(), set: { title: 'None' } }, 'not_found'],
    ['group.pins', { id: smart, add: [pin] }, 'invalid_input'],
    ['group.pins', { id: manual, add: [pin, randomUUID()] }, 'not_found'],
    ['group.pins', { id: manual, add: Array.from({ length: 1_001 }, () => randomUUID()) }, 'invalid_input'],
  ];
  for (const [action, input, code] of refused)
    await expect(act(administrator, action, input), JSON.stringify(input).slice(0, 80)).rejects.toMatchObject({ code });
  expect((await administrator.caller.call(getGroup, where(manual))).pinIds).toEqual([]);
  const absent = await administrator.caller.send(getGroup, where(randomUUID()));
  expect(absent.status).toBe(404);
});

test('groups of another organisation are not found', async () => {
  const id = await makeGroup({ title: 'Ours' });
  const response = await world.other.administrator.caller.send(getGroup, where(id));
  expect([403, 404]).toContain(response.status);
});
