// The content kept on this device: the store, this tab's part in syncing, and the notifications screens get about both.

import type { Purpose } from '@plumbline/core/features/uploads/limits';
import { AppError, isErrorCode } from '@plumbline/core/kernel/errors';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import { contextOfEdit, type EditContext } from '@plumbline/core/sync/client/edit-context';
import { discard, perform } from '@plumbline/core/sync/client/edits';
import { newMemory, syncRound } from '@plumbline/core/sync/client/round';
import type { ClientContext, ProjectState } from '@plumbline/core/sync/client/store';
import type { ActionInput, ActionName } from '@plumbline/core/sync/registry';
import { NetworkFailure } from '../api/failure.ts';
import { onSession } from '../api/token.ts';
import { confirmLeavingWhile } from '../ui/confirm-leaving.ts';
import { Downloads } from './downloads/downloads.ts';
import { type BatchChanges, IdbStore } from './idb-store.ts';
import { LiveRows } from './live-rows.ts';
import type { FileSize, Local, LocalSession, ProjectSync, RejectedEdit, SyncStatus } from './local.ts';
import { deleteLocalDatabase } from './local-database.ts';
import { type OpenDatabase, openLocked } from './sealing/open-locked.ts';
import { deleteStoredKey, storeKey } from './sealing/unlock.ts';
import { serverPort } from './server-port.ts';
import { Syncer } from './syncer.ts';
import { type Progress, type TabMessage, Tabs } from './tabs.ts';

const LOADING: ProjectSync = { state: 'loading', rows: 0 };
const READY: ProjectSync = { state: 'ready' };
const GONE: ProjectSync = { state: 'gone' };
/** Milliseconds within which the syncing tab answers if it is awake. */
const ANSWER = 5_000;
/** Maximum bytes of already uploaded files kept for immediate display. */
const KEPT_BYTES = 200 * 1_048_576;

/** `signal` stops waiting for the key; `troubled` is called with the reason why it has not arrived yet. */
type Opening = { signal: AbortSignal; troubled: (error: unknown) => void };

export class DeviceLocal implements Local {
  readonly #name: string;
  readonly #store: IdbStore;
  readonly #parts: ClientContext;
  readonly #lock: () => void;
  readonly #keepOpen: () => void;
  readonly #tabs: Tabs;
  readonly #tab = crypto.randomUUID();
  readonly #stopped = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #opened = new Map<string, number>();
  readonly #elsewhere = new Map<string, readonly string[]>();
  readonly #states = new Map<string, ProjectState>();
  readonly #counts = new Map<string, number>();
  readonly #shown = new Map<string, ProjectSync>();
  #syncer: Syncer | undefined;
  /** Stops syncing in this tab only. */
  #lead = new AbortController();
  #doubt: ReturnType<typeof setTimeout> | undefined;
  /** The latest count of edits and files. One count runs at a time; requests made meanwhile share the next one. */
  #counted: Promise<void> = Promise.resolve();
  #countAsked = false;
  #progress: Progress = { sending: false, offline: false, signedOut: false, failed: {} };
  #status: SyncStatus = { pending: 0, uploads: 0, sending: false, offline: false, rejected: [] };
  readonly rows: LiveRows;
  readonly downloads: Downloads;

  static async open(session: LocalSession, { signal, troubled }: Opening): Promise<DeviceLocal> {
    let local: DeviceLocal | undefined;
    const outdated = () => void local?.stop({ wipe: false });
    const place = await openLocked(session, { signal, troubled, outdated });
    const store = new IdbStore(place.database, place.name, place.seal, (landed) => local?.landedHere(landed));
    local = new DeviceLocal(session, place, store);
    await local.#start();
    return local;
  }

