// The plans downloaded to this device: their states for screens, their files for viewers, and the work of downloading,
// which one tab does at a time.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Edit, LocalReader } from '@plumbline/core/sync/client/store';
import { FIRST_STAGE, progressOf, type Stage } from '@plumbline/core/sync/downloads/stages';
import {
  type DeviceFile,
  type DownloadOptions,
  type DownloadRows,
  isComplete,
  type PlanDownload,
  packKey,
} from '@plumbline/core/sync/downloads/store';
import { onReconnect, pause } from '../../api/pause.ts';
import { serverNow } from '../../api/timing/server-time.ts';
import type { Database } from '../local-database.ts';
import type { Seal } from '../sealing/seal.ts';
import type { SecondCopy } from '../second-copy.ts';
import { DeviceFiles, MissingPiece } from './device-files.ts';
import { freeBytes } from './free-bytes.ts';
import { IdbDownloads } from './idb-downloads.ts';
import { notePlansHere } from './plans-here.ts';

/** Plans downloaded at the same time: while one waits for the network or the disk, others continue. */
const PLANS_AT_ONCE = 5;
const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
/** Progress is reported to other tabs this often at most. */
const REPORT_MS = 200;
/** After this time without further changes, downloads of a changed project are compared with it. */
const CHECK_AFTER_MS = 3_000;

type Message = { kind: 'changed' } | { kind: 'progress'; planId: string; share: number };

export type DownloadsAround = {
  name: string;
  database: Database;
  seal: Seal;
  copy: SecondCopy | undefined;
  rows: LocalReader & DownloadRows;
  readProject(projectId: string, signal: AbortSignal): Promise<'ready' | 'gone'>;
  /** Called when the list of downloads, their progress or their files have changed. */
  changed(): void;
  stopped: AbortSignal;
};

export class Downloads {
  readonly #around: DownloadsAround;
  readonly #store: IdbDownloads;
  readonly #files: DeviceFiles;
  readonly #channel: BroadcastChannel;
  /** The latest share of each running download, 0 to 1. */
  readonly #shares = new Map<string, number>();
  #list: readonly PlanDownload[] = [];
  #packs: ReadonlyMap<string, DeviceFile> = new Map();
  #wake = new AbortController();
  readonly #running = new Map<string, AbortController>();
  #leads = false;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #reported = 0;

