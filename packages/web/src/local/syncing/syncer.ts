// Keeps the local database in sync with the server, in one tab at a time: runs a round when there is work, with backoff
// on failure.

import { AppError } from '@plumbline/core/kernel/errors';
import { newMemory, nextUploads, type Round, syncRound, uploadOnce } from '@plumbline/core/sync/client/round';
import type { ClientContext } from '@plumbline/core/sync/client/store';
import type { LiveEvent } from '@plumbline/core/sync/contract';
import { onReconnect, pause } from '../../api/pause.ts';
import { onSession } from '../../api/token.ts';
import { readLive } from '../live-stream.ts';
import type { Progress } from './tabs.ts';
import { mayUpload, onUploadNetwork } from './upload-network.ts';

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Milliseconds between polls without and with a live stream. */
const POLL_MS = 20_000;
const IDLE_POLL_MS = 300_000;

function failureOf(error: unknown): { name: string; code?: string } {
  return error instanceof AppError ? { name: error.name, code: error.code } : { name: String(error) };
}

export class Syncer {
  readonly #parts: ClientContext;
  readonly #wanted: () => ReadonlySet<string>;
  readonly #tell: (progress: Progress) => void;
  readonly #stop: AbortSignal;
  readonly #memory = newMemory();
  /** Projects to read in the next round. */
  readonly #due = new Set<string>();
  #progress: Progress = { sending: false, offline: false, signedOut: false, failed: {} };
  #wake: AbortController = new AbortController();
  #wait = MIN_RETRY_MS;
  #live = false;
  #uploading = false;
  /** The waiting files are uploaded over any network, until none is left. */
  #anyNetwork = false;

  constructor(
    parts: ClientContext,
    around: { wanted: () => ReadonlySet<string>; tell: (progress: Progress) => void; stop: AbortSignal },
  ) {
    this.#parts = parts;
    this.#wanted = around.wanted;
    this.#tell = around.tell;
    this.#stop = around.stop;
    const forget = onUploadNetwork(() => this.kick());
    this.#stop.addEventListener('abort', () => {
      forget();
      this.#wake.abort();
    });
  }

  uploadAnyway(): void {
    this.#anyNetwork = true;
    this.kick();
  }

  /** Requests a round: to send edits and to read these projects. */
  kick(projects: Iterable<string> = []): void {
    for (const projectId of projects) this.#due.add(projectId);
    this.#wait = MIN_RETRY_MS;
    this.#wake.abort();
  }

  get progress(): Progress {
    return this.#progress;
  }

  #show(change: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...change };
    this.#tell(this.#progress);
  }

  /** Runs until stopped. */
  async run(): Promise<void> {
    void this.#listen();
    this.kick(this.#wanted());
    while (!this.#stop.aborted) {
      // Anything that arrives from here on ends the next wait early.
      this.#wake = new AbortController();
      void this.#upload();
      const next = await this.#round();
      await pause(next, this.#wake.signal);
      if (!this.#wake.signal.aborted) for (const projectId of this.#wanted()) this.#due.add(projectId);
    }
  }

  /** One round. Returns the milliseconds until the next poll. */
  async #round(): Promise<number> {
    const due = [...this.#due];
    this.#due.clear();
    this.#show({ sending: true });
    const round = await syncRound(this.#parts, this.#memory, due).catch(
      // The store itself failed: it was closed during a round, or is damaged.
      (error: unknown): Round => ({ trouble: 'failed', error, projects: new Map() }),
    );
    const { trouble } = round;
    const failed: Progress['failed'] = { ...this.#progress.failed };
    for (const [projectId, result] of round.projects) {
      if (typeof result === 'string') delete failed[projectId];
      else failed[projectId] = failureOf(result.error);
    }
    const failure = trouble === 'failed' ? (failureOf(round.error).code ?? 'internal') : undefined;
    this.#show({
      sending: false,
      offline: trouble === 'offline',
      signedOut: trouble === 'signed_out',
      failed,
      failure,
    });
    if (!trouble) {
      this.#wait = MIN_RETRY_MS;
      return this.#live ? IDLE_POLL_MS : POLL_MS;
    }
    for (const projectId of this.#unfinished(round, due)) this.#due.add(projectId);
    if (trouble === 'signed_out') return MAX_RETRY_MS;
    const wait = this.#wait;
    this.#wait = Math.min(wait * 2, MAX_RETRY_MS);
    // Jitter: devices that lost the server at the same time must not all reconnect at the same time.
    return wait / 2 + (wait * (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0)) / 255;
  }

  #unfinished(round: Round, due: readonly string[]): string[] {
    return due.filter((projectId) => {
      const result = round.projects.get(projectId);
      return result !== 'ready' && result !== 'gone';
    });
  }

  /** Uploads waiting files one after another; then sends the edits that waited for one. */
  async #upload(): Promise<void> {
    if (this.#uploading) return;
    this.#uploading = true;
    try {
      for (;;) {
        const [next] = nextUploads(await this.#parts.store.edits(), await this.#parts.store.blobs());
        if (this.#stop.aborted) break;
        if (!next) this.#anyNetwork = false;
        this.#showWaiting(next !== undefined && !this.#anyNetwork && !mayUpload());
        if (!next || this.#progress.waitsForWifi) break;
        await uploadOnce(this.#parts, next);
        this.kick();
      }
    } catch {
      // The next round tries again.
    } finally {
      this.#uploading = false;
    }
  }

  #showWaiting(waitsForWifi: boolean): void {
    if ((this.#progress.waitsForWifi ?? false) !== waitsForWifi) this.#show({ waitsForWifi });
  }

  /** Listens for changes by other people. After each reconnect, everything open is read once. */
  async #listen(): Promise<void> {
    let wait = MIN_RETRY_MS;
    let signedIn = new AbortController();
    const forget = onSession((state) => state === 'in' && signedIn.abort());
    this.#stop.addEventListener('abort', forget);
    while (!this.#stop.aborted) {
      let back = onReconnect();
      // A sign-in that happens during the attempt must end the wait that follows.
      signedIn = new AbortController();
      const opened = () => {
        this.#live = true;
        wait = MIN_RETRY_MS;
        back = onReconnect();
        this.kick(this.#wanted());
      };
      try {
        const event = ({ projectId, head }: LiveEvent) => {
          this.#changed(projectId, head).catch(() => this.kick([projectId]));
        };
        await readLive({ opened, event }, this.#stop);
      } catch {
        // Polling continues without the stream.
      }
      this.#live = false;
      await pause(wait, AbortSignal.any([this.#stop, back, signedIn.signal]));
      wait = back.aborted || signedIn.signal.aborted ? MIN_RETRY_MS : Math.min(wait * 2, MAX_RETRY_MS);
    }
  }

  async #changed(projectId: string, head: number | null): Promise<void> {
    const known = await this.#parts.store.project(projectId);
    if (head === null) {
      // Whether open or not: none of its content may stay on this device.
      if (known && !known.gone) this.kick([projectId]);
      return;
    }
    if (this.#wanted().has(projectId) && (known?.cursor ?? 0) < head) this.kick([projectId]);
  }
}
