// One tab syncs for all: each waits in a queue for its turn, and one that does not answer is replaced.
import type { ClientContext } from '@plumbline/core/sync/client/store';
import { Syncer } from './syncer.ts';
import type { Progress, Tabs } from './tabs.ts';

/** Milliseconds within which the syncing tab answers if it is awake. */
const ANSWER_MS = 5_000;
/** Milliseconds until a tab that has lost its turn waits for the next one. */
const REJOIN_MS = 1_000;

type Around = {
  /** The name of the database. */
  name: string;
  context: ClientContext;
  tabs: Tabs;
  stopped: AbortSignal;
  wanted(): ReadonlySet<string>;
  /** Called before this tab begins to sync. */
  begin(): Promise<void>;
};

export class SyncLead {
  readonly #around: Around;
  #syncer: Syncer | undefined;
  /** Stops syncing in this tab only. */
  #leading = new AbortController();
  #doubt: ReturnType<typeof setTimeout> | undefined;

  constructor(around: Around) {
    this.#around = around;
  }

  /** When the syncing tab is closed, the next in the queue takes over. */
  queue(): void {
    const { name, stopped } = this.#around;
    navigator.locks.request(`${name}.sync`, { signal: stopped }, () => this.#sync()).catch(() => this.#replaced());
  }

  /**
   * Takes over from a tab that does not answer: operating systems suspend hidden tabs together with the locks they
   * hold.
   */
  #takeOver(): void {
    const { name, stopped } = this.#around;
    this.#doubt = undefined;
    if (stopped.aborted || this.#syncer || globalThis.document?.visibilityState === 'hidden') return;
    navigator.locks.request(`${name}.sync`, { steal: true }, () => this.#sync()).catch(() => this.#replaced());
  }

  /** Another tab has taken over, this one is being closed, or its page has been left. */
  #replaced(): void {
    this.#leading.abort();
    this.#syncer = undefined;
    // Later: in a page that has been left, WebKit refuses every request at once but goes on to run what follows it, and
    // the next page waits for that. Timers end with their page.
    if (!this.#around.stopped.aborted) setTimeout(() => this.queue(), REJOIN_MS);
  }

  async #sync(): Promise<void> {
    const { context, tabs, stopped, wanted, begin } = this.#around;
    const tell = (progress: Progress) => tabs.tell({ kind: 'progress', progress });
    this.#leading = new AbortController();
    const stop = AbortSignal.any([stopped, this.#leading.signal]);
    const syncer = new Syncer(context, { wanted, tell, stop });
    this.#syncer = syncer;
    tabs.send({ kind: 'who' });
    await begin();
    await syncer.run();
  }

  /** Requests a round, in whichever tab syncs. */
  kick(): void {
    if (this.#syncer) this.#syncer.kick(this.#around.wanted());
    else {
      this.#around.tabs.send({ kind: 'kick' });
      this.#doubt ??= setTimeout(() => this.#takeOver(), ANSWER_MS);
    }
  }

  /** Sends edits; projects are not read. */
  send(): void {
    if (this.#syncer) this.#syncer.kick();
    else this.kick();
  }

  /** Reads these projects, if this tab syncs. */
  read(projects: Iterable<string>): void {
    this.#syncer?.kick(projects);
  }

  /** Uploads the waiting files over any network. */
  uploadAnyway(): void {
    if (this.#syncer) this.#syncer.uploadAnyway();
    else {
      this.#around.tabs.send({ kind: 'uploadAnyway' });
      this.kick();
    }
  }

  /** Another tab asks for a round, or for its files to be uploaded over any network. */
  asked(kind: 'kick' | 'uploadAnyway'): void {
    if (!this.#syncer) return;
    this.#around.tabs.send({ kind: 'here' });
    if (kind === 'kick') this.#syncer.kick(this.#around.wanted());
    else this.#syncer.uploadAnyway();
  }

  /** The syncing tab is awake, or this tab is being closed. */
  believe(): void {
    clearTimeout(this.#doubt);
    this.#doubt = undefined;
  }
}
