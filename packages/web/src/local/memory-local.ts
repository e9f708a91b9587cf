// The local store in memory: rows of open projects pulled from the server, edits sent one by one.
import { BufferedTx, type RowReader } from '@plumbline/core/features/sync/buffered-tx';
import { syncPull, syncPush } from '@plumbline/core/features/sync/contract';
import { ENTITY_NAMES, type Entity, type Rows } from '@plumbline/core/features/sync/entities';
import type { PullReply } from '@plumbline/core/features/sync/protocol';
import { runAction } from '@plumbline/core/features/sync/registry';
import type { Purpose } from '@plumbline/core/features/uploads/limits';
import { call } from '../api/client.ts';
import { Refusal } from '../api/failure.ts';
import { upload } from '../api/upload.ts';
import { LiveRows, type RowChange } from './live-rows.ts';
import type { Local, LocalSession, ProjectSync, RejectedEdit, SyncStatus } from './local.ts';

const LOADING: ProjectSync = { state: 'loading', rows: 0 };

export class MemoryLocal implements Local {
  readonly #session: LocalSession;
  readonly #tables = new Map<Entity, Map<string, Rows[Entity]>>(ENTITY_NAMES.map((name) => [name, new Map()]));
  readonly #projects = new Map<string, ProjectSync>();
  readonly #places = new Map<string, { from: number; timeline?: string; scope?: string }>();
  readonly #blobs = new Map<string, { blob: Blob; there: Promise<void> }>();
  readonly #listeners = new Set<() => void>();
  readonly #deviceId = crypto.randomUUID();
  readonly #stopped = new AbortController();
  #next = 1;
  #sent: Promise<void> = Promise.resolve();
  #status: SyncStatus = { pending: 0, uploads: 0, sending: false, offline: false, rejected: [] };
  readonly rows: LiveRows;

  constructor(session: LocalSession) {
    this.#session = session;
    this.rows = new LiveRows({ find: async (entity, field, value) => this.#find(entity, field, value) });
  }

  #find<E extends Entity>(entity: E, field: string, value: string): Rows[E][] {
    const all = [...(this.#tables.get(entity)?.values() ?? [])] as Rows[E][];
    return all
      .filter((row) => (row as Record<string, unknown>)[field] === value)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #land(changes: readonly RowChange[]): void {
    for (const { entity, id, row } of changes) {
      if (row) this.#tables.get(entity)?.set(id, row);
      else this.#tables.get(entity)?.delete(id);
    }
    this.rows.changed({ rows: changes });
  }

  #tell(status: Partial<SyncStatus> = {}): void {
    this.#status = { ...this.#status, ...status };
    for (const listener of [...this.#listeners]) listener();
  }

  #set(projectId: string, state: ProjectSync): void {
    this.#projects.set(projectId, state);
    this.#tell();
  }

  open(projectId: string): () => void {
    const timer = setInterval(() => void this.#pull(projectId), 15_000);
    void this.#pull(projectId);
    return () => clearInterval(timer);
  }

  async #pull(projectId: string): Promise<void> {
    try {
      for (;;) {
        const place = this.#places.get(projectId) ?? { from: 0 };
        const reply: PullReply = await call(syncPull, { query: { projectId, ...place } });
        this.#places.set(projectId, { from: reply.to, timeline: reply.timeline, scope: reply.scope });
        this.#land([
          ...reply.rows.map(({ entity, row }) => ({ entity, id: String(row.id), row: row as Rows[Entity] })),
          ...reply.gone.map(({ entity, id }) => ({ entity, id, row: undefined })),
        ]);
        if (!reply.more) break;
      }
      this.#tell({ offline: false });
      this.#set(projectId, { state: 'ready' });
    } catch (error) {
      const gone = error instanceof Refusal && error.code === 'not_entitled';
      if (!(error instanceof Refusal)) this.#tell({ offline: true });
      if (this.#projects.get(projectId)?.state !== 'ready')
        this.#set(projectId, gone ? { state: 'gone' } : { state: 'failed', error });
    }
  }

  project(projectId: string): ProjectSync {
    return this.#projects.get(projectId) ?? LOADING;
  }

  status(): SyncStatus {
    return this.#status;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async perform(projectId: string, name: string, input: unknown): Promise<void> {
    const reader: RowReader = {
      get: async (entity, id) => this.#find(entity, 'id', id).find((row) => row.projectId === projectId),
      find: async (entity, field, value) =>
        this.#find(entity, field, value).filter((row) => row.projectId === projectId),
    };
    const at = new Date().toISOString();
    const tx = new BufferedTx(reader, { projectId, now: at, nextNumber: async () => null });
    await runAction(tx, this.#session.userId, name, input);
    this.#land((await tx.writes()).map(({ entity, id, after }) => ({ entity, id, row: after })));
    const n = this.#next;
    this.#next += 1;
    this.#tell({ pending: this.#status.pending + 1 });
    this.#sent = this.#sent.then(() => this.#send({ n, projectId, name, input, at }));
  }

  async #send(mutation: { n: number; projectId: string; name: string; input: unknown; at: string }): Promise<void> {
    this.#tell({ sending: true });
    await Promise.allSettled([...this.#blobs.values()].map((one) => one.there));
    while (!this.#stopped.signal.aborted) {
      const body = { deviceId: this.#deviceId, mutations: [mutation] };
      const reply = await call(syncPush, { body }).catch(() => undefined);
      const result = reply?.results[0];
      this.#tell({ offline: reply === undefined });
      if (result?.outcome === 'rejected') {
        const { code = 'internal', fields = [], params = {} } = result;
        const edit = { ...mutation, code, fields, params } as RejectedEdit;
        this.#tell({ rejected: [...this.#status.rejected, edit] });
      }
      if (result) break;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
    }
    this.#tell({ sending: false, pending: this.#status.pending - 1 });
    void this.#pull(mutation.projectId);
  }

  async discardRejected(n: number): Promise<void> {
    this.#tell({ rejected: this.#status.rejected.filter((one) => one.n !== n) });
  }

  async keepBlob(file: Blob, { purpose, name = 'file' }: { purpose: Purpose; name?: string }): Promise<string> {
    const id = crypto.randomUUID();
    this.#tell({ uploads: this.#status.uploads + 1 });
    const there = upload(file, { id, purpose, name, signal: this.#stopped.signal }).finally(() =>
      this.#tell({ uploads: this.#status.uploads - 1 }),
    );
    there.catch(() => undefined);
    this.#blobs.set(id, { blob: file, there });
    return id;
  }

  async blob(blobId: string): Promise<Blob | undefined> {
    return this.#blobs.get(blobId)?.blob;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
  }
}
