import type { WriteTx } from '@plumbline/core/sync/server';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { PgWriteTx } from '@plumbline/server/db/tx/write-tx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCluster, type TestCluster, type TestDatabase } from '../../database.ts';
import type { AlterStatement } from '../faults/broken-pool.ts';
import { type Mistake, schedule } from './schedule.ts';

/** Set SCHEDULES to run more, e.g. SCHEDULES=1000. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 12);
/** The maximum number of schedules within which a mistake must be detected. */
const MAX_SCHEDULES_PER_MISTAKE = 12;

let cluster: TestCluster;
let database: TestDatabase;

beforeAll(async () => {
  cluster = await startTestCluster();
  database = await cluster.database();
});
afterAll(() => cluster?.stop());

const replacing =
  (...pairs: [string | RegExp, string][]): AlterStatement =>
  (text) =>
    pairs.reduce((done, [from, to]) => done.replace(from, to), text);

const UNLOCKED_DEVICE = `WITH made AS (INSERT INTO device (organisation_id, id, user_id, created_at, seen_at)
  VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING RETURNING last_mutation)
  SELECT last_mutation AS last FROM made UNION ALL SELECT last_mutation FROM device WHERE organisation_id = $1 AND id = $2 LIMIT 1`;

const MISTAKES: Record<string, Mistake> = {
  'no lock on the project': { alter: replacing([' FOR NO KEY UPDATE', '']) },
  'no lock on the device': { alter: replacing([/INSERT INTO device[\s\S]*/u, UNLOCKED_DEVICE]) },
  'the number of the device is not stored': {
    alter: replacing(['SET last_mutation = $3', 'SET last_mutation = last_mutation']),
  },
  'the number is stored, the record is not': {
    alter: replacing([
      /WITH noted AS \(\s*INSERT INTO mutation[\s\S]*?\)\)/u,
      'WITH noted AS (SELECT $1::uuid, $2::uuid, $3::bigint, $4::uuid, $5::text, $6::text, $7::jsonb, $8::text, $9::timestamptz)',
    ]),
  },
  'no audit': { alter: replacing([/INSERT INTO change \([^)]*\)/u, '']) },
  'the numbers of pins are not stored': {
    alter: replacing(['SET value = excluded.value', 'SET value = project_counter.value']),
  },
  'outdated permissions': {
    alter: (text) => (text.includes('r."user_id" = $3') ? text.replace('r."state" AS', "'active' AS") : text),
  },
  'rows without a new position in the log': {
    alter: replacing([/SET "position" = (n\."position"|\$\d+),/u, 'SET "position" = coalesce(r."position", $1),']),
  },
  'a page that reports a later end': {
    alter: replacing(['SELECT entity, max(position) AS last', 'SELECT entity, max(position) + 1 AS last']),
  },
  'the outcome of an edit is stored first, in its own transaction': {
    store: (store, site) => ({
      ...store,
      write: (caller, fn) =>
        store.write(caller, (tx) => {
          const early: WriteTx = Object.create(tx, {
            record: {
              value: (...noted: Parameters<WriteTx['record']>) =>
                tenantTransaction(site.database.pool, caller.organisationId, async (db) => {
                  await db.query("SET LOCAL lock_timeout = '1ms'");
                  await new PgWriteTx(db, caller, site.services).record(...noted);
                }),
            },
          }) as WriteTx;
          for (const name of ['timeline', 'device', 'recorded', 'site', 'head'] as const) {
            Object.defineProperty(early, name, { value: tx[name].bind(tx) });
          }
          return fn(early);
        }),
    }),
  },
};

describe('concurrent devices', () => {
  it(
    `keep every invariant over ${SCHEDULES} schedules`,
    async () => {
      for (let seed = 1; seed <= SCHEDULES; seed += 1) {
        expect([seed, await schedule(database, seed)]).toEqual([seed, []]);
      }
    },
    30_000 + SCHEDULES * 5_000,
  );
});

describe('the invariant check', () => {
  it.each(Object.entries(MISTAKES))('detects: %s', async (_what, mistake) => {
    let found: string[] = [];
    for (let seed = 1_001; found.length === 0 && seed <= 1_000 + MAX_SCHEDULES_PER_MISTAKE; seed += 1) {
      found = await schedule(database, seed, mistake);
    }
    expect(found).not.toEqual([]);
  });
});
