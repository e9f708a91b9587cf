// Numbers for axes: round steps that people can read off.

/** A round number at or above `value`: 1, 2, 2.5, 5 or 10 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= value - power * 1e-9) ?? 10;
  return step * power;
}

/** Marks from 0 to a round number at or above `most`, about `count` of them; whole numbers where `whole`. */
export function ticksTo(most: number, count = 4, whole = true): number[] {
  const step = Math.max(whole ? 1 : 0, roundUp(most / count));
  const round = whole ? Math.ceil(step) : step;
  return Array.from({ length: Math.max(1, Math.ceil(most / round)) + 1 }, (_, at) => at * round);
}
