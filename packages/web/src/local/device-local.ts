// The content kept on this device: the store, this tab's part in syncing, and the notifications screens get about both.

import type { Purpose } from '@plumbline/core/features/uploads/limits';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import { perform } from '@plumbline/core/sync/client/edits';
import { loadActions } from '@plumbline/core/sync/client/replay';
import { newMemory, syncRound } from '@plumbline/core/sync/client/round';
import { startOver } from '@plumbline/core/sync/client/start-over';
import type { ClientContext } from '@plumbline/core/sync/client/store';
import type { ActionInput, ActionName } from '@plumbline/core/sync/registry';
import { onSession } from '../api/token.ts';
import { confirmLeavingWhile } from '../ui/confirm-leaving.ts';
import { Downloads } from './downloads/downloads.ts';
import { notePlansHere } from './downloads/plans-here.ts';
import { type BatchChanges, IdbStore } from './idb-store.ts';
import { LiveRows } from './live-rows.ts';
import type { FileSize, FilesHere, Local, LocalSession, ProjectSync, SyncStatus } from './local.ts';
import { type OpenDatabase, openLocked } from './sealing/open-locked.ts';
import { deleteStoredKey, STORED_KEY, storeKey } from './sealing/stored-key.ts';
import { deleteWithCopy } from './second-copy.ts';
import { EditQueue } from './syncing/edit-queue.ts';
import { deleteOldFiles } from './syncing/old-files.ts';
import { OpenProjects, readProject } from './syncing/open-projects.ts';
import { serverPort } from './syncing/server-port.ts';
import { SyncLead } from './syncing/sync-lead.ts';
import { StatusBoard } from './syncing/sync-status.ts';
import { type Progress, type TabMessage, Tabs } from './syncing/tabs.ts';

/**
 * `signal` stops waiting for the key; `troubled` is called with the reason why it has not arrived yet, `lost` when the
 * browser has closed the database.
 */
type Opening = { signal: AbortSignal; troubled: (error: unknown) => void; lost: () => void };

export class DeviceLocal implements Local {
  readonly #name: string;
  readonly #store: IdbStore;
  readonly #restored: boolean;
  readonly #parts: ClientContext;
  readonly #lock: () => void;
  readonly #keepOpen: () => void;
  readonly #tabs: Tabs;
  readonly #tab = crypto.randomUUID();
  readonly #stopped = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #projects: OpenProjects;
  readonly #board: StatusBoard;
  readonly #lead: SyncLead;
  #progress: Progress = { sending: false, offline: false, signedOut: false, failed: {} };
  readonly rows: LiveRows;
  readonly downloads: Downloads;
  readonly edits: EditQueue;

  static async open(session: LocalSession, opening: Opening): Promise<DeviceLocal> {
    let local: DeviceLocal | undefined;
    // In a task of their own, but not only with the first edit: by then the network may be gone.
    void loadActions().catch(() => undefined);
    const outdated = () => void local?.stop({ wipe: false });
    const place = await openLocked(session, { ...opening, outdated });
    const store = new IdbStore(place, (landed) => local?.landedHere(landed));
    local = new DeviceLocal(session, place, store);
    await local.#start();
    return local;
  }

