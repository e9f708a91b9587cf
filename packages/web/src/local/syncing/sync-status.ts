// The sync status as screens show it: the edits and files on this device, counted in its store, and the progress that
// the syncing tab reports.
import { isErrorCode } from '@plumbline/core/kernel/errors';
import type { LocalReader } from '@plumbline/core/sync/client/store';
import type { SyncStatus } from '../local.ts';
import { rejectedEdits } from './edit-queue.ts';
import type { Progress } from './tabs.ts';

type Reader = Pick<LocalReader, 'edits' | 'blobs'>;

export class StatusBoard {
  readonly #store: Reader;
  readonly #changed: () => void;
  #status: SyncStatus = { pending: 0, uploads: 0, sending: false, offline: false, rejected: [] };
  /** The latest count. One runs at a time; requests made meanwhile share the next one. */
  #counted: Promise<void> = Promise.resolve();
  #countAsked = false;

  constructor(store: Reader, { locked, restored }: { locked: number; restored: boolean }, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
    if (locked > 0) this.#status = { ...this.#status, locked };
    if (restored) this.#status = { ...this.#status, restored };
  }

  get status(): SyncStatus {
    return this.#status;
  }

  /** Resolves once the latest requested count is shown. */
  counted(): Promise<void> {
    return this.#counted.catch(() => undefined);
  }

  count(): Promise<void> {
    if (this.#countAsked) return this.#counted;
    this.#countAsked = true;
    const read = () => {
      this.#countAsked = false;
      return this.#read();
    };
    this.#counted = this.#counted.then(read, read);
    return this.#counted;
  }

  async #read(): Promise<void> {
    const [edits, blobs] = await Promise.all([this.#store.edits(), this.#store.blobs()]);
    const rejected = rejectedEdits(edits, blobs);
    const pending = edits.filter((edit) => edit.state === 'queued').length;
    const uploads = blobs.filter((blob) => blob.state === 'waiting').length;
    const files = new Map(blobs.flatMap(({ id, state }) => (state === 'there' ? [] : [[id, state] as const])));
    this.#status = { ...this.#status, pending, uploads, files, rejected };
    this.#changed();
  }

  showPersistent(persistent: boolean): void {
    this.#status = { ...this.#status, persistent };
    this.#changed();
  }

  show({ sending: checking, offline, signedOut, waitsForWifi, failure: code }: Progress): void {
    // Polling for changes does not count as sending.
    const sending = checking && this.#status.pending > 0;
    const failure = code === undefined || isErrorCode(code) ? code : 'internal';
    const next = { sending, checking, offline, signedOut, waitsForWifi: waitsForWifi ?? false, failure };
    const isSame = Object.entries(next).every(([key, value]) => this.#status[key as keyof SyncStatus] === value);
    if (!isSame) this.#status = { ...this.#status, ...next };
  }
}
