// Seeded random numbers: the same seed gives the same run on every machine.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e37_79b9) >>> 0;
    for (let round = 0; round < 4; round += 1) this.next();
  }

  /** In [0, 1), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer in [0, `end`). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A random item of the list; undefined for an empty list. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** One of the values, with a probability proportional to its weight. */
  weighted<K>({ entries, total }: Weights<K>): K {
    let at = this.next() * total;
    for (const [value, weight] of entries) {
      at -= weight;
      if (at < 0) return value;
    }
    const last = entries.at(-1);
    if (!last) throw new RangeError('nothing to pick from');
    return last[0];
  }
}

export type Weights<K> = { entries: readonly (readonly [K, number])[]; total: number };

export function weights<K extends string>(table: Readonly<Record<K, number>>): Weights<K> {
  const entries = Object.entries(table) as [K, number][];
  return { entries, total: entries.reduce((sum, [, weight]) => sum + weight, 0) };
}
