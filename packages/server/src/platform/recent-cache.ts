// Remembers what was used lately, up to a weight: what has not been used for longest goes first.

type Held<V> = { value: V; weight: number };

export class Recent<V> {
  readonly #most: number;
  readonly #held = new Map<string, Held<V>>();
  #weight = 0;

  /** `most`: the sum of all weights; a value without one weighs 1. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    const held = this.#held.get(key);
    if (!held) return undefined;
    // A Map keeps the order of insertion: put in again, it is the newest.
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
