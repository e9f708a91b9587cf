import { printOf } from '@plumbline/core/sync/protocol';
import { runAction } from '@plumbline/core/sync/registry';
import type { ServerStore } from '@plumbline/core/sync/server';
import { pgStore } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../../database.ts';
import { edit, makeSite, pinEdit, pullAll, push, rowsOf, type TestSite } from '../site.ts';
import { brokenPool } from './broken-pool.ts';

let cluster: TestCluster;
let site: TestSite;

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster?.stop());
beforeEach(async () => {
  site = await makeSite(await cluster.database());
  return () => site.database.close();
});

/** Positions assigned when a transaction writes rather than when it commits, which the project lock prevents. */
const alter = (text: string): string =>
  text
    .replace(
      /SELECT head, chain FROM project_log(.*) FOR NO KEY UPDATE/u,
      "SELECT nextval('tampered') * 1000 AS head, chain FROM project_log$1",
    )
    .replace(/UPDATE project_log SET .*/su, 'SELECT $6::bigint, $7::bytea, $8::timestamptz, $9::timestamptz')
    .replace('SELECT head FROM project_log', 'SELECT coalesce(max(position), 0) AS head FROM change');

/** Resolves to true once a connection waits for a lock; false when `other` finishes without waiting. */
async function blocked(other: Promise<unknown>): Promise<boolean> {
  let done = false;
  void other.finally(() => {
    done = true;
  });
  while (!done) {
    const waiting = await site.database.root.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    if (waiting.rowCount !== 0) return true;
  }
  return false;
}

/** One comment is written early and committed late, another is written later; a reader pulls in between. */
async function commentsHeard(store: ServerStore): Promise<number> {
  const { carl, ada, vera } = site.people;
  const pinId = site.newId();
  const comment = () => ({ id: site.newId(), pinId, taskId: null, text: 'bald' });
  await push(site, { person: carl, id: site.newId() }, [pinEdit(site, 1, pinId)]);
  const first = await pullAll({ ...site, store }, vera);

  const written = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const early = store.write(ada, async (tx) => {
    const open = await tx.site(site.projectId, { action: 'comment.create', userId: ada.userId });
    if (!open) throw new Error('no project');
    await runAction(open.tx, ada.userId, 'comment.create', comment());
    await open.flush();
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  const later = push({ store }, { person: carl, id: site.newId() }, [edit(site, 1, 'comment.create', comment())]);
  await blocked(later);
  const [{ timeline, scope } = { timeline: '', scope: '' }] = first.replies;
  const between = await pullAll({ ...site, store }, vera, { from: first.to, timeline, scope });
  gate.resolve();
  await Promise.all([early, later]);
  const after = await pullAll({ ...site, store }, vera, { from: between.to, timeline, scope });
  return rowsOf(between, 'comment').length + rowsOf(after, 'comment').length;
}

it('a pull never misses a change that was written earlier and committed later', async () => {
  expect(await commentsHeard(site.store)).toBe(2);
});

it('a pull would miss a change if positions were assigned before the commit', async () => {
  await site.database.root.query('CREATE SEQUENCE tampered; GRANT USAGE ON tampered TO plumbline_app');
  expect(await commentsHeard(pgStore({ ...site.services, pool: brokenPool(site.database.pool, { alter }) }))).toBe(1);
});

it('a pull reads one snapshot, even when a push commits while it reads', async () => {
  const { carl, sam } = site.people;
  const device = { person: carl, id: site.newId() };
  const given = (n: number) => {
    const pinId = site.newId();
    const assignee = { assigneeType: 'User', assigneeId: sam.userId };
    return [pinEdit(site, n, pinId), edit(site, n + 1, 'task.create', { id: site.newId(), pinId, ...assignee })];
  };
  await push(site, device, given(1));
  let landed = false;
  const between = async (text: string, run: () => Promise<unknown>) => {
    const result = await run();
    // Between reading the rows and computing the fingerprint of all ids.
    if (text.startsWith('SELECT entity, max(position)') && !landed) {
      landed = true;
      await push(site, device, given(3));
    }
    return result;
  };
  const store = pgStore({ ...site.services, pool: brokenPool(site.database.pool, { between }) });
  const pulled = await pullAll({ ...site, store }, sam);
  const ids = [...rowsOf(pulled, 'pin'), ...rowsOf(pulled, 'task')].map((row) => String(row.id));
  expect([landed, ids.length]).toEqual([true, 2]);
  const [reply] = pulled.replies;
  expect(reply?.print).toEqual(printOf(ids));
  const next = await pullAll(site, sam, {
    from: pulled.to,
    timeline: reply?.timeline ?? '',
    scope: reply?.scope ?? '',
  });
  expect(rowsOf(next, 'task')).toHaveLength(1);
});
