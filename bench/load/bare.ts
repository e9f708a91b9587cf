// The statements that the program sends for a call, sent again by the driver alone: the most that PostgreSQL can answer.
import { createHash, randomUUID } from 'node:crypto';
import { syncPush } from '@plumbline/core/sync/contract';
import { addressOf } from '@plumbline/testkit/calls';
import type { Connection } from '@plumbline/testkit/database';
import type { TestServer } from '@plumbline/testkit/server';
import { statementsOf } from '@plumbline/testkit/statements';
import { newPin } from './client.ts';
import type { User } from './people.ts';

type Recorded = Awaited<ReturnType<typeof statementsOf>>;
/** `statements`: for one call, on average. */
export type Bare = { statements: number; rate: number };

// Numbers that occur in no other value of a recorded push, so that they can be replaced.
const EDIT = 7_000_001;
const HEAD = 8_000_000;
const PIN_NUMBER = 9_000_000;

async function record({ app }: TestServer, { headers }: User, url: string, payload?: object): Promise<Recorded> {
  return statementsOf(async () => {
    const reply = await app.inject({ method: payload ? 'POST' : 'GET', url, headers, ...(payload && { payload }) });
    if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode} ${reply.payload.slice(0, 300)}`);
  });
}

const named = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Repeats `call` on `connections` connections for `seconds`, with a running number for each. Returns calls per second. */
async function repeat(
  { services }: TestServer,
  { connections, seconds }: { connections: number; seconds: number },
  call: (db: Connection, at: number) => Promise<void>,
): Promise<number> {
  let calls = 0;
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const db = await services.pool.connect();
      try {
        for (let at = connection; elapsed() < seconds; at += 1) {
          await call(db, at);
          calls += 1;
        }
      } finally {
        db.release();
      }
    }),
  );
  return calls / elapsed();
}

/** A simple statement cannot be prepared: it may consist of several. */
const send = (db: Connection, text: string, values: unknown[]) =>
  values.length === 0 ? db.query(text) : db.query({ name: named(text), text, values });

type Extent = { connections: number; seconds: number };

/** The statements of these reads, one read after the other on each connection. */
export async function bareReads(
  server: TestServer,
  user: User,
  urls: readonly string[],
  extent: Extent,
): Promise<Bare> {
  const calls: Recorded[] = [];
  for (const url of urls) calls.push(await record(server, user, url));
  const rate = await repeat(server, extent, async (db, at) => {
    for (const { text, values } of calls[at % calls.length] ?? []) await send(db, text, values);
  });
  return { statements: calls.flat().length / calls.length, rate };
}

type Replaced = (value: unknown) => unknown;

/** Puts the ids and numbers of another push in the place of the recorded ones. */
function replacing(ids: Map<string, string>, shift: { edit: number; head: number }): Replaced {
  const number = (value: number) => {
    if (value >= HEAD) return value + shift.head;
    return value >= EDIT ? value - EDIT + shift.edit : value;
  };
  const text = (value: string) =>
    value
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, (id) => ids.get(id) ?? id)
      .replaceAll(/\b[789]00\d{4}\b/gu, (found) => String(number(Number(found))));
  const replaced: Replaced = (value) => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return number(value);
    return Array.isArray(value) ? value.map(replaced) : value;
  };
  return replaced;
}

const FIRST_EDIT = 1;

/** The statements of a push with one new pin, on all connections into one project of its own; every push is committed. */
export async function barePushes(server: TestServer, writer: User, projectId: string, extent: Extent): Promise<Bare> {
  const { root } = server.database;
  const pin = randomUUID();
  const user = { ...writer, deviceId: randomUUID() };
  const push = (edits: number, id: string) => newPin({ ...user, edits }, projectId, id);
  const url = addressOf(syncPush, {});
  // The first push creates the rows whose numbers are set.
  await record(server, user, url, push(0, randomUUID()));
  await root.query('UPDATE device SET last_mutation = $2 WHERE id = $1', [user.deviceId, EDIT - 1]);
  await root.query('UPDATE project_log SET head = $2 WHERE project_id = $1', [projectId, HEAD]);
  await root.query('UPDATE project_counter SET value = $2 WHERE project_id = $1', [projectId, PIN_NUMBER]);
  const body = push(EDIT - 1, pin);
  const statements = await record(server, user, url, body);
  const edit = body.mutations[0]?.id ?? '';
  const devices = new Map<Connection, { id: string; edits: number }>();
  const rate = await repeat(server, extent, async (db) => {
    const device = devices.get(db) ?? { id: randomUUID(), edits: FIRST_EDIT };
    devices.set(db, device);
    const ids = new Map([
      [pin, randomUUID()],
      [edit, randomUUID()],
      [user.deviceId, device.id],
    ]);
    let replace = replacing(ids, { edit: device.edits, head: 0 });
    for (const { text, values } of statements) {
      const { rows } = await send(db, text, values.map(replace));
      if (text.includes('FROM project_log') && text.includes('FOR NO KEY UPDATE'))
        replace = replacing(ids, { edit: device.edits, head: Number(rows[0]?.head) - HEAD });
    }
    device.edits += 1;
  });
  return { statements: statements.length, rate };
}
