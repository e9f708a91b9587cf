// Building models that are brought in with trouble: how the import tells it, and how it ends when it is stopped.
import { cancelImport } from '@plumbline/core/features/imports/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World } from '../../actors.ts';
import { bringModel, broughtSoFar } from '../../models/bring-model.ts';
import { CIRCLES, plainModel, tower } from '../../models/other-programs.ts';
import { zipOf } from '../../models/zip.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  world = await makeWorld(server);
}, 240_000);
afterAll(() => server?.close());

const bring = (content: string | Uint8Array, name?: string) => bringModel(server, world, content, name ? { name } : {});

test('out of an archive, with where it lies and nothing left out', async () => {
  const site = '(48,8,14,640000),(11,34,31,800000),519.';
  const zip = zipOf({ 'readme.txt': 'nothing', 'Model.ifc': plainModel({ site }).text });
  const { state, draft } = await bring(zip, 'Model.ifczip');
  expect(state).toMatchObject({ state: 'choosing', problem: null, problemLine: null });
  expect(draft).toMatchObject({ elements: 2, leftOut: 0, located: { by: 'site' } });
});

test('a circle in the file ends it at once, with its line', async () => {
  const { state } = await bring(CIRCLES['a boolean of itself']?.() ?? '');
  expect(state).toMatchObject({ state: 'failed', stage: 'uploadingOriginal', problem: 'ifc_circular' });
  expect(state.problemLine).toBeGreaterThan(7);
});

test('a mistake in writing is told with its line', async () => {
  const lines = plainModel().text.split('\n');
  const at = lines.findIndex((line) => line.includes('=IFCCOLUMN('));
  lines[at] = (lines[at] ?? '').replace('IFCCOLUMN(', 'IFCCOLUMN((');
  const { state } = await bring(lines.join('\n'));
  expect(state).toMatchObject({ state: 'failed', problem: 'ifc_syntax', problemLine: at + 1 });
});

/** The import that is being read just now. */
async function underWay(): Promise<string> {
  for (;;) {
    const rows = await server.database.root.query<{ id: string }>(
      `SELECT id FROM plan_import WHERE state = 'inspecting'`,
    );
    const [first] = rows.rows;
    if (first) return first.id;
  }
}

test('called off by the user while it is read, it leaves nothing behind', async () => {
  const reading = bring(tower(400).text);
  const params = { projectId: world.projectId, importId: await underWay() };
  await world.roles.administrator.caller.call(cancelImport, { params });
  expect(await reading).toMatchObject({ state: { state: 'canceled' }, draft: null });
});

test('whose worker ends, it waits for the next one', async () => {
  const off = new AbortController();
  const reading = bringModel(server, world, plainModel().text, { signal: off.signal });
  const importId = await underWay();
  off.abort(new Error('the worker ends'));
  await expect(reading).rejects.toThrow('the worker ends');
  expect((await broughtSoFar(server, world, importId)).state.state).toBe('inspecting');
});
