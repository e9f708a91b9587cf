// Messages to and from the process that resizes pictures.

/** Longest side in pixels, and WebP quality. */
export const SIZES = { thumb: { side: 320, quality: 74 }, preview: { side: 1_600, quality: 80 } } as const;
export type Size = keyof typeof SIZES;

/** A smaller photo, or a profile picture. */
export type Wanted = Size | 'profile';
export type Order = { number: number; source: Uint8Array; size: Wanted };
export type Refusal = 'unsupported_type' | 'too_large';
export type Answer = { number: number; picture: Uint8Array } | { number: number; refusal: Refusal };
