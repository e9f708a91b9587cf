// What is asked of the process that makes photos smaller, and what it answers.

/** Longest side in pixels, and the quality of WebP. */
export const SIZES = { thumb: { side: 320, quality: 74 }, preview: { side: 1_600, quality: 80 } } as const;
export type Size = keyof typeof SIZES;

export type Order = { number: number; source: Uint8Array; size: Size };
/** Null: not to be read as a picture. */
export type Answer = { number: number; picture: Uint8Array | null };
