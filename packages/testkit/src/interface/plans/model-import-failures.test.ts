// Importing problematic building models: how problems are reported, and how a stopped import ends.
import { cancelImport } from '@plumbline/core/features/imports/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { broughtSoFar, uploadModel } from '../../models/import-model.ts';
import { CIRCLES, plainModel, tower } from '../../models/other-programs.ts';
import { zipOf } from '../../models/zip.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  world = await createWorld(server);
}, 240_000);
afterAll(() => server?.close());

const bring = (content: string | Uint8Array, name?: string) =>
  uploadModel(server, world, content, name ? { name } : {});

test('a model in an archive is imported completely, with its location', async () => {
  const site = '(48,8,14,640000),(11,34,31,800000),519.';
  const zip = zipOf({ 'readme.txt': 'nothing', 'Model.ifc': plainModel({ site }).text });
  const { state, draft } = await bring(zip, 'Model.ifczip');
  expect(state).toMatchObject({ state: 'choosing', problem: null, problemLine: null });
  expect(draft).toMatchObject({ elements: 2, leftOut: 0, located: { by: 'site' } });
});

test('a cycle in the file fails the import immediately, with its line', async () => {
  const { state } = await bring(CIRCLES['a boolean of itself']?.() ?? '');
  expect(state).toMatchObject({ state: 'failed', stage: 'uploadingOriginal', problem: 'ifc_circular' });
  expect(state.problemLine).toBeGreaterThan(7);
});

test('a syntax error is reported with its line', async () => {
  const lines = plainModel().text.split('\n');
  const at = lines.findIndex((line) => line.includes('=IFCCOLUMN('));
  lines[at] = (lines[at] ?? '').replace('IFCCOLUMN(', 'IFCCOLUMN((');
  const { state } = await bring(lines.join('\n'));
  expect(state).toMatchObject({ state: 'failed', problem: 'ifc_syntax', problemLine: at + 1 });
});

/** The import that is currently being read. */
async function underWay(): Promise<string> {
  for (;;) {
    const rows = await server.database.root.query<{ id: string }>(
      `SELECT id FROM plan_import WHERE state = 'inspecting'`,
    );
    const [first] = rows.rows;
    if (first) return first.id;
  }
}

test('an import cancelled by the user while it is read leaves nothing behind', async () => {
  const reading = bring(tower(400).text);
  const params = { projectId: world.projectId, importId: await underWay() };
  await world.roles.administrator.caller.call(cancelImport, { params });
  expect(await reading).toMatchObject({ state: { state: 'canceled' }, draft: null });
});

test('an import whose worker ends waits for the next worker', async () => {
  const off = new AbortController();
  const reading = uploadModel(server, world, plainModel().text, { signal: off.signal });
  const importId = await underWay();
  off.abort(new Error('the worker ends'));
  await expect(reading).rejects.toThrow('the worker ends');
  expect((await broughtSoFar(server, world, importId)).state.state).toBe('inspecting');
});