  private constructor(session: LocalSession, place: OpenDatabase, store: IdbStore) {
    const { name, database, seal, copy } = place;
    this.#name = name;
    // After a session has ended, kept content must not be readable without asking the server.
    this.#lock = () => {
      if (session.helper) return;
      deleteStoredKey(database)
        .then(() => copy?.write((tx) => tx.objectStore('device').delete(STORED_KEY)))
        .catch(() => undefined);
    };
    this.#keepOpen = () => {
      if (!session.keepKey) return;
      storeKey(database, seal)
        .then(() => copy?.write((tx) => tx.objectStore('device').put(seal.key, STORED_KEY)))
        .catch(() => undefined);
    };
    this.#store = store;
    this.#restored = place.restored;
    this.#projects = new OpenProjects(store);
    this.#board = new StatusBoard(store, place, () => this.#showAll());
    this.rows = new LiveRows(store);
    const { signal } = this.#stopped;
    this.#parts = {
      store,
      server: serverPort({ bytes: (blobId) => store.bytes(blobId), revoked: this.#lock, signal }),
      userId: session.userId,
      now: () => new Date().toISOString(),
      newId: () => crypto.randomUUID(),
    };
    this.edits = new EditQueue({
      context: this.#parts,
      rejected: () => this.#board.status.rejected,
      perform: (...edit) => this.#perform(...edit),
      readLatest: (projectId) => this.readLatest(projectId),
    });
    this.#tabs = new Tabs(name, (message) => this.#hear(message));
    this.#lead = new SyncLead({
      ...{ name, context: this.#parts, tabs: this.#tabs, stopped: signal },
      wanted: () => this.#wanted(),
      begin: () => deleteOldFiles(store),
    });
    this.downloads = new Downloads({
      ...{ name, database, seal, copy, rows: store, stopped: signal },
      readProject: (projectId, stop) => readProject(this, projectId, stop),
      changed: () => this.#showAll(),
    });
  }

  /**
   * Where a tab ended between both writes and another went on, the restored copy may show an edit as unsent that the
   * device counts as sent. Everything is sent again under a new identity; the server recognises it by the ids.
   */
  #continueAsAnother(): Promise<void> {
    return this.#store.exclusively(async (commit) => {
      const device = await this.#store.device();
      if (!device || device.timeline === null) return;
      await commit(await startOver(this.#parts, device, { timeline: device.timeline, last: 0 }));
    });
  }

  async #start(): Promise<void> {
    const { signal } = this.#stopped;
    navigator.storage?.persist?.().then(
      (persistent) => this.#board.showPersistent(persistent),
      () => this.#board.showPersistent(false),
    );
    if (this.#restored) await this.#continueAsAnother();
    await this.#board.count();
    await this.downloads.start();
    const kick = () => this.#lead.kick();
    globalThis.addEventListener('online', kick, { signal });
    // Not when the page becomes hidden: it may be about to be left, and WebKit would suspend it in this transaction.
    const shown = () => document.visibilityState === 'visible' && kick();
    globalThis.document?.addEventListener('visibilitychange', shown, { signal });
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
    this.#lead.queue();
  }

  #wanted(): ReadonlySet<string> {
    return new Set([...this.#projects.anywhere(), ...this.downloads.projects()]);
  }

  /** Informs all tabs of what this tab has written. */
  landedHere(landed: BatchChanges): void {
    this.#tabs.tell({ kind: 'landed', landed });
  }

  #hear(message: TabMessage): void {
    switch (message.kind) {
      case 'landed':
        this.#landed(message.landed);
        break;
      case 'here':
        this.#lead.believe();
        break;
      case 'progress':
        this.#lead.believe();
        this.#progress = message.progress;
        this.#showAll();
        break;
      case 'who':
        this.#sayOpen();
        break;
      case 'kick':
      case 'uploadAnyway':
        this.#lead.asked(message.kind);
        break;
      case 'open': {
        const before = this.#wanted();
        this.#projects.noteTab(message.tab, message.projects);
        this.#lead.read([...this.#wanted()].filter((projectId) => !before.has(projectId)));
      }
    }
  }

  #landed(landed: BatchChanges): void {
    if (landed.rows) this.rows.changed(landed.rows);
    if (landed.edits || landed.blobs) this.#quietly(this.#board.count());
    if (landed.rows && 'again' in landed.rows) this.#quietly(this.downloads.refresh());
    this.downloads.projectsChanged(landed.projects);
    for (const projectId of landed.projects)
      if (this.#projects.has(projectId)) this.#quietly(this.#readState(projectId));
  }

  /** Runs a read for the screen; a failure because the store was closed meanwhile is ignored. */
  #quietly(reading: Promise<void>): void {
    reading.catch((error: unknown) => {
      if (!this.#stopped.signal.aborted) console.error(error);
    });
  }

  #sayOpen(): void {
    this.#tabs.send({ kind: 'open', tab: this.#tab, projects: this.#projects.here() });
  }

  async #readState(projectId: string): Promise<void> {
    await this.#projects.read(projectId);
    this.#showAll();
  }

  #showAll(): void {
    this.#projects.show(this.#progress);
    this.#board.show(this.#progress);
    for (const listener of [...this.#listeners]) listener();
  }

  open(projectId: string): () => void {
    this.#projects.add(projectId);
    this.#quietly(this.#readState(projectId));
    this.#sayOpen();
    this.#lead.read([projectId]);
    return () => {
      this.#projects.remove(projectId);
      this.#sayOpen();
    };
  }

  project(projectId: string): ProjectSync {
    return this.#projects.state(projectId);
  }

  cursor(projectId: string): number {
    return this.#projects.cursor(projectId);
  }

  async held(): Promise<readonly ProjectRow[]> {
    const whole = (await this.#store.projects()).filter((state) => state.load === null && !state.gone);
    const rows = await Promise.all(whole.map(({ projectId }) => this.#store.row('project', projectId)));
    return rows.filter((row) => row !== undefined);
  }

  status(): SyncStatus {
    return this.#board.status;
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
    await this.#board.counted();
    this.#lead.send();
  }

  sendNow(): void {
    this.#lead.kick();
  }

  uploadAnyway(): void {
    this.#lead.uploadAnyway();
  }

  forgetLost(): void {
    this.#board.forgetLost();
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
    this.#lead.kick();
    return id;
  }

  async blob(blobId: string, size: FileSize = 'original'): Promise<Blob | undefined> {
    return (await this.#store.bytes(blobId)) ?? (await this.downloads.file(`${size}/${blobId}`));
  }

  async filesHere(): Promise<FilesHere> {
    const [own, downloaded] = await Promise.all([this.#store.blobs(), this.downloads.keys()]);
    const ids = new Set(own.map(({ id }) => id));
    return (blobId, size) => ids.has(blobId) || downloaded.has(`${size}/${blobId}`);
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
    this.#projects.clear();
    this.#sayOpen();
    this.#stopped.abort();
    this.#lead.believe();
    this.#tabs.close();
    const unsent = await this.#store.close({ wipe });
    if (wipe) notePlansHere({ database: this.#name, planIds: [] });
    // The same user finds unsent edits at the next sign-in; no other user can open this database.
    if (wipe && !unsent) await deleteWithCopy(this.#name);
  }
}
