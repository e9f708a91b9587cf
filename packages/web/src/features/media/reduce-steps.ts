// How a photo is made smaller: in which sizes and qualities it is tried until it fits. Pure.

export type ToReduce = {
  id: string;
  file: Blob;
  /** Bytes the result may have; null: full size, only made readable. */
  most: number | null;
};
export type Reduced = { id: string; file: Blob; width: number; height: number } | { id: string; problem: string };

type Size = { width: number; height: number };
export type Step = Size & { quality: number };

/** Longest side in pixels for a limit in bytes: sharp at A6 in print for the small one, at A4 for the medium one. */
const sideFor = (most: number): number => (most <= 500_000 ? 1_750 : 2_600);
const QUALITIES = [0.86, 0.76, 0.64];
const SMALLEST = 320;

/** The sizes to try, the best first; the last one is small enough for any photo. */
export function reducedSizes(picture: Size, most: number | null): Step[] {
  const longer = Math.max(picture.width, picture.height);
  const at = (side: number, quality: number): Step => {
    const share = Math.min(1, side / longer);
    return {
      width: Math.max(1, Math.round(picture.width * share)),
      height: Math.max(1, Math.round(picture.height * share)),
      quality,
    };
  };
  if (most === null) return [at(longer, 0.92)];
  const first = Math.min(longer, sideFor(most));
  const steps = QUALITIES.map((quality) => at(first, quality));
  for (let side = first * 0.75; side > SMALLEST; side *= 0.75) steps.push(at(side, 0.7));
  return [...steps, at(Math.min(first, SMALLEST), 0.6)];
}
