// The fifteen pin colours for plans on screen, lists and printed reports.
// Two lightness steps (dark about 0.42, middle about 0.6 in OKLCH), so that no category dominates. Only Yellow is
// lighter, because a yellow of that darkness is olive. The order is the colour index of a pin and must never change.

/**
 * Colour name → sRGB hex. All but Yellow have at least 3:1 contrast on white paper; marks also have a dark hairline.
 */
export const PIN_COLOURS = {
  DarkBrown: '#713b21',
  Muesli: '#a48f69',
  Ochre: '#a56f0c',
  Yellow: '#d9b629',
  Orange: '#e47318',
  Red: '#ca0a08',
  Pink: '#f74791',
  Purple: '#870b75',
  Violet: '#784bc4',
  Blue: '#257dcf',
  DarkBlue: '#0f42a6',
  Petrol: '#226b7d',
  Turquoise: '#10a4a6',
  Green: '#539f35',
  DarkGreen: '#105535',
} as const;

/** The name of a pin colour. */
export type PinColour = keyof typeof PIN_COLOURS;

/** All names in index order (0 to 14). */
export const PIN_COLOUR_NAMES = Object.keys(PIN_COLOURS) as readonly PinColour[];

/** The hex values in index order, as drawing code needs them. */
export const PIN_PALETTE: readonly string[] = Object.values(PIN_COLOURS);

/** The index (0 to 14) of a colour name. */
export function pinColourIndex(name: PinColour): number {
  return PIN_COLOUR_NAMES.indexOf(name);
}

/** Relative luminance (0 black to 1 white) of a `#rrggbb` colour, as WCAG 2 defines it. */
export function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  const linear = (byte: number): number => {
    const c = byte / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear((value >> 16) & 255) + 0.7152 * linear((value >> 8) & 255) + 0.0722 * linear(value & 255);
}

/** Contrast ratio (1 to 21) of two `#rrggbb` colours, as WCAG 2 defines it. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((p, q) => p - q) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The colour for a symbol or letter on a pin colour: white if its contrast suffices, else near black. */
export function inkOn(hex: string): '#ffffff' | '#1b1f23' {
  return contrast(hex, '#ffffff') >= 3 ? '#ffffff' : '#1b1f23';
}
