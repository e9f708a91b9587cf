// What the tabs of one place tell each other: what has landed, which projects are open, how syncing goes.
import type { Landed } from './idb-store.ts';

/** How syncing goes, as the tab that does it tells. */
export type Progress = {
  sending: boolean;
  offline: boolean;
  signedOut: boolean;
  /** Project → why it could not be read. */
  failed: Record<string, { name: string; code?: string }>;
};

export type TabMessage =
  | { kind: 'landed'; landed: Landed }
  /** The projects a tab has open; sent when they change and when a new tab begins to sync. */
  | { kind: 'open'; tab: string; projects: readonly string[] }
  | { kind: 'who' }
  | { kind: 'kick' }
  /** The syncing tab's answer to a kick: it is awake. */
  | { kind: 'here' }
  | { kind: 'progress'; progress: Progress };

export class Tabs {
  readonly #channel: BroadcastChannel;
  readonly #listener: (message: TabMessage) => void;
  #closed = false;

  constructor(name: string, listener: (message: TabMessage) => void) {
    this.#channel = new BroadcastChannel(name);
    this.#listener = listener;
    // Only this program's tabs can send on the channel.
    this.#channel.onmessage = (event: MessageEvent<TabMessage>) => listener(event.data);
  }

  /** Tells the others; after the end nobody listens any more. Screens let go of their projects only then. */
  send(message: TabMessage): void {
    if (!this.#closed) this.#channel.postMessage(message);
  }

  /** Tells the others and this tab. */
  tell(message: TabMessage): void {
    this.send(message);
    this.#listener(message);
  }

  close(): void {
    this.#closed = true;
    this.#channel.close();
  }
}
