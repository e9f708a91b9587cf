// What somebody works on: a licence may be for phones and tablets alone.

export const DEVICE_KINDS = ['PHONE', 'TABLET', 'DESKTOP'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/**
 * Whether somebody works on a phone or tablet. `told` is what the program there says it runs on; before it has, the name of the browser
 * decides: iPads call themselves Macs, so a Mac passes until its program has told.
 */
export const worksInHand = (told: DeviceKind | '', userAgent: string): boolean =>
  told === '' ? /\b(?:iPhone|iPad|iPod|Android|Macintosh)\b/u.test(userAgent) : told !== 'DESKTOP';
