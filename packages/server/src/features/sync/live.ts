// Open streams of this process: notifies each user's devices which of their projects have changed, and closes with the
// session.
import type { LiveEvent } from '@plumbline/core/sync/contract';
import type { Changed } from '../../db/tx/announce.ts';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { Listener } from './listener.ts';

/** Streams per user; another one closes the oldest, which is most likely a connection that died unnoticed. */
export const MAX_STREAMS = 8;
/** How often `sweep` must be called; an ended session is disconnected within this time. */
export const SWEEP_MS = 5_000;
/** Sweeps between two checks of every head, and between two heartbeats. */
const SWEEPS_PER_CHECK = 4;

type SessionIds = { sessionId: string; userId: string; organisationId: string };

export interface SseConnection {
  send(event: LiveEvent): void;
  /** A heartbeat, so that neither side mistakes silence for a closed connection. */
  heartbeat(): void;
  end(): void;
}

type Stream = SessionIds & { sse: SseConnection; sentHeads: Map<string, number> };

const HEADS = `
  SELECT m.user_id AS "userId", m.project_id AS "projectId", l.head::float8 AS head
  FROM member m JOIN project_log l ON l.organisation_id = m.organisation_id AND l.project_id = m.project_id
  WHERE m.organisation_id = $1 AND m.user_id = ANY ($2::uuid[]) AND m.state = 'active' AND m.role <> 'none'
    AND ($3::uuid[] IS NULL OR m.project_id = ANY ($3))`;

const LIVE_SESSIONS = `
  SELECT s.id FROM session s
  JOIN app_user u ON u.id = s.user_id
  JOIN organisation_member m ON m.organisation_id = s.organisation_id AND m.user_id = s.user_id
  WHERE s.id = ANY ($1::uuid[]) AND s.ended_at IS NULL AND s.expires_at > $2 AND u.active AND m.active
    AND s.security_epoch = u.security_epoch`;

export class LiveStreams {
  readonly #services: Pick<Services, 'pool' | 'log' | 'clock'>;
  readonly #listener: Listener;
  readonly #streams = new Set<Stream>();
  /** Organisation → projects to check; `undefined` for all of them. */
  readonly #due = new Map<string, Set<string> | undefined>();
  #catchingUp: Promise<void> | undefined;
  /** Checks run one after the other: an older result must not be sent after a newer one. */
  #looks: Promise<unknown> = Promise.resolve();
  #sweeps = 0;
  #closed = false;

  constructor(services: Pick<Services, 'pool' | 'log' | 'clock'>) {
    this.#services = services;
    this.#listener = new Listener(services, {
      changed: (one) => void this.changed(one),
      listening: () => void this.#lookAtAll(),
    });
  }

  /** Opens a stream and sends the head of every project of the user. Returns the function that leaves it. */
  async join(holder: SessionIds, sse: SseConnection): Promise<() => void> {
    const stream: Stream = { ...holder, sse, sentHeads: new Map() };
    const leave = () => void this.#streams.delete(stream);
    if (this.#closed) {
      sse.end();
      return leave;
    }
    this.#listener.start();
    const others = [...this.#streams].filter((one) => one.userId === holder.userId);
    for (const oldest of others.slice(0, Math.max(0, others.length - MAX_STREAMS + 1))) this.#drop(oldest);
    this.#streams.add(stream);
    await this.#look(holder.organisationId, undefined, [stream]).catch((error: unknown) => {
      this.#drop(stream);
      throw error;
    });
    return leave;
  }

  /** Called when a project has changed, in this process or another. */
  changed({ organisationId, projectId }: Changed): Promise<void> {
    if (!this.#of(organisationId).length) return Promise.resolve();
    if (!this.#due.has(organisationId)) this.#due.set(organisationId, new Set());
    this.#due.get(organisationId)?.add(projectId);
    return this.#catchUp();
  }

  /** Closes the streams of ended sessions; now and then checks for changes whose announcement was missed. */
  async sweep(): Promise<void> {
    this.#sweeps += 1;
    if (this.#streams.size === 0) return;
    // Those that are opened during the query are not part of it.
    const streams = [...this.#streams];
    const ids = [...new Set(streams.map((stream) => stream.sessionId))];
    const found = await this.#services.pool.query<{ id: string }>(LIVE_SESSIONS, [ids, this.#services.clock.now()]);
    const live = new Set(found.rows.map((row) => row.id));
    for (const stream of streams) if (!live.has(stream.sessionId)) this.#drop(stream);
    if (this.#sweeps % SWEEPS_PER_CHECK !== 0) return;
    for (const stream of this.#streams) stream.sse.heartbeat();
    await this.#lookAtAll();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stream of this.#streams) this.#drop(stream);
    await this.#listener.stop();
    await this.#looks;
  }

  #of(organisationId: string): Stream[] {
    return [...this.#streams].filter((stream) => stream.organisationId === organisationId);
  }

  #drop(stream: Stream): void {
    this.#streams.delete(stream);
    stream.sse.end();
  }

  #lookAtAll(): Promise<void> {
    for (const { organisationId } of this.#streams) this.#due.set(organisationId, undefined);
    return this.#catchUp();
  }

  /** One check at a time: changes that arrive meanwhile are handled together by the next one. */
  #catchUp(): Promise<void> {
    this.#catchingUp ??= this.#work().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  async #work(): Promise<void> {
    for (const [organisationId, projects] of this.#due) {
      this.#due.delete(organisationId);
      const streams = this.#of(organisationId);
      if (streams.length === 0) continue;
      await this.#look(organisationId, projects && [...projects], streams).catch((error: unknown) =>
        // The next sweep checks again.
        this.#services.log.warn({ err: error }, 'changes could not be announced'),
      );
    }
  }

  #look(organisationId: string, projects: string[] | undefined, streams: readonly Stream[]): Promise<void> {
    const look = this.#looks.then(() => this.#tell(organisationId, projects, streams));
    this.#looks = look.catch(() => {});
    return look;
  }

  /** Sends these streams the heads they do not have yet, of these projects or of all. */
  async #tell(organisationId: string, projects: string[] | undefined, streams: readonly Stream[]): Promise<void> {
    const users = [...new Set(streams.map((stream) => stream.userId))];
    const found = await tenantTransaction(this.#services.pool, organisationId, (db) =>
      db.query<{ userId: string; projectId: string; head: number }>(HEADS, [organisationId, users, projects ?? null]),
    );
    const heads = Map.groupBy(found.rows, (row) => row.userId);
    for (const stream of streams) {
      // The stream has closed: writing to it would crash the process.
      if (!this.#streams.has(stream)) continue;
      const now = new Map(heads.get(stream.userId)?.map((row) => [row.projectId, row.head]));
      for (const [projectId, head] of now) {
        if (stream.sentHeads.get(projectId) === head) continue;
        stream.sentHeads.set(projectId, head);
        stream.sse.send({ projectId, head });
      }
      for (const projectId of projects ?? [...stream.sentHeads.keys()]) {
        if (now.has(projectId) || !stream.sentHeads.delete(projectId)) continue;
        stream.sse.send({ projectId, head: null });
      }
    }
  }
}