  constructor(around: DownloadsAround) {
    this.#around = around;
    this.#store = new IdbDownloads(around);
    this.#files = new DeviceFiles(this.#store);
    this.#channel = new BroadcastChannel(`${around.name}.downloads`);
    this.#channel.onmessage = (event: MessageEvent<Message>) => this.#hear(event.data);
    around.stopped.addEventListener('abort', () => {
      this.#channel.close();
      clearTimeout(this.#checking);
    });
  }

  async start(): Promise<void> {
    await this.refresh();
    const { name, stopped } = this.#around;
    navigator.locks
      .request(`${name}.downloads`, { signal: stopped }, () => this.#lead())
      .catch((error: unknown) => {
        if (!stopped.aborted) console.error(error);
      });
  }

  /** Reads the downloads again. */
  async refresh(): Promise<void> {
    const [list, packs] = await Promise.all([
      this.#store.downloads(),
      this.#store.filesByKey(packKey(''), { prefix: true }),
    ]);
    this.#list = list;
    this.#packs = new Map(packs.filter(isComplete).map((file) => [file.key, file]));
    const whole = list.filter(({ revisionId }) => revisionId !== null);
    notePlansHere({ database: this.#around.name, planIds: whole.map(({ planId }) => planId) });
    const due = new Set(list.filter(({ state }) => state === 'IN_PROGRESS').map(({ planId }) => planId));
    for (const [planId, abort] of this.#running) if (!due.has(planId)) abort.abort();
    this.#around.changed();
  }

  list(): readonly PlanDownload[] {
    return this.#list;
  }

  /** The share of a download that is done, 0 to 1. */
  progress({ planId, stage, state }: PlanDownload): number {
    return state === 'DONE' ? 1 : (this.#shares.get(planId) ?? progressOf(stage, 0));
  }

  projects(): string[] {
    return this.#list.map(({ projectId }) => projectId);
  }

  /** The image of a tile from this device; undefined if the revision's tiles are not here. */
  tile(revisionId: string): ((tile: { z: number; x: number; y: number }) => Promise<Blob>) | undefined {
    const pack = this.#packs.get(packKey(revisionId));
    if (!pack) return undefined;
    return (tile) =>
      this.#files.tile(pack, tile).catch((error: unknown) => {
        if (error instanceof MissingPiece) this.#repair(pack).catch(() => undefined);
        throw error;
      });
  }

  /** A downloaded file by its key; undefined if it is not here. */
  async file(key: string): Promise<Blob | undefined> {
    if (this.#list.length === 0) return undefined;
    const file = (await this.#store.filesByKey(key)).find(isComplete);
    return file && this.#files.whole(file);
  }

  /** The keys of all downloaded files. */
  async keys(): Promise<ReadonlySet<string>> {
    return this.#list.length === 0 ? new Set() : this.#store.keys();
  }

  /** Bytes on this device, by plan. */
  async sizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for (const { planId } of this.#list) {
      const files = await this.#store.files(planId);
      sizes.set(
        planId,
        files.reduce((sum, { size, pieceSize, pieces }) => sum + Math.min(size, pieceSize * pieces), 0),
      );
    }
    return sizes;
  }

  /** About how many bytes the photos and files of plans take with these options. */
  async expectedMedia(planIds: readonly string[], options: DownloadOptions): Promise<number> {
    const { expectedMediaBytes } = await import('@plumbline/core/sync/downloads/wanted');
    let sum = 0;
    const now = new Date(serverNow()).toISOString();
    for (const planId of planIds) sum += await expectedMediaBytes(this.#around.rows, { planId, options }, now);
    return sum;
  }

  /** Downloads plans, or those already here again with these options. */
  async add(plans: readonly { planId: string; projectId: string }[], options: DownloadOptions): Promise<void> {
    const { newDownload } = await import('@plumbline/core/sync/downloads/download');
    await this.#store.start(plans.map((plan) => newDownload(plan, options)));
    await this.#tell();
  }

  pause(planId: string): Promise<void> {
    return this.#change(planId, (now) => (now.state === 'IN_PROGRESS' ? { ...now, state: 'PAUSED' } : now));
  }

  /** Continues at the stage where it was paused or failed. */
  resume(planId: string): Promise<void> {
    return this.#change(planId, (now) => ({ ...withoutCode(now), state: 'IN_PROGRESS' }));
  }

  /** Brings a finished download up to date. */
  update(planId: string): Promise<void> {
    return this.#change(planId, again);
  }

  /** Edits on the plan that the server does not have; such a plan must not be removed. */
  async unsent(planId: string): Promise<Edit[]> {
    const { unsentOnPlan } = await import('@plumbline/core/sync/downloads/unsent');
    return unsentOnPlan(this.#around.rows, planId);
  }

  /** Removes a plan from this device. Throws `plan_unsynced` while it has unsent edits. */
  async remove(planId: string): Promise<void> {
    if ((await this.unsent(planId)).length > 0) throw new AppError('plan_unsynced');
    await this.cancel(planId);
  }

  /** Stops a download and removes what has arrived. */
  async cancel(planId: string): Promise<void> {
    await this.#store.remove(planId);
    await this.#tell();
  }

  /** Rows of these projects have changed. */
  projectsChanged(projectIds: readonly string[]): void {
    if (!this.#leads || !this.#list.some(({ projectId }) => projectIds.includes(projectId))) return;
    clearTimeout(this.#checking);
    this.#checking = setTimeout(() => void this.#check().catch(() => undefined), CHECK_AFTER_MS);
  }

  /** The browser has deleted part of a file: it is fetched again. */
  async #repair(file: DeviceFile): Promise<void> {
    if (!this.#packs.has(file.key)) return;
    await this.#store.forget(file);
    await this.#change(file.planId, again);
  }

  async #change(planId: string, change: (now: PlanDownload) => PlanDownload): Promise<void> {
    await this.#store.change(planId, change);
    await this.#tell();
  }

  async #tell(): Promise<void> {
    if (!this.#around.stopped.aborted) this.#channel.postMessage({ kind: 'changed' } satisfies Message);
    await this.refresh();
    this.#wake.abort();
  }

  #hear(message: Message): void {
    if (message.kind === 'progress') {
      this.#shares.set(message.planId, message.share);
      this.#around.changed();
      return;
    }
    this.#wake.abort();
    this.refresh().catch(() => undefined);
  }

  #onProgress(planId: string, stage: Stage, share: number): void {
    const total = progressOf(stage, share);
    this.#shares.set(planId, total);
    if (performance.now() - this.#reported < REPORT_MS && share < 1) return;
    this.#reported = performance.now();
    this.#channel.postMessage({ kind: 'progress', planId, share: total } satisfies Message);
    this.#around.changed();
  }

  /** Compares finished downloads with the rows on the device. */
  async #check(): Promise<void> {
    if (!navigator.onLine) return;
    const finished = (await this.#store.downloads()).filter(({ state }) => state === 'DONE');
    if (finished.length === 0) return;
    const { checkDownload } = await import('@plumbline/core/sync/downloads/download');
    const parts = { rows: this.#around.rows, store: this.#store, now: () => new Date(serverNow()).toISOString() };
    let isChanged = false;
    for (const download of finished) {
      const found = await checkDownload(parts, download);
      if (found === 'outdated') await this.#store.change(download.planId, again);
      if (found === 'gone') await this.#store.remove(download.planId);
      isChanged ||= found !== 'current';
    }
    if (isChanged) await this.#tell();
  }

  async #run(planId: string): Promise<void> {
    const { stopped, rows, readProject } = this.#around;
    const abort = new AbortController();
    const signal = AbortSignal.any([stopped, abort.signal]);
    this.#running.set(planId, abort);
    try {
      const [{ runDownload }, { downloadServer }] = await Promise.all([
        import('@plumbline/core/sync/downloads/download'),
        import('./download-server.ts'),
      ]);
      await runDownload(
        {
          ...{ signal, store: this.#store, rows, server: downloadServer(signal) },
          readProject: (projectId) => readProject(projectId, signal),
          room: freeBytes,
          sha256: hexOfHash,
          now: () => new Date(serverNow()).toISOString(),
          onProgress: (plan, stage, share) => this.#onProgress(plan, stage, share),
        },
        planId,
      );
    } finally {
      this.#running.delete(planId);
    }
  }

  /** Downloads plans until stopped. Interrupted ones are continued after all others. */
  async #lead(): Promise<void> {
    const { stopped } = this.#around;
    this.#leads = true;
    await this.#check().catch(() => undefined);
    let wait = MIN_RETRY_MS;
    const interrupted = new Set<string>();
    const run = async (planId: string) => {
      try {
        await this.#run(planId);
        wait = MIN_RETRY_MS;
      } catch {
        interrupted.add(planId);
      }
      if (!stopped.aborted) await this.#tell();
    };
    while (!stopped.aborted) {
      this.#wake = new AbortController();
      const back = onReconnect();
      const due = (await this.#store.downloads()).filter(
        ({ planId, state }) => state === 'IN_PROGRESS' && !this.#running.has(planId),
      );
      const next = due.filter(({ planId }) => !interrupted.has(planId));
      const started = next.slice(0, PLANS_AT_ONCE - this.#running.size);
      for (const { planId } of started) run(planId).catch(() => undefined);
      const retries = this.#running.size === 0 && due.length > 0;
      await pause(retries ? wait : undefined, AbortSignal.any([stopped, this.#wake.signal, back]));
      if (!retries && !back.aborted) continue;
      interrupted.clear();
      wait = back.aborted ? MIN_RETRY_MS : Math.min(wait * 2, MAX_RETRY_MS);
    }
  }
}

function withoutCode({ code: _, ...download }: PlanDownload): PlanDownload {
  return download;
}

const again = (now: PlanDownload): PlanDownload => ({ ...withoutCode(now), state: 'IN_PROGRESS', stage: FIRST_STAGE });

async function hexOfHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
