// Remembers signed links and gathers the wishes of one moment into one question. Knows neither the network nor the clock.
import type { MediaSize } from '@plumbline/core/features/media/contract';

/** The links of one blob; null where there is no such picture (yet). */
export type FileLinks = Record<MediaSize, string | null>;

type Surroundings = {
  /** Answers for blobs, leaving out what is not there; `expiresAt` in milliseconds since 1970. Rejects when it could not ask. */
  ask: (
    blobIds: readonly string[],
  ) => Promise<{ files: readonly (FileLinks & { blobId: string })[]; expiresAt: number }>;
  now: () => number;
  /** Runs something a moment later, once the wishes of this moment are in. */
  later: (run: () => void) => void;
  /** Blobs in one question at most. */
  most: number;
};

/** Links are renewed this long before they end, so that a picture begun still loads. */
export const RENEW_BEFORE = 30_000;
/** What could not be answered is not asked again for this long. */
export const ASK_AGAIN = 10_000;

/** `renewAt`: from then on it is asked again when wished for. `links` null: not there, or could not be asked. */
type Known = { links: FileLinks | null; expiresAt: number; renewAt: number };

export class LinkBook {
  readonly #around: Surroundings;
  readonly #known = new Map<string, Known>();
  readonly #wished = new Set<string>();
  readonly #underWay = new Set<string>();
  readonly #watchers = new Set<() => void>();
  #planned = false;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Calls `changed` whenever answers have come, until the returned function is called. */
  watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** The links; undefined while they are asked for, null where there are none (now). Asks for what is missing or about to end. */
  links(blobId: string): FileLinks | null | undefined {
    const known = this.#known.get(blobId);
    const now = this.#around.now();
    if (!known || known.renewAt <= now) this.#wish(blobId);
    if (!known || known.links === null) return known?.links;
    return known.expiresAt > now ? known.links : undefined;
  }

  #wish(blobId: string): void {
    if (this.#underWay.has(blobId)) return;
    this.#wished.add(blobId);
    if (this.#planned) return;
    this.#planned = true;
    this.#around.later(() => void this.#askAll());
  }

  async #askAll(): Promise<void> {
    this.#planned = false;
    const wishes = [...this.#wished];
    this.#wished.clear();
    for (let from = 0; from < wishes.length; from += this.#around.most) {
      await this.#askSome(wishes.slice(from, from + this.#around.most));
    }
  }

  async #askSome(blobIds: readonly string[]): Promise<void> {
    for (const blobId of blobIds) this.#underWay.add(blobId);
    const answer = await this.#around.ask(blobIds).catch(() => undefined);
    const now = this.#around.now();
    for (const { blobId, ...links } of answer?.files ?? []) {
      // A picture without small sizes may get them in a moment.
      const whole = links.thumb !== null;
      const expiresAt = answer?.expiresAt ?? now;
      this.#known.set(blobId, { links, expiresAt, renewAt: whole ? expiresAt - RENEW_BEFORE : now + ASK_AGAIN });
    }
    for (const blobId of blobIds) {
      this.#underWay.delete(blobId);
      const known = this.#known.get(blobId);
      if (known && known.renewAt > now) continue;
      this.#known.set(blobId, {
        links: known?.links ?? null,
        expiresAt: known?.expiresAt ?? 0,
        renewAt: now + ASK_AGAIN,
      });
    }
    for (const changed of this.#watchers) changed();
  }
}
