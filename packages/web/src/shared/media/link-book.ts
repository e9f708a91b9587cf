// Caches signed links and batches requests made at the same moment into one call. Independent of network and clock.
import type { MediaSize } from '@plumbline/core/features/media/contract';

/** The links of one blob; null where there is no such picture (yet). */
export type FileLinks = Record<MediaSize, string | null>;

type LinkSource = {
  /**
   * Answers for blobs, omitting those that do not exist; `expiresAt` in milliseconds since 1970. Rejects when the
   * request fails.
   */
  ask: (
    blobIds: readonly string[],
  ) => Promise<{ files: readonly (FileLinks & { blobId: string })[]; expiresAt: number }>;
  now: () => number;
  /** Runs the callback after so many milliseconds. */
  later: (run: () => void, milliseconds: number) => void;
  /** Maximum blobs in one request. */
  most: number;
};

/** Requests made within this time are sent together. */
const COLLECTING_MS = 20;
/** Links are renewed this long before they expire, so that a picture being loaded still completes. */
export const RENEW_BEFORE_MS = 30_000;
/** A failed request is not repeated for this long. */
export const POLL_INTERVAL_MS = 10_000;

/** `renewAt`: from then on it is requested again when used. `links` null: does not exist, or the request failed. */
type CachedLinks = { links: FileLinks | null; expiresAt: number; renewAt: number };

export class LinkBook {
  readonly #around: LinkSource;
  readonly #known = new Map<string, CachedLinks>();
  readonly #wished = new Set<string>();
  readonly #underWay = new Set<string>();
  readonly #watchers = new Set<() => void>();
  #planned = false;

  constructor(around: LinkSource) {
    this.#around = around;
  }

  /** Calls `changed` whenever answers have arrived or can be asked for again, until the returned function is called. */
  watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /**
   * The links; undefined while they are requested, null where there are none (now). Requests missing or expiring links.
   */
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
    this.#around.later(() => void this.#askAll(), COLLECTING_MS);
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
      // A picture without thumbnails may get them in a moment.
      const whole = links.thumb !== null;
      const expiresAt = answer?.expiresAt ?? now;
      this.#known.set(blobId, {
        links,
        expiresAt,
        renewAt: whole ? expiresAt - RENEW_BEFORE_MS : now + POLL_INTERVAL_MS,
      });
    }
    for (const blobId of blobIds) {
      this.#underWay.delete(blobId);
      const known = this.#known.get(blobId);
      if (known && known.renewAt > now) continue;
      this.#known.set(blobId, {
        links: known?.links ?? null,
        expiresAt: known?.expiresAt ?? 0,
        renewAt: now + POLL_INTERVAL_MS,
      });
    }
    this.#report();
    // Without a connection: pictures on screen are asked for again, whether or not anything else is drawn.
    if (!answer) this.#around.later(() => this.#report(), POLL_INTERVAL_MS);
  }

  #report(): void {
    for (const changed of this.#watchers) changed();
  }
}
