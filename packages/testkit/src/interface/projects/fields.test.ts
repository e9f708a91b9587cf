// Custom pin fields of a project: who may define them, which values are valid, and their use in lists, search, history
// and copies.
import { randomUUID } from 'node:crypto';
import { ROLES } from '@plumbline/core/access/capabilities';
import { sortKey } from '@plumbline/core/features/fields/values';
import { getPin, listPins, pinHistory } from '@plumbline/core/features/pins/contract';
import { matchesPin } from '@plumbline/core/features/pins/filter';
import { copyProject } from '@plumbline/core/features/projects/contract';
import { type FieldFormat, type FieldRow, type FieldValue, newFormat } from '@plumbline/core/site/rows/fields';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { pinFilter } from '@plumbline/core/site/values/pin-filter';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { categoryRow, pinRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let admin: Actor;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  admin = world.roles.administrator;
});
afterAll(() => server.close());

const act = (who: Actor, action: string, input: object) =>
  runSite(server.services, who, world.projectId, action, input);
const standard = (type: FieldFormat['type']) => newFormat(type, (n) => `Level ${n}`);

async function makeField(title: string, format: FieldFormat, categoryIds: string[] = []): Promise<string> {
  const id = randomUUID();
  await act(admin, 'field.create', { id, title, format, categoryIds });
  return id;
}
async function makePin(content: object = {}): Promise<string> {
  const id = randomUUID();
  await act(admin, 'pin.create', { id, planId: null, x: null, y: null, content });
  return id;
}
const pinOf = (pinId: string) => admin.caller.call(getPin, { params: { projectId: world.projectId, pinId } });
const rowsOf = async (projectId: string): Promise<FieldRow[]> =>
  systemTransaction(server.services.pool, async (db) => {
    const found = await db.query(
      'SELECT id, title, format, category_ids AS "categoryIds", sort, active FROM field WHERE project_id = $1 ORDER BY sort',
      [projectId],
    );
    return found.rows as FieldRow[];
  });

