// A cache with a maximum total weight that evicts the least recently used value first.

type CacheEntry<V> = { value: V; weight: number };

export class RecentCache<V> {
  readonly #most: number;
  readonly #held = new Map<string, CacheEntry<V>>();
  #weight = 0;

  /** `most`: maximum sum of all weights; a value without a weight counts as 1. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    const held = this.#held.get(key);
    if (!held) return undefined;
    // A Map keeps insertion order, so inserting the key again makes it the newest.
    this.#held.delete(key);
    this.#held.set(key, held);
    return held.value;
  }

  set(key: string, value: V, weight = 1): void {
    this.delete(key);
    if (weight > this.#most) return;
    this.#held.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#held.keys()) {
      if (this.#weight <= this.#most) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const held = this.#held.get(key);
    if (!held) return;
    this.#held.delete(key);
    this.#weight -= held.weight;
  }
}
