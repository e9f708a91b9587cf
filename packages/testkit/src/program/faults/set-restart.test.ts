// A worker killed in the middle of publishing a set: nothing of it is published, and the next worker publishes all of it
// without rendering a sheet again.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImport } from '@plumbline/core/features/imports/contract';
import { getSet, publishSet } from '@plumbline/core/features/imports/set-contract';
import { listPlans } from '@plumbline/core/features/plans/contract';
import { importTasks } from '@plumbline/server/features/imports/jobs';
import { INSPECT } from '@plumbline/server/features/imports/locked-import';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { block, makePdf } from '@plumbline/server/rendering/testing/pdf-fixture';
import { afterAll, expect, it } from 'vitest';
import { createWorld } from '../../actors.ts';
import { startTestCluster } from '../../database.ts';
import { startTestServer } from '../../server.ts';
import { launch } from '../program.ts';
import { afterChange } from '../table-changes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-set-restart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

/** The advisory lock at which the publication of the second sheet waits. */
const HELD = 4_711;

it('publishes a whole set or nothing when the worker is killed in the middle, and continues with the next one', async () => {
  const cluster = await startTestCluster();
  const server = await startTestServer({ cluster, now: new Date() });
  const world = await createWorld(server);
  const { administrator } = world.roles;
  const { organisationId, userId } = administrator;
  const inProject = { projectId: world.projectId };
  const { root } = server.database;

  /** A file with one sheet per number of marks, read and waiting for a choice. */
  async function uploaded(marks: readonly number[]): Promise<string> {
    const [importId, blobId] = [randomUUID(), randomUUID()];
    const file = path.join(folder, `${importId}.pdf`);
    const sheet = (count: number) =>
      block('0 0 0', 20, 20, 200, 6) +
      Array.from({ length: count }, (_, i) => block('0 0 0', 20 + 40 * i, 90, 20, 40)).join('');
    writeFileSync(file, makePdf(marks.map((count) => ({ mediaBox: [0, 0, 420, 297], content: sheet(count) }))));
    const blob = { id: blobId, path: file, mime: 'application/pdf', name: 'set.pdf' };
    await storeFile(server.services, { organisationId, userId }, blob);
    const body = { id: importId, blobId, parentId: null, planId: null };
    await administrator.caller.call(createImport, { params: inProject, body });
    const once = { id: '1', attempt: 1, maxAttempts: 4, signal: new AbortController().signal };
    await importTasks(server.services)[INSPECT]?.({ organisationId, importId }, once);
    return importId;
  }
  const publish = async (
    importId: string,
    version: string,
    sheets: readonly { planId: string; revises: boolean }[],
  ) => {
    const pages = sheets.map((sheet, i) => {
      return { importId, page: i + 1, title: `Sheet ${i + 1}`, sheetNumber: `A-10${i + 1}`, ...sheet };
    });
    const body = { id: randomUUID(), parentId: null, version, pages };
    return administrator.caller.call(publishSet, { params: inProject, body });
  };
  const read = (setId: string) => administrator.caller.call(getSet, { params: { ...inProject, setId } });
  const until = (setId: string, state: string) =>
    afterChange(
      root,
      ['plan_set', 'plan_import_page'],
      () => read(setId),
      (set) => set.state === state,
    );
  const shown = async () => {
    const { content } = await administrator.caller.call(listPlans, { params: inProject, query: {} });
    return content.map((plan) => `${plan.sheetNumber} ${plan.currentRevision?.version}`).sort();
  };
  const worker = () =>
    launch({
      DATABASE_URL: server.database.url,
      DATA_DIR: server.services.config.dataDir,
      SECRET_KEY: 'a key for tests that is long enough to be one',
      ROLES: 'worker',
      WORKER_RECOVERY_MS: '1000',
    });

  const [first, second, added] = [randomUUID(), randomUUID(), randomUUID()];
  const old = await publish(await uploaded([1, 2]), 'A', [
    { planId: first, revises: false },
    { planId: second, revises: false },
  ]);
  let running = worker();
  await until(old.id, 'published');
  expect(await shown()).toEqual(['A-101 A', 'A-102 A']);

  // The transaction that publishes the set has published the first sheet, and waits at the second.
  const holder = await root.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [HELD]);
  await root.query(`
    CREATE FUNCTION wait_in_the_middle() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN PERFORM pg_advisory_xact_lock(${HELD}); RETURN NEW; END$$;
    CREATE TRIGGER wait_in_the_middle BEFORE UPDATE ON plan_import_page FOR EACH ROW
    WHEN (OLD.state = 'prepared' AND NEW.state <> 'prepared' AND NEW.page = 2) EXECUTE FUNCTION wait_in_the_middle()`);
  const set = await publish(await uploaded([3, 4, 5]), 'B', [
    { planId: first, revises: true },
    { planId: second, revises: true },
    { planId: added, revises: false },
  ]);
  const waiting = async () =>
    (await root.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`, [HELD]))
      .rowCount;
  await expect.poll(waiting, { timeout: 90_000 }).toBe(1);
  await running.end('SIGKILL');
  await holder.query('SELECT pg_advisory_unlock($1)', [HELD]);
  holder.release();
  // The connection of the dead worker ends, and with it everything it had written.
  await expect.poll(waiting).toBe(0);
  expect(await read(set.id)).toMatchObject({ state: 'preparing', pages: Array(3).fill({ state: 'prepared' }) });
  expect(await shown()).toEqual(['A-101 A', 'A-102 A']);
  const rendered = await root.query<{ id: string }>(
    `SELECT prepared -> 'created' ->> 'packBlobId' AS id FROM plan_import_page WHERE set_id = $1 ORDER BY page`,
    [set.id],
  );

  await root.query('DROP TRIGGER wait_in_the_middle ON plan_import_page');
  // The lock of a dead worker expires only after a while; the test moves it into the past.
  await root.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL`,
  );
  running = worker();
  await until(set.id, 'published');
  expect(await shown()).toEqual(['A-101 B', 'A-102 B', 'A-103 B']);
  const published = await root.query<{ id: string }>(
    `SELECT v.pack_blob_id AS id FROM revision v JOIN plan_import_page p ON p.revision_id = v.id
     WHERE p.set_id = $1 AND v.version = 'B' ORDER BY p.page`,
    [set.id],
  );
  expect(published.rows).toEqual(rendered.rows);

  await running.end();
  await server.close();
  await cluster.stop();
}, 180_000);
