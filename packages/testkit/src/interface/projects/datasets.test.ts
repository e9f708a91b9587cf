// Datasets: imported completely or not at all, searchable with a hundred thousand records, exported harmlessly,
// visible to the right people only.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ROLES } from '@plumbline/core/access/capabilities';
import {
  type DatasetImport,
  exportDataset,
  getDataset,
  importDataset,
  listDatasetImports,
  listDatasets,
  listRecords,
  previewDataset,
  updateDataset,
} from '@plumbline/core/features/datasets/contract';
import { csvRows } from '@plumbline/core/features/datasets/table';
import { datasetTasks } from '@plumbline/server/features/datasets/jobs';
import { readTable } from '@plumbline/server/features/datasets/reading/read-table';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { writeTable } from '@plumbline/server/office/xlsx-write';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../actors.ts';
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

async function uploaded(content: string | Buffer, by: Actor = admin): Promise<string> {
  const id = randomUUID();
  const bytes = Buffer.from(content);
  const key = `blobs/test/${id}`;
  const { size, sha256 } = await server.services.files.put(key, Readable.from([bytes]));
  const file = { id, key, sha256: Buffer.from(sha256, 'hex'), size, mime: 'text/csv', name: 'rooms.csv' };
  await recordBlob(server.services, by, file);
  return id;
}
const params = () => ({ projectId: world.projectId });
const of = (datasetId: string) => ({ ...params(), datasetId });

type DatasetOptions = { title?: string; datasetId?: string; idColumn?: string; titleColumn?: string };
/** Imports the content as the worker does, and returns the outcome. */
async function bring(content: string | Buffer, wish: DatasetOptions = {}): Promise<DatasetImport> {
  const id = randomUUID();
  const body = {
    ...{ id, datasetId: randomUUID(), blobId: await uploaded(content), title: `Rooms ${id}`, idColumn: 'ID' },
    ...{ titleColumn: 'Title', ...wish },
  };
  await admin.caller.call(importDataset, { params: params(), body });
  const run = datasetTasks(server.services)['dataset.import'];
  const context = { id: 'job', attempt: 1, maxAttempts: 6, signal: new AbortController().signal };
  await run?.({ organisationId: world.organisationId, importId: id }, context);
  const { content: imports } = await admin.caller.call(listDatasetImports, { params: params(), query: { size: 200 } });
  const found = imports.find((one) => one.id === id);
  if (!found) throw new Error('the import is gone');
  return found;
}
const records = (datasetId: string, query: object = {}) =>
  admin.caller.call(listRecords, { params: of(datasetId), query });
const keys = async (datasetId: string, query: object = {}) =>
  (await records(datasetId, query)).content.map((one) => one.key);

describe('importing', () => {
  test('CSV and XLSX give the same records, in the order of the file', async () => {
    const rows = [
      ['ID', 'Title', 'Area'],
      ['0.10', 'Entrance hall', '24'],
      ['0.2', 'Küche', '12.5'],
    ];
    const csv = await bring(rows.map((row) => row.join(';')).join('\r\n'));
    async function* given() {
      yield* rows;
    }
    const pieces: Buffer[] = [];
    for await (const piece of writeTable('Rooms', { rows: given() })) pieces.push(piece);
    const xlsx = await bring(Buffer.concat(pieces));
    for (const { state, rows: count, datasetId } of [csv, xlsx]) {
      expect([state, count]).toEqual(['done', 2]);
      const { content } = await records(datasetId);
      expect(content.map(({ key, title, values }) => [key, title, values])).toEqual([
        ['0.10', 'Entrance hall', rows[1]],
        ['0.2', 'Küche', rows[2]],
      ]);
    }
  });

  test('an invalid row refuses the whole file, and is reported with its line', async () => {
    const done = await bring('ID,Title\n1,Hall\n,No id\n1,Twice\n2,\n');
    expect(done).toMatchObject({ state: 'failed', problem: 'bad_rows', badCount: 3 });
    expect(done.badRows).toEqual([
      { row: 3, problem: 'key_missing', value: 'No id' },
      { row: 4, problem: 'key_twice', value: '1' },
      { row: 5, problem: 'title_missing', value: '2' },
    ]);
    const response = await admin.caller.send(getDataset, { params: of(done.datasetId) });
    expect(response).toMatchObject({ status: 404 });
  });

  test.each([
    ['', 'empty'],
    ['ID,Title\n', 'no_rows'],
    ['ID,id\n1,2', 'column_twice'],
    ['Nr,Name\n1,2', 'column_missing'],
    ['PK\u0003\u0004 none', 'unreadable'],
  ])('%j as a file: %s', async (content, problem) => {
    // A file of zero bytes cannot be uploaded; a single line break can.
    expect(await bring(content || '\n')).toMatchObject({ state: 'failed', problem });
  });

  test('overwriting keeps the ids of records with a known key, and sets the others inactive', async () => {
    const { datasetId, title } = await bring('ID,Title\n1,Hall\n2,Kitchen\n3,Bath\n');
    const before = new Map((await records(datasetId)).content.map((one) => [one.key, one.id]));
    const again = await bring('ID,Title,Floor\n2,Kitchen new,0\n4,Attic,3\n', { datasetId, title });
    expect(again.state).toBe('done');
    const { content, totalElements } = await records(datasetId);
    expect(content.map((one) => [one.key, one.title])).toEqual([
      ['2', 'Kitchen new'],
      ['4', 'Attic'],
    ]);
    expect(totalElements).toBe(2);
    expect(content[0]?.id).toBe(before.get('2'));
    expect(await keys(datasetId, { search: 'hall' })).toEqual([]);
    const gone = await records(datasetId, { record: before.get('1') });
    expect(gone.content).toMatchObject([{ key: '1', active: false }]);
    const failed = await bring('ID,Title\n5,\n', { datasetId, title });
    expect(failed.state).toBe('failed');
    expect(await keys(datasetId)).toEqual(['2', '4']);
  });

  test('titles are unique; the same import twice creates one dataset', async () => {
    const { title } = await bring('ID,Title\n1,Hall\n');
    const body = {
      id: randomUUID(),
      datasetId: randomUUID(),
      blobId: await uploaded('ID,Title\n1,x'),
      title: title.toUpperCase(),
    };
    const response = await admin.caller.send(importDataset, {
      params: params(),
      body: { ...body, idColumn: 'ID', titleColumn: 'Title' },
    });
    expect(response).toMatchObject({ status: 422, body: { fields: [{ path: 'title', outcome: 'ALREADY_IN_USE' }] } });
  });
});