describe('defining fields', () => {
  test.each(ROLES)('is only permitted to administrators: %s', async (role) => {
    const fieldId = await makeField(`For ${role}`, standard('TEXT'));
    const tries = [
      ['field.create', { id: randomUUID(), title: `By ${role}`, format: standard('TIME'), categoryIds: [] }],
      ['field.update', { id: fieldId, set: { active: false } }],
      ['field.order', { ids: [fieldId] }],
    ] as const;
    for (const [action, input] of tries) {
      const done = act(world.roles[role], action, input);
      if (role === 'administrator') await expect(done).resolves.toBeUndefined();
      else await expect(done, action).rejects.toMatchObject({ code: role === 'none' ? 'not_entitled' : 'forbidden' });
    }
  });

  test('titles are unique in the project, regardless of case', async () => {
    const [first, second] = [
      await makeField('Kosten', standard('CURRENCY')),
      await makeField('Aufwand', standard('TIME')),
    ];
    const taken = { code: 'invalid_input', details: { fields: [{ path: 'title', outcome: 'ALREADY_IN_USE' }] } };
    await expect(makeField(' KOSTEN ', standard('TEXT'))).rejects.toMatchObject(taken);
    await act(admin, 'field.update', { id: first, set: { active: false } });
    await expect(act(admin, 'field.update', { id: second, set: { title: 'kosten' } })).rejects.toMatchObject(taken);
    await act(admin, 'field.update', { id: first, set: { title: 'KOSTEN', active: true } });
  });

  test('a field keeps its type, refers only to categories of its project, and keeps its position', async () => {
    const fieldId = await makeField('Fläche', standard('NUMBER'));
    const refused = (set: object, path: string, outcome: string) =>
      expect(act(admin, 'field.update', { id: fieldId, set })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { fields: [{ path, outcome }] },
      });
    await refused({ format: standard('TEXT') }, 'format.type', 'NOT_VALID');
    await refused({ categoryIds: [randomUUID()] }, 'categoryIds', 'UNKNOWN');
    await refused({ format: { ...standard('NUMBER'), suffix: 'too long' } }, 'set.format.suffix', 'TOO_LONG');
    const before = (await rowsOf(world.projectId)).map((one) => one.id);
    await act(admin, 'field.order', { ids: [fieldId, before[0] ?? ''] });
    const after = (await rowsOf(world.projectId)).map((one) => one.id);
    expect(after).toEqual([fieldId, ...before.filter((one) => one !== fieldId)]);
    await expect(act(admin, 'field.order', { ids: [randomUUID()] })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('values', () => {
  test('of different fields and scales are merged, whoever writes them', async () => {
    const [cost, note] = [await makeField('Cost', standard('CURRENCY')), await makeField('Note', standard('TEXT'))];
    const pinId = await makePin({ fields: { [cost]: 10 } });
    await act(admin, 'pin.update', { id: pinId, set: { fields: { [note]: 'oak' } } });
    await act(admin, 'pin.update', { id: pinId, set: { fields: { [cost]: 12.5 } } });
    expect((await pinOf(pinId)).fields).toEqual({ [cost]: 12.5, [note]: 'oak' });
    await act(admin, 'pin.update', { id: pinId, set: { fields: { [cost]: null } } });
    expect((await pinOf(pinId)).fields).toEqual({ [note]: 'oak' });
  });

  test('are validated by their field; a change applies completely or not at all', async () => {
    const share = await makeField('Share', standard('PERCENTAGE'));
    const tags = await makeField('Rooms', standard('TAGS'));
    const foreign = randomUUID();
    await writeRows(server, world.other, (tx) => {
      const row = { id: foreign, projectId: tx.projectId, title: 'X', format: standard('TEXT') };
      tx.put('field', { ...row, categoryIds: [], sort: 0, active: true });
    });
    const pinId = await makePin();
    const cases: [Record<string, unknown>, string, string][] = [
      [{ [share]: 101 }, share, 'TOO_BIG'],
      [{ [tags]: ['ok'], [share]: -1 }, share, 'TOO_SMALL'],
      [{ [tags]: 'one' }, tags, 'NOT_VALID'],
      [{ [foreign]: 'x' }, foreign, 'UNKNOWN'],
      [{ [randomUUID()]: 1 }, '', 'UNKNOWN'],
    ];
    for (const [fields, path, outcome] of cases) {
      await expect(act(admin, 'pin.update', { id: pinId, set: { fields } })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { fields: [{ path: expect.stringContaining(`fields.${path}`), outcome }] },
      });
    }
    expect((await pinOf(pinId)).fields).toEqual({});
  });

  test('appear in the history with old and new value, and are found by search', async () => {
    const maker = await makeField('Maker', standard('TEXT'));
    const pinId = await makePin({ fields: { [maker]: 'Zimmerei Huber' } });
    await act(admin, 'pin.update', { id: pinId, set: { fields: { [maker]: 'Tischlerei Quast' } } });
    const { content } = await admin.caller.call(pinHistory, {
      params: { projectId: world.projectId, pinId },
      query: {},
    });
    expect(content[0]).toMatchObject({
      before: { fields: { [maker]: 'Zimmerei Huber' } },
      after: { fields: { [maker]: 'Tischlerei Quast' } },
    });
    const found = async (search: string) =>
      (await admin.caller.call(listPins, { params: { projectId: world.projectId }, query: { search } })).content.map(
        (one) => one.id,
      );
    expect(await found('quast')).toEqual([pinId]);
    expect(await found('huber')).toEqual([]);
  });
});

describe('lists', () => {
  const ids = { number: randomUUID(), day: randomUUID(), text: randomUUID(), tags: randomUUID() };
  let pins: PinRow[] = [];
  let projectId = '';

  beforeAll(async () => {
    projectId = world.other.projectId;
    const who = world.other;
    const some = <T>(values: readonly T[], n: number): T | undefined => values[n % (values.length + 1)];
    await writeRows(server, who, async (tx) => {
      const field = (id: string, title: string, format: FieldFormat, sort: number) =>
        tx.put('field', { id, projectId, title, format, categoryIds: [], sort, active: true });
      field(ids.number, 'Number', standard('NUMBER'), 0);
      field(ids.day, 'Day', standard('DATE'), 1);
      field(ids.text, 'Text', standard('TEXT'), 2);
      field(ids.tags, 'Tags', standard('TAGS'), 3);
      for (let n = 0; n < 60; n += 1) {
        const values: Record<string, FieldValue | undefined> = {
          [ids.number]: some([-5, 0, 3, 12.5, 1_000], n),
          [ids.day]: some(['2026-01-31', '2026-01-31T10:00', '2026-02-01', '2025-12-24'], n * 3),
          [ids.text]: some(['Oak 10', 'oak 9', '100%', 'back\\slash', 'Tür'], n * 7),
          [ids.tags]: some([['a'], ['a', 'b'], ['c', 'a']], n * 5),
        };
        const fields = Object.fromEntries(Object.entries(values).filter(([, one]) => one !== undefined));
        const by = { projectId, createdBy: who.administrator.userId };
        const pin = pinRow(by, { number: await tx.nextNumber('pin'), fields: fields as Record<string, FieldValue> });
        tx.put('pin', pin);
        pins = [...pins, pin];
      }
    });
  });

  const ask = (query: object) =>
    world.other.administrator.caller.call(listPins, { params: { projectId }, query: { size: 1_000, ...query } });

  test('find by SQL what the filter in core finds', async () => {
    const wishes = [
      ...Object.values(ids).flatMap((id) => [`${id}:set`, `${id}:unset`]),
      ...['0..', '..0', '3..12.5', '1001..'].map((range) => `${ids.number}:n:${range}`),
      ...['2026-01-31..2026-01-31', '2026-02-01..', '..2025-12-31'].map((range) => `${ids.day}:d:${range}`),
      ...['oak', 'OAK 1', '%', '\\', 'tür', 'none'].map((words) => `${ids.text}:w:${words}`),
      ...['a', 'b,c', 'z'].map((tags) => `${ids.tags}:t:${tags}`),
    ];
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...wishes), { minLength: 1, maxLength: 3 }), async (field) => {
        const expected = pins.filter((pin) =>
          matchesPin(pinFilter.parse({ field }), { pin, tasks: [], posts: [], groups: [] }, ''),
        );
        const response = await ask({ field });
        expect(response.content.map((one) => one.id).sort()).toEqual(expected.map((one) => one.id).sort());
        found += expected.length;
      }),
      { numRuns: 80, seed: 5, endOnFailure: true, examples: wishes.map((wish) => [[wish]]) },
    );
    expect(found).toBeGreaterThan(300);
  });

  test.each(Object.entries(ids))('in the order of %s, with empty values last', async (_name, id) => {
    for (const order of ['asc', 'desc'] as const) {
      const { content } = await ask({ sort: `field.${id}`, order });
      expect(content).toHaveLength(pins.length);
      const keys = content.map((one) => sortKey(one.fields[id]));
      const filled = keys.filter((key) => key !== null);
      expect(keys.slice(0, filled.length)).toEqual(filled);
      const words = new Intl.Collator('und', { numeric: true });
      const upwards = filled.toSorted((a, b) =>
        typeof a === 'number' ? a - Number(b) : words.compare(String(a), String(b)),
      );
      expect(filled).toEqual(order === 'asc' ? upwards : upwards.toReversed());
    }
  });

  test.each([{ sort: 'field.x' }, { sort: 'fields' }, { field: 'nonsense' }, { field: `${randomUUID()}:n:..` }])(
    'refuse %j',
    async (query) => {
      const response = await world.other.administrator.caller.send(listPins, {
        params: { projectId },
        query: query as never,
      });
      expect(response).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    },
  );
});

test('a copied project has the active fields, assigned to its own categories', async () => {
  const { caller } = world.other.administrator;
  const { projectId } = world.other;
  const category = categoryRow(projectId, { title: 'Defect' });
  await writeRows(server, world.other, (tx) => {
    tx.put('category', category);
    const row = { projectId, format: standard('TIME'), categoryIds: [category.id] };
    tx.put('field', { ...row, id: randomUUID(), title: 'Gone', sort: 8, active: false });
    tx.put('field', { ...row, id: randomUUID(), title: 'Kept', sort: 9, active: true });
  });
  const id = randomUUID();
  await caller.call(copyProject, { params: { projectId }, body: { id, title: 'Second tower' } });
  const copied = await rowsOf(id);
  expect(copied.map((one) => one.title)).toEqual(expect.arrayContaining(['Number', 'Kept']));
  expect(copied.map((one) => one.title)).not.toContain('Gone');
  const [kept] = copied.filter((one) => one.title === 'Kept');
  expect(kept?.categoryIds).toHaveLength(1);
  expect(kept?.categoryIds).not.toContain(category.id);
});
