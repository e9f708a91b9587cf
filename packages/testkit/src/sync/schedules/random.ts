// Reproducible random choices: the same seed gives the same choices.

export type Random = {
  /** An integer in [0, `below`). */
  under(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with a probability of 1 in `times`. */
  onceIn(times: number): boolean;
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const under = (below: number) => Math.floor((next() / 4_294_967_296) * below);
  return {
    under,
    pick(from) {
      if (from.length === 0) throw new RangeError('nothing to pick from');
      // In range by the line above.
      return from[under(from.length)] as (typeof from)[number];
    },
    onceIn: (times) => under(times) === 0,
  };
}
