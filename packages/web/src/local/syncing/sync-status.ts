// The sync status as screens show it: the edits and files on this device, counted in its store, and the progress that
// the syncing tab reports.
import { isErrorCode } from '@plumbline/core/kernel/errors';
import { same } from '@plumbline/core/kernel/same';
import type { LocalReader } from '@plumbline/core/sync/client/store';
import type { SyncStatus } from '../local.ts';
import { rejectedEdits } from './edit-queue.ts';
import type { Progress } from './tabs.ts';

// The note of unsent edits: how many there are is kept outside of the database, because a browser that deletes the database
// and its copy deletes the edits with them, and their user must learn how many they were.
const unsentKey = (name: string): string => `plumbline.unsent.${name}`;
const lostKey = (name: string): string => `plumbline.lost.${name}`;

function keepCount(key: string, count: number): void {
  const text = String(count);
  if (count === 0) localStorage.removeItem(key);
  else if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
}

const countAt = (key: string): number => Number(localStorage.getItem(key) ?? 0);

/** Notes how many edits and files exist only in this database. `isNew`: nothing has been stored in it yet. */
function noteUnsent(name: string, count: number, isNew: boolean): void {
  try {
    if (isNew) keepCount(lostKey(name), countAt(lostKey(name)) + countAt(unsentKey(name)));
    keepCount(unsentKey(name), count);
  } catch {
    // Without room, the note is missing, not the edits.
  }
}

/** How many the browser has deleted, until the user has seen it. */
const lostEdits = (name: string): number => countAt(lostKey(name));

const forgetLost = (name: string): void => keepCount(lostKey(name), 0);

type Reader = Pick<LocalReader, 'device' | 'edits' | 'blobs'>;
type Place = { name: string; locked: number; restored: boolean };

export class StatusBoard {
  readonly #store: Reader;
  readonly #name: string;
  readonly #changed: () => void;
  #status: SyncStatus = { pending: 0, uploads: 0, sending: false, offline: false, rejected: [] };
  /** The latest count. One runs at a time; requests made meanwhile share the next one. */
  #counted: Promise<void> = Promise.resolve();
  #countAsked = false;

  constructor(store: Reader, { name, locked, restored }: Place, changed: () => void) {
    this.#store = store;
    this.#name = name;
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
    const [device, edits, blobs] = await Promise.all([this.#store.device(), this.#store.edits(), this.#store.blobs()]);
    const rejected = rejectedEdits(edits, blobs);
    const pending = edits.filter((edit) => edit.state === 'queued').length;
    const uploads = blobs.filter((blob) => blob.state === 'waiting').length;
    const files = new Map(blobs.flatMap(({ id, state }) => (state === 'there' ? [] : [[id, state] as const])));
    const isNew = device === undefined && edits.length + blobs.length === 0;
    noteUnsent(this.#name, pending + uploads + rejected.length, isNew);
    const known = this.#status;
    this.#status = {
      ...{ ...known, pending, uploads, lost: lostEdits(this.#name) },
      // The same objects while nothing has changed, so that screens are not rendered again.
      files: same([...files], [...(known.files ?? [])]) ? (known.files ?? files) : files,
      rejected: same(rejected, known.rejected) ? known.rejected : rejected,
    };
    this.#changed();
  }

  forgetLost(): void {
    forgetLost(this.#name);
    this.#status = { ...this.#status, lost: 0 };
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
