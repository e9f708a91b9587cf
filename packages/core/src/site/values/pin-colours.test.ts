// The requirements of pin colours: readable on paper and on a dark screen, and distinguishable for colour-blind eyes.
import { describe, expect, it } from 'vitest';
import {
  contrast,
  inkOn,
  luminance,
  PIN_COLOUR_NAMES,
  PIN_COLOURS,
  PIN_PALETTE,
  pinColourIndex,
} from './pin-colours.ts';

type Triple = readonly [number, number, number];

// Machado, Oliveira and Fernandes 2009, full severity, for linear sRGB.
const EYES: Record<string, readonly [Triple, Triple, Triple]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seenAs(hex: string, eye: readonly [Triple, Triple, Triple]): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  const rgb = [16, 8, 0].map((shift) => {
    const c = ((value >> shift) & 255) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
  const [r, g, b] = eye.map((row) =>
    Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])),
  ) as unknown as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function closest(eye: readonly [Triple, Triple, Triple]): { distance: number; pair: string } {
  let found = { distance: Number.POSITIVE_INFINITY, pair: '' };
  const seen = PIN_PALETTE.map((hex) => seenAs(hex, eye));
  for (const [i, a] of seen.entries()) {
    for (const [j, b] of seen.entries()) {
      if (j <= i) continue;
      const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      if (distance < found.distance) found = { distance, pair: `${PIN_COLOUR_NAMES[i]}/${PIN_COLOUR_NAMES[j]}` };
    }
  }
  return found;
}

describe('pin colours', () => {
  it('are the fifteen names in a fixed order', () => {
    expect(PIN_COLOUR_NAMES.join(' ')).toBe(
      'DarkBrown Muesli Ochre Yellow Orange Red Pink Purple Violet Blue DarkBlue Petrol Turquoise Green DarkGreen',
    );
    expect(pinColourIndex('DarkBrown')).toBe(0);
    expect(pinColourIndex('DarkGreen')).toBe(14);
    for (const hex of PIN_PALETTE) expect(hex).toMatch(/^#[0-9a-f]{6}$/u);
  });

  it.each(PIN_COLOUR_NAMES)('%s is visible on white paper and on a dark screen', (name) => {
    expect(contrast(PIN_COLOURS[name], '#ffffff')).toBeGreaterThanOrEqual(name === 'Yellow' ? 1.9 : 3);
    expect(contrast(PIN_COLOURS[name], '#191c1f')).toBeGreaterThanOrEqual(1.8);
  });

  it.each(PIN_COLOUR_NAMES)('%s carries a readable symbol', (name) => {
    expect(contrast(PIN_COLOURS[name], inkOn(PIN_COLOURS[name]))).toBeGreaterThanOrEqual(3);
  });

  it('stay dark enough in a black-and-white print', () => {
    for (const name of PIN_COLOUR_NAMES)
      expect(luminance(PIN_COLOURS[name])).toBeLessThan(name === 'Yellow' ? 0.5 : 0.31);
  });

  it('are distinguishable for normal and colour-blind vision', () => {
    for (const [kind, eye] of Object.entries(EYES)) {
      const found = closest(eye);
      expect(found.distance, `${kind} ${found.pair}`).toBeGreaterThan(kind === 'usual' ? 0.09 : 0.04);
    }
  });
});
