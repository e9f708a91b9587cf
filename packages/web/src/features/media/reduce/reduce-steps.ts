// How a photo is resized: the sizes and qualities tried until it fits. Pure.

export type ToReduce = {
  id: string;
  file: Blob;
  /** Maximum bytes of the result; null: full size, only converted to a readable format. */
  most: number | null;
};
/** `small`: the thumbnail used in lists. */
export type Reduced =
  | { id: string; file: Blob; width: number; height: number; small: Blob }
  | { id: string; problem: string };

type Size = { width: number; height: number };
export type Step = Size & { quality: number };

/**
 * Longest side in pixels for a limit in bytes: sharp in print at A6 for the small setting, at A4 for the medium one.
 */
const sideFor = (most: number): number => (most <= 500_000 ? 1_750 : 2_600);
const QUALITIES = [0.86, 0.76, 0.64];
const MIN_SIDE_PX = 320;

/** The sizes to try, best first; the last one is small enough for any photo. */
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
  for (let side = first * 0.75; side > MIN_SIDE_PX; side *= 0.75) steps.push(at(side, 0.7));
  return [...steps, at(Math.min(first, MIN_SIDE_PX), 0.6)];
}

/**
 * Side of a patch in pixels, a whole number of JPEG blocks, so
 * that patches take the same bytes side by side as in place.
 */
export const PATCH = 128;
/** Patches across and down. */
const PATCHES_PER_SIDE = 4;
/** Bytes of a JPEG before its image data. */
const HEAD = 640;
/** How far above the limit a prediction must be to skip a size without encoding it. */
const SKIP_MARGIN = 1.06;

export type Patch = { x: number; y: number };

/** Top left corners of patches spread over an image; none when they would cover most of it anyway. */
export function patchesOf({ width, height }: Size): Patch[] {
  if (width * height < (PATCH * PATCHES_PER_SIDE) ** 2 * 2) return [];
  const across = Math.min(PATCHES_PER_SIDE, Math.floor(width / PATCH));
  const down = Math.min(PATCHES_PER_SIDE, Math.floor(height / PATCH));
  const at = (place: number, count: number, whole: number) => Math.round(((place + 0.5) / count) * (whole - PATCH));
  return Array.from({ length: across * down }, (_, one) => ({
    x: at(one % across, across, width),
    y: at(Math.floor(one / across), down, height),
  }));
}

/** Whether an image will exceed `most` bytes, predicted from the encoded size of its patches. */
export function willExceed(size: Size, patches: number, bytes: number, most: number): boolean {
  const share = (size.width * size.height) / (patches * PATCH ** 2);
  return HEAD + Math.max(0, bytes - HEAD) * share > most * SKIP_MARGIN;
}
