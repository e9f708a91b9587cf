// Draws the same house on any sheet: the same rooms, optionally transformed, with extra marks as in a new issue.
import sharp from 'sharp';

export const HOUSE = { width: 1_800, height: 1_260 };
/**
 * A disc in a colour used nowhere else, by which a point of the house is found in any image of it. In pixels of the
 * first sheet.
 */
export const DISC = { x: 1_050, y: 760, radius: 20, colour: { r: 230, g: 0, b: 200 } };

function rooms(marks: number): string {
  const lines: string[] = [];
  let seed = 7;
  const next = (range: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return (seed / 2 ** 31) * range;
  };
  for (let i = 0; i < 46; i++) {
    const x = 135 + next(1_320);
    const y = 135 + next(870);
    lines.push(`<rect x="${x}" y="${y}" width="${30 + next(225)}" height="${22 + next(165)}"/>`);
    if (i % 5 === 0) lines.push(`<circle cx="${x}" cy="${y}" r="${8 + next(30)}"/>`);
  }
  for (let i = 0; i < marks; i++) {
    lines.push(`<ellipse cx="${1_080 - 135 * i}" cy="710" rx="45" ry="27" stroke-width="5"/>`);
  }
  const { r, g, b } = DISC.colour;
  const disc = `<circle cx="${DISC.x}" cy="${DISC.y}" r="${DISC.radius}" fill="rgb(${r},${g},${b})" stroke="none"/>`;
  return `<g fill="none" stroke="#111" stroke-width="3">${lines.join('')}${disc}</g>`;
}

export type HouseSheet = { width?: number; height?: number /** An SVG transform. */; turn?: string; marks?: number };

/** Renders the sheet as PNG. */
export function houseSheet({
  width = HOUSE.width,
  height = HOUSE.height,
  turn = '',
  marks = 0,
}: HouseSheet): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g transform="${turn}">${rooms(marks)}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