test('a preview shows the columns and first rows of a file, or what is wrong with it', async () => {
  const preview = async (content: string) =>
    admin.caller.call(previewDataset, { params: params(), body: { blobId: await uploaded(content) } });
  expect(await preview('a;b\n1;2\n')).toEqual({ columns: ['a', 'b'], rows: [['1', '2']], problem: null });
  expect(await preview('PK\u0003\u0004..')).toMatchObject({ problem: 'unreadable' });
  expect(await preview('Rooms\n\na;b\n1;2\n')).toEqual({ columns: ['a', 'b'], rows: [['1', '2']], problem: null });
  const foreign = await uploaded('a,b\n1,2', world.roles.contributor);
  const response = await admin.caller.send(previewDataset, { params: params(), body: { blobId: foreign } });
  expect(response).toMatchObject({ status: 409, body: { code: 'blob_missing' } });
});

describe('a hundred thousand records', () => {
  let datasetId = '';
  beforeAll(async () => {
    const lines = Array.from({ length: 100_000 }, (_, n) => `R-${n},Room ${n} ${n % 7 === 0 ? 'west' : 'east'}`);
    ({ datasetId } = await bring(`ID,Title\n${lines.join('\n')}\n`));
  }, 120_000);

  test('are paged from the first to the last', async () => {
    const last = await records(datasetId, { page: 1_999, size: 50 });
    expect(last).toMatchObject({ totalElements: 100_000, totalPages: 2_000, exact: true });
    expect(last.content.at(-1)?.key).toBe('R-99999');
  });

  test('are searched by parts of words, all of which must occur', async () => {
    expect(await keys(datasetId, { search: 'room 4242' })).toContain('R-4242');
    expect(await keys(datasetId, { search: '99995 north' })).toEqual([]);
    expect(await keys(datasetId, { search: '99995 WEST' })).toEqual(['R-99995']);
    expect(await records(datasetId, { search: 'room' })).toMatchObject({ totalElements: 10_000, exact: false });
    expect(await keys(datasetId, { search: '%' })).toEqual([]);
  });
});

test('an export can be imported again with the same content, and runs nothing', async () => {
  const rows = [
    ['ID', 'Title', 'Note'],
    ['007', '=HYPERLINK("x")', 'a, "b"; c'],
    ['8', 'שלום 🏗', '-5'],
  ];
  const { datasetId } = await bring(
    rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n'),
  );
  const get = (format: 'csv' | 'xlsx') =>
    admin.caller.raw({
      method: 'GET',
      url: `/api/v2/datasets/projects/${world.projectId}/datasets/${datasetId}/export?format=${format}`,
    });
  const csv = await get('csv');
  expect(csv.headers['content-disposition']).toContain('attachment');
  expect([...csvRows(String(csv.body).replace('\ufeff', ''))]).toEqual([
    rows[0],
    ['007', `'=HYPERLINK("x")`, 'a, "b"; c'],
    rows[2],
  ]);
  const xlsx = await server.app.inject({
    method: 'GET',
    url: `/api/v2/datasets/projects/${world.projectId}/datasets/${datasetId}/export?format=xlsx`,
    headers: { authorization: `Bearer ${admin.caller.token}` },
  });
  const read: string[][] = [];
  for await (const { cells } of readTable(xlsx.rawPayload)) read.push(cells);
  expect(read).toEqual(rows);
});

describe('permissions', () => {
  test.each(ROLES)('%s', async (role) => {
    const { datasetId } = await bring('ID,Title\n1,Hall\n');
    const { caller } = world.roles[role];
    const sees = role === 'administrator' || role === 'contributor' || role === 'internalViewer';
    const refused = role === 'none' ? 404 : 403;
    for (const declaration of [getDataset, listRecords, exportDataset] as const) {
      const response = await caller.send(declaration, { params: of(datasetId), query: {} } as never);
      expect([declaration.name, response.status]).toEqual([declaration.name, sees ? 200 : refused]);
    }
    const change = await caller.send(updateDataset, { params: of(datasetId), body: { active: false } });
    expect(change.status).toBe(role === 'administrator' ? 200 : refused);
    const list = await admin.caller.call(listDatasets, { params: params(), query: { size: 200 } });
    expect(list.content.some((one) => one.id === datasetId)).toBe(role !== 'administrator');
  });

  test('no one from another organisation has access, through any project', async () => {
    const { datasetId } = await bring('ID,Title\n1,Hall\n');
    const outsider = world.other.administrator.caller;
    for (const projectId of [world.projectId, world.other.projectId]) {
      const response = await outsider.send(listRecords, { params: { projectId, datasetId }, query: {} });
      expect(response.status).toBe(404);
    }
  });
});