  private constructor(session: LocalSession, { name, database, seal, locked }: OpenDatabase, store: IdbStore) {
    this.#name = name;
    if (locked > 0) this.#status = { ...this.#status, locked };
    // After a session has ended, kept content must not be readable without asking the server.
    this.#lock = () => {
      if (!session.helper) deleteStoredKey(database).catch(() => undefined);
    };
    this.#keepOpen = () => {
      if (session.keepKey) storeKey(database, seal).catch(() => undefined);
    };
    this.#store = store;
    this.rows = new LiveRows(store);
    const { signal } = this.#stopped;
    this.#parts = {
      store,
      server: serverPort({ bytes: (blobId) => store.bytes(blobId), revoked: this.#lock, signal }),
      userId: session.userId,
      now: () => new Date().toISOString(),
      newId: () => crypto.randomUUID(),
    };
    this.#tabs = new Tabs(name, (message) => this.#hear(message));
    this.downloads = new Downloads({
      ...{ name, database, seal, rows: store, stopped: signal },
      readProject: (projectId, stop) => this.#readProject(projectId, stop),
      changed: () => this.#showAll(),
    });
  }

  async #start(): Promise<void> {
    const { signal } = this.#stopped;
    navigator.storage?.persist?.().then(
      (persistent) => this.#showPersistent(persistent),
      () => this.#showPersistent(false),
    );
    await this.#count();
    await this.downloads.start();
    const kick = () => this.#kick();
    globalThis.addEventListener('online', kick, { signal });
    globalThis.document?.addEventListener('visibilitychange', kick, { signal });
    const forget = onSession((state) => {
      if (state === 'in') {
        this.#keepOpen();
        kick();
        return;
      }
      this.#lock();
      // The next sign-in may be another user, to whom this database does not belong.
      if (state === 'out') forget();
    });
    signal.addEventListener('abort', forget);
    this.#queue();
  }

  #showPersistent(persistent: boolean): void {
    this.#status = { ...this.#status, persistent };
    this.#showAll();
  }

  /** One tab syncs; when it is closed, the next in the queue takes over. */
  #queue(): void {
    const { signal } = this.#stopped;
    navigator.locks.request(`${this.#name}.sync`, { signal }, () => this.#sync()).catch(() => this.#replaced());
  }

  /**
   * Takes over from a tab that does not answer: operating systems suspend hidden tabs together with the locks they
   * hold.
   */
  #takeOver(): void {
    this.#doubt = undefined;
    if (this.#stopped.signal.aborted || this.#syncer || globalThis.document?.visibilityState === 'hidden') return;
    navigator.locks.request(`${this.#name}.sync`, { steal: true }, () => this.#sync()).catch(() => this.#replaced());
  }

  /** Another tab has taken over, or this one is being closed. */
  #replaced(): void {
    this.#lead.abort();
    this.#syncer = undefined;
    if (!this.#stopped.signal.aborted) this.#queue();
  }

  async #sync(): Promise<void> {
    const tell = (progress: Progress) => this.#tabs.tell({ kind: 'progress', progress });
    this.#lead = new AbortController();
    const stop = AbortSignal.any([this.#stopped.signal, this.#lead.signal]);
    const syncer = new Syncer(this.#parts, { wanted: () => this.#wanted(), tell, stop });
    this.#syncer = syncer;
    this.#tabs.send({ kind: 'who' });
    await this.#tidyBlobs();
    await syncer.run();
  }

  /** Deletes the oldest uploaded files. */
  async #tidyBlobs(): Promise<void> {
    const waiting = new Set((await this.#store.edits()).flatMap((edit) => edit.blobs));
    const there = (await this.#store.blobs()).filter((blob) => blob.state === 'there' && !waiting.has(blob.id));
    there.sort((a, b) => (a.at < b.at ? 1 : -1));
    let room = KEPT_BYTES;
    const old = there.filter((blob) => {
      room -= blob.size;
      return room < 0;
    });
    if (old.length === 0) return;
    await this.#store.exclusively((land) => land({ blobs: old.map(({ id }) => ({ id, blob: undefined })) }));
  }

  #wanted(): ReadonlySet<string> {
    return new Set([...this.#opened.keys(), ...[...this.#elsewhere.values()].flat(), ...this.downloads.projects()]);
  }

  #kick(): void {
    if (this.#syncer) this.#syncer.kick(this.#wanted());
    else {
      this.#tabs.send({ kind: 'kick' });
      this.#doubt ??= setTimeout(() => this.#takeOver(), ANSWER);
    }
  }

  /** The syncing tab is awake. */
  #believe(): void {
    clearTimeout(this.#doubt);
    this.#doubt = undefined;
  }

  /** Informs all tabs of what this tab has written. */
  landedHere(landed: BatchChanges): void {
    this.#tabs.tell({ kind: 'landed', landed });
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'landed') this.#landed(message.landed);
    else if (message.kind === 'here') this.#believe();
    else if (message.kind === 'progress') {
      this.#believe();
      this.#progress = message.progress;
      this.#showAll();
    } else if (message.kind === 'who') this.#sayOpen();
    else if (message.kind === 'kick') {
      if (!this.#syncer) return;
      this.#tabs.send({ kind: 'here' });
      this.#syncer.kick(this.#wanted());
    } else {
      const before = this.#wanted();
      if (message.projects.length > 0) this.#elsewhere.set(message.tab, message.projects);
      else this.#elsewhere.delete(message.tab);
      this.#syncer?.kick([...this.#wanted()].filter((projectId) => !before.has(projectId)));
    }
  }

  #landed(landed: BatchChanges): void {
    if (landed.rows) this.rows.changed(landed.rows);
    if (landed.edits || landed.blobs) this.#quietly(this.#count());
    if (landed.rows && 'again' in landed.rows) this.#quietly(this.downloads.refresh());
    this.downloads.projectsChanged(landed.projects);
    for (const projectId of landed.projects) if (this.#opened.has(projectId)) this.#quietly(this.#readState(projectId));
  }

  /** Runs a read for the screen; a failure because the store was closed meanwhile is ignored. */
  #quietly(reading: Promise<void>): void {
    reading.catch((error: unknown) => {
      if (!this.#stopped.signal.aborted) console.error(error);
    });
  }

  #sayOpen(): void {
    this.#tabs.send({ kind: 'open', tab: this.#tab, projects: [...this.#opened.keys()] });
  }

  async #readState(projectId: string): Promise<void> {
    const state = await this.#store.project(projectId);
    if (state) this.#states.set(projectId, state);
    if (state?.load !== null) this.#counts.set(projectId, await this.#store.count(projectId));
    this.#showAll();
  }

  #count(): Promise<void> {
    if (this.#countAsked) return this.#counted;
    this.#countAsked = true;
    const read = () => {
      this.#countAsked = false;
      return this.#readCounts();
    };
    this.#counted = this.#counted.then(read, read);
    return this.#counted;
  }

  async #readCounts(): Promise<void> {
    const [edits, blobs] = await Promise.all([this.#store.edits(), this.#store.blobs()]);
    const rejected: RejectedEdit[] = edits
      .filter((edit) => edit.state === 'rejected')
      .map(({ n, projectId, name, input, at, code, fields = [], params = {}, blobs: named }) => ({
        ...{ n, projectId, name, input, at, fields, params },
        files: named.map((id) => ({ id, name: blobs.find((blob) => blob.id === id)?.name ?? 'file' })),
        code: isErrorCode(code) ? code : 'internal',
      }));
    const pending = edits.filter((edit) => edit.state === 'queued').length;
    const uploads = blobs.filter((blob) => blob.state === 'waiting').length;
    const files = new Map(blobs.flatMap(({ id, state }) => (state === 'there' ? [] : [[id, state] as const])));
    this.#status = { ...this.#status, pending, uploads, files, rejected };
    this.#showAll();
  }

  #stateOf(projectId: string): ProjectSync {
    const state = this.#states.get(projectId);
    if (state?.gone) return GONE;
    if (state?.load === null) return READY;
    if (this.#progress.offline) return { state: 'failed', error: new NetworkFailure('sync') };
    const failure = this.#progress.failed[projectId];
    if (failure) {
      const { code } = failure;
      return { state: 'failed', error: isErrorCode(code) ? new AppError(code) : new Error(failure.name) };
    }
    return { state: 'loading', rows: this.#counts.get(projectId) ?? 0 };
  }

  #showAll(): void {
    for (const projectId of this.#opened.keys()) {
      const next = this.#stateOf(projectId);
      const shown = this.#shown.get(projectId);
      const same =
        shown?.state === next.state && (next.state !== 'loading' || (shown as typeof next).rows === next.rows);
      if (!same) this.#shown.set(projectId, next);
    }
    const { offline } = this.#progress;
    // Polling for changes does not count as sending.
    const sending = this.#progress.sending && this.#status.pending > 0;
    if (this.#status.sending !== sending || this.#status.offline !== offline)
      this.#status = { ...this.#status, sending, offline };
    for (const listener of [...this.#listeners]) listener();
  }

  open(projectId: string): () => void {
    this.#opened.set(projectId, (this.#opened.get(projectId) ?? 0) + 1);
    this.#quietly(this.#readState(projectId));
    this.#sayOpen();
    this.#syncer?.kick([projectId]);
    return () => {
      const left = (this.#opened.get(projectId) ?? 1) - 1;
      if (left > 0) this.#opened.set(projectId, left);
      else this.#opened.delete(projectId);
      this.#sayOpen();
    };
  }

  /** Resolves once the project is on the device. */
  async #readProject(projectId: string, signal: AbortSignal): Promise<'ready' | 'gone'> {
    const close = this.open(projectId);
    try {
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const forget = this.subscribe(resolve);
        const stop = () => resolve();
        signal.addEventListener('abort', stop);
        try {
          const now = this.project(projectId);
          if (now.state === 'ready' || now.state === 'gone') return now.state;
          if (now.state === 'failed' && !(now.error instanceof NetworkFailure)) throw now.error;
          await promise;
          signal.throwIfAborted();
        } finally {
          forget();
          signal.removeEventListener('abort', stop);
        }
      }
    } finally {
      close();
    }
  }

  project(projectId: string): ProjectSync {
    return this.#shown.get(projectId) ?? LOADING;
  }

  cursor(projectId: string): number {
    return this.#states.get(projectId)?.cursor ?? 0;
  }

  async held(): Promise<readonly ProjectRow[]> {
    const whole = (await this.#store.projects()).filter((state) => state.load === null && !state.gone);
    const rows = await Promise.all(whole.map(({ projectId }) => this.#store.row('project', projectId)));
    return rows.filter((row) => row !== undefined);
  }

  status(): SyncStatus {
    return this.#status;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  perform<Name extends ActionName>(projectId: string, action: Name, input: ActionInput<Name>): Promise<void> {
    return this.#perform(projectId, action, input);
  }

  async #perform(projectId: string, action: string, input: unknown): Promise<void> {
    await confirmLeavingWhile(perform(this.#parts, projectId, action, input));
    // The status must include this edit before anyone reads that everything was sent.
    await this.#counted.catch(() => undefined);
    if (this.#syncer) this.#syncer.kick();
    else this.#kick();
  }

  sendNow(): void {
    this.#kick();
  }

  async contextOfRejected(n: number): Promise<EditContext> {
    const edit = (await this.#store.edits()).find((one) => one.n === n);
    return edit ? contextOfEdit(this.#store, edit) : { pins: 0 };
  }

  async discardRejected(n: number): Promise<void> {
    await discard(this.#parts, n);
  }

  async retryRejected(n: number): Promise<void> {
    const edit = this.#status.rejected.find((one) => one.n === n);
    if (!edit) return;
    await this.#readIfGone(edit.projectId);
    await this.#perform(edit.projectId, edit.name, edit.input);
    await this.discardRejected(n);
  }

  /** A member who is back in a project has nothing of it here until it is read again. */
  async #readIfGone(projectId: string): Promise<void> {
    if ((await this.#store.project(projectId))?.gone) await this.readLatest(projectId);
  }

  async readLatest(projectId: string): Promise<void> {
    const { error } = await syncRound(this.#parts, newMemory(), [projectId]);
    if (error !== undefined) throw error;
  }

  async keepBlob(file: Blob, { purpose, name }: { purpose: Purpose; name?: string }): Promise<string> {
    const id = crypto.randomUUID();
    const named = name ?? (file instanceof File ? file.name : 'file');
    const mime = file.type || 'application/octet-stream';
    const about = { id, purpose, name: named, mime, size: file.size, at: this.#parts.now() };
    await confirmLeavingWhile(this.#store.keepBytes({ ...about, state: 'waiting' }, file));
    this.#kick();
    return id;
  }

  async blob(blobId: string, size: FileSize = 'original'): Promise<Blob | undefined> {
    return (await this.#store.bytes(blobId)) ?? (await this.downloads.file(`${size}/${blobId}`));
  }

  keepDraft(name: string, bytes: Blob | undefined): Promise<void> {
    return this.#store.keepDraft(name, bytes);
  }

  draft(name: string): Promise<Blob | undefined> {
    return this.#store.draft(name);
  }

  draftNames(begin: string): Promise<string[]> {
    return this.#store.draftNames(begin);
  }

  async stop({ wipe }: { wipe: boolean }): Promise<void> {
    this.#opened.clear();
    this.#sayOpen();
    this.#stopped.abort();
    this.#believe();
    this.#tabs.close();
    const unsent = await this.#store.close({ wipe });
    // The same user finds unsent edits at the next sign-in; no other user can open this database.
    if (wipe && !unsent) await deleteLocalDatabase(this.#name);
  }
}
