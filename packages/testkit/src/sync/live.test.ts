import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { LIVE_PATH, type LiveEvent, syncPull, syncPush } from '@plumbline/core/sync/contract';
import type { PullReply, PushReply } from '@plumbline/core/sync/protocol';
import { createApp } from '@plumbline/server/app/app';
import { buildServices } from '@plumbline/server/app/services';
import { openPool } from '@plumbline/server/db/pool';
import { CHANNEL } from '@plumbline/server/db/tx/announce';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { LiveStreams, MAX_STREAMS } from '@plumbline/server/features/sync/live';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, createPerson, createWorld, memberOf, signIn, type World, writeRows } from '../actors.ts';
import { addressOf, type Caller } from '../calls.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { brokenPool, type StatementHook } from './faults/broken-pool.ts';

let server: TestServer;
let world: World;
let base: string;

beforeAll(async () => {
  server = await startTestServer();
  base = await server.listen();
  world = await createWorld(server);
});
afterAll(() => server?.close());

class LiveStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #abort: AbortController;
  #text = '';

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array>, abort: AbortController) {
    this.#reader = reader;
    this.#abort = abort;
  }

  static async open(actor: Actor, at = base): Promise<LiveStream> {
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${actor.caller.token}`, ...(await actor.caller.keyHeader()) };
    const reply = await fetch(`${at}${LIVE_PATH}`, { headers, signal: abort.signal });
    const expected = ['content-type', 'connection'].map((name) => reply.headers.get(name));
    expect([reply.status, ...expected]).toEqual([200, 'text/event-stream', 'close']);
    if (!reply.body) throw new Error('no stream');
    return new LiveStream(reply.body.getReader(), abort);
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<LiveEvent | undefined> {
    for (;;) {
      const match = /data: (.*)\n\n/u.exec(this.#text);
      if (match) {
        this.#text = this.#text.slice(match.index + match[0].length);
        return JSON.parse(match[1] ?? '') as LiveEvent;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += new TextDecoder().decode(value);
    }
  }

  close(): void {
    this.#abort.abort();
  }
}

const pinPush = (actor: Actor, projectId = world.projectId, n = 1, deviceId = randomUUID()) =>
  actor.caller.send(syncPush, {
    body: {
      deviceId,
      mutations: [
        { n, projectId, name: 'pin.create', input: { id: randomUUID(), planId: null, x: null, y: null }, at: '' },
      ],
    },
  });
const headIn = (response: { body: unknown }) => (response.body as PushReply).heads[world.projectId];
const pull = (caller: Caller) => caller.send(syncPull, { query: { projectId: world.projectId, from: 0 } });

describe('push and pull over HTTP', () => {
  it('carry an edit from one member to another', async () => {
    const pushed = await pinPush(world.roles.contributor);
    expect(pushed).toMatchObject({ status: 200, body: { last: 1, results: [{ n: 1, outcome: 'applied' }] } });
    const pulled = await pull(world.roles.internalViewer.caller);
    expect(pulled.status).toBe(200);
    const { rows, to } = pulled.body as PullReply;
    expect(rows.filter((one) => one.entity === 'pin')).toHaveLength(1);
    expect(to).toBe(headIn(pushed));
    for (const outsider of [world.colleague, world.owner, world.other.administrator, world.roles.none]) {
      expect(await pull(outsider.caller)).toMatchObject({ status: 403, body: { code: 'not_entitled' } });
    }
    expect((await pull(world.nobody)).status).toBe(401);
  });

  it('compress large replies for clients that accept it', async () => {
    const key = await world.roles.internalViewer.caller.keyHeader();
    const ask = (encoding: string, from = 0) =>
      server.app.inject({
        method: 'GET',
        url: addressOf(syncPull, { query: { projectId: world.projectId, from } }),
        headers: {
          authorization: `Bearer ${world.roles.internalViewer.caller.token}`,
          'accept-encoding': encoding,
          ...key,
        },
      });
    const [plain, packed] = [await ask('identity, gzip;q=0'), await ask('br, gzip')];
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding']);
    const { length } = packed.rawPayload;
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(length) });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload);
    expect(length).toBeLessThan(plain.rawPayload.length / 2);
    const small = await ask('gzip', 9_999);
    expect([small.statusCode, small.headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('refuse the device of another user', async () => {
    const deviceId = randomUUID();
    await pinPush(world.roles.contributor, world.projectId, 1, deviceId);
    expect(await pinPush(world.roles.administrator, world.projectId, 2, deviceId)).toMatchObject({ status: 403 });
  });
});

describe('the stream', () => {
  it('is not written to after it ends, even while a change is being read', async () => {
    const held = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const expected: (number | null | 'beat' | 'end')[] = [];
    const between: StatementHook = async (text, run) => {
      const found = await run();
      if (!text.includes('FROM member m JOIN project_log')) return found;
      const [row] = (found as { rows: { head: number }[] }).rows;
      // The query that returns a newer head than was sent.
      if (expected.length > 0 && row?.head !== expected[0]) {
        held.resolve();
        await goOn.promise;
      }
      return found;
    };
    const { log, clock } = server.services;
    const streams = new LiveStreams({ pool: brokenPool(server.database.pool, { between }), log, clock });
    const wire = {
      send: ({ head }: LiveEvent) => void expected.push(head),
      heartbeat: () => void expected.push('beat'),
      end: () => void expected.push('end'),
    };
    const { userId } = world.roles.internalViewer;
    await streams.join({ sessionId: randomUUID(), userId, organisationId: world.organisationId }, wire);
    await pinPush(world.roles.contributor);
    await held.promise;
    const closed = streams.close();
    goOn.resolve();
    await closed;
    expect(expected).toEqual([expect.any(Number), 'end']);
  });

  it('sends the head of each project of the user, then every change, including those of other processes', async () => {
    const pool = openPool(server.database.url, server.services.log);
    const second = await createApp(
      buildServices(server.services.config, { pool, log: server.services.log, clock: server.clock }),
    );
    const elsewhere = await second.app.listen({ port: 0, host: '127.0.0.1' });
    const near = await LiveStream.open(world.roles.internalViewer);
    const far = await LiveStream.open(world.roles.subcontractor, elsewhere);
    const foreign = await LiveStream.open(world.other.administrator, elsewhere);
    const [first] = [await near.next(), await far.next()];
    expect(first).toEqual({ projectId: world.projectId, head: expect.any(Number) });
    expect(await foreign.next()).toMatchObject({ projectId: world.other.projectId });

    const pushed = await pinPush(world.roles.contributor);
    const head = headIn(pushed);
    expect(await near.next()).toEqual({ projectId: world.projectId, head });
    expect(await far.next()).toEqual({ projectId: world.projectId, head });

    await pinPush(world.other.administrator, world.other.projectId);
    expect(await foreign.next()).toMatchObject({ projectId: world.other.projectId });
    // Ends the streams, and with them the server: closing does not wait for subscribers.
    await second.app.close();
    expect(await far.next()).toBeUndefined();
    await pool.end();
    near.close();
  });

  it('sends a project to its new member, and its removal to a removed member', async () => {
    const stream = await LiveStream.open(world.colleague);
    const where = { organisationId: world.organisationId, projectId: world.projectId };
    const member = memberOf(world.colleague, world.projectId, 'contributor');
    await writeRows(server, where, (tx) => tx.put('member', member));
    expect(await stream.next()).toEqual({ projectId: world.projectId, head: expect.any(Number) });
    await writeRows(server, where, (tx) => tx.put('member', { ...member, state: 'removed' }));
    expect(await stream.next()).toEqual({ projectId: world.projectId, head: null });
    stream.close();
  });

  it('is refused without a session, and limited per user by ending the oldest', async () => {
    expect((await fetch(`${base}${LIVE_PATH}`)).status).toBe(401);
    const streams: LiveStream[] = [];
    for (let count = 0; count <= MAX_STREAMS; count += 1) {
      const stream = await LiveStream.open(world.roles.externalViewer);
      expect(await stream.next()).toBeDefined();
      streams.push(stream);
    }
    expect(await streams[0]?.next()).toBeUndefined();
    for (const stream of streams) stream.close();
  });
});

describe('announcements', () => {
  it('are sent by every way of writing, and not by writes that change nothing', async () => {
    const db = await server.database.pool.connect();
    const heard: string[] = [];
    db.on('notification', ({ payload }) => heard.push(String(payload)));
    await db.query(`LISTEN ${CHANNEL}`);
    const { organisationId, projectId, roles } = world;
    const { services } = server;
    const where = { organisationId, projectId };
    const pin = { id: randomUUID(), planId: null, x: null, y: null };
    await runSite(services, roles.administrator, projectId, 'pin.create', pin);
    await runSite(services, roles.administrator, projectId, 'look', async () => {});
    await writeRows(server, where, async (tx) => tx.touch('pin', pin.id));
    const pushed = await pinPush(roles.contributor);
    // Notifications arrive with the response to the next statement.
    await db.query('SELECT 1');
    db.release(true);
    const head = headIn(pushed) ?? 0;
    expect(heard).toEqual([head - 2, head - 1, head].map((one) => `${organisationId} ${projectId} ${one}`));
  });

  it('are received again after the listening connection broke', async () => {
    const stream = await LiveStream.open(world.roles.internalViewer);
    await stream.next();
    const ended = await server.database.root.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND query = $1',
      [`LISTEN ${CHANNEL}`],
    );
    expect(ended.rowCount).toBeGreaterThan(0);
    // Not announced; found by the query that runs when listening starts again.
    await server.database.root.query('UPDATE project_log SET head = head + 1 WHERE project_id = $1', [world.projectId]);
    expect(await stream.next()).toMatchObject({ projectId: world.projectId });
    stream.close();
  });
});

describe('the streams of a process', () => {
  type Told = { events: LiveEvent[]; beats: number; ended: boolean };

  async function sessionOf(actor: Actor) {
    const found = await server.database.root.query<{ id: string }>(
      'SELECT id FROM session WHERE user_id = $1 AND ended_at IS NULL ORDER BY created_at DESC LIMIT 1',
      [actor.userId],
    );
    return { sessionId: found.rows[0]?.id ?? '', userId: actor.userId, organisationId: actor.organisationId };
  }

  async function join(streams: LiveStreams, actor: Actor): Promise<Told> {
    const expected: Told = { events: [], beats: 0, ended: false };
    await streams.join(await sessionOf(actor), {
      send: (event) => expected.events.push(event),
      heartbeat: () => {
        expected.beats += 1;
      },
      end: () => {
        expected.ended = true;
      },
    });
    return expected;
  }

  it.each([
    ['its session ends', 'UPDATE session SET ended_at = now() WHERE user_id = $1'],
    ['all sessions of the user end', 'UPDATE app_user SET security_epoch = security_epoch + 1 WHERE id = $1'],
    ['the user is deactivated', 'UPDATE app_user SET active = false WHERE id = $1'],
    ['the user leaves the organisation', 'UPDATE organisation_member SET active = false WHERE user_id = $1'],
  ])('ends one when %s, and keeps the others', async (_what, sql) => {
    const streams = new LiveStreams(server.services);
    const actor = await signIn(
      server,
      await createPerson(server, { organisationId: world.organisationId, firstName: 'Egon', lastName: 'Ende' }),
    );
    const [one, other] = [await join(streams, actor), await join(streams, world.roles.administrator)];
    await streams.sweep();
    expect([one.ended, other.ended]).toEqual([false, false]);
    await server.database.root.query(sql, [actor.userId]);
    await streams.sweep();
    expect([one.ended, other.ended]).toEqual([true, false]);
    await streams.close();
    expect(other.ended).toBe(true);
  });

  it('sends nothing about a project to users who are not members', async () => {
    const streams = new LiveStreams(server.services);
    const [member, outsider] = [await join(streams, world.roles.contributor), await join(streams, world.colleague)];
    const { organisationId, projectId } = world;
    await server.database.root.query('UPDATE project_log SET head = head + 1 WHERE project_id = $1', [projectId]);
    await streams.changed({ organisationId, projectId, head: 0 });
    expect([member.events.length, outsider.events]).toEqual([2, []]);
    await streams.close();
  });

  it('finds unannounced changes by itself, and sends each change once', async () => {
    const streams = new LiveStreams(server.services);
    const expected = await join(streams, world.roles.administrator);
    expect(expected.events).toHaveLength(1);
    const head = expected.events[0]?.head ?? 0;
    await server.database.root.query('UPDATE project_log SET head = head + 1 WHERE project_id = $1', [world.projectId]);
    for (let sweeps = 0; sweeps < 8; sweeps += 1) await streams.sweep();
    expect(expected).toMatchObject({ events: [{ head }, { head: head + 1 }], beats: 2 });
    await streams.close();
    expect(await join(streams, world.roles.administrator)).toEqual({ events: [], beats: 0, ended: true });
  });
});
