// Messages to and from the process that resizes photos.

/** Longest side in pixels, and WebP quality. */
export const SIZES = { thumb: { side: 320, quality: 74 }, preview: { side: 1_600, quality: 80 } } as const;
export type Size = keyof typeof SIZES;

export type Order = { number: number; source: Uint8Array; size: Size };
/** Null: not readable as an image. */
export type Answer = { number: number; picture: Uint8Array | null };
