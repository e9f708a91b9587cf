// The messages between tabs that share a database: what was written, which projects are open, and the sync status.
import type { BatchChanges } from '../idb-store.ts';

/** The sync status, as broadcast by the syncing tab. */
export type Progress = {
  sending: boolean;
  offline: boolean;
  signedOut: boolean;
  /** Why the last round could not be completed, if neither the network nor the session was the reason. */
  failure?: string | undefined;
  /** Files wait because this device uploads them only over Wi-Fi. Absent in messages of an older version. */
  waitsForWifi?: boolean;
  /** Project → why it could not be read. */
  failed: Record<string, { name: string; code?: string }>;
};

export type TabMessage =
  | { kind: 'landed'; landed: BatchChanges }
  /** The projects a tab has open; sent when they change and when another tab starts syncing. */
  | { kind: 'open'; tab: string; projects: readonly string[] }
  | { kind: 'who' }
  | { kind: 'kick' }
  /** Uploads the files that wait for Wi-Fi. */
  | { kind: 'uploadAnyway' }
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
    // Only this app's tabs can post to the channel.
    this.#channel.onmessage = (event: MessageEvent<TabMessage>) => listener(event.data);
  }

  /** Sends to the other tabs. After closing, messages are dropped: screens release their projects only then. */
  send(message: TabMessage): void {
    if (!this.#closed) this.#channel.postMessage(message);
  }

  /** Sends to the other tabs and to this one. */
  tell(message: TabMessage): void {
    this.send(message);
    this.#listener(message);
  }

  close(): void {
    this.#closed = true;
    this.#channel.close();
  }
}
