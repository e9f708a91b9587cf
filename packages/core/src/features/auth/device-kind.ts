// The kind of device a user works on: a licence may cover phones and tablets only.

export const DEVICE_KINDS = ['PHONE', 'TABLET', 'DESKTOP'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/**
 * Whether the user works on a phone or tablet. `reported` is what the client says; until then the user agent decides.
 * iPads identify as Macs, so a Mac passes until its client has reported.
 */
export const isMobileDevice = (reported: DeviceKind | '', userAgent: string): boolean =>
  reported === '' ? /\b(?:iPhone|iPad|iPod|Android|Macintosh)\b/u.test(userAgent) : reported !== 'DESKTOP';
