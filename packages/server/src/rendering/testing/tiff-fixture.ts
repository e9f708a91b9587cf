// Small TIFF files for tests, written by hand: several sheets in a file, reduced copies between them, both byte orders,
// BigTIFF.

export interface FixtureSheet {
  readonly width: number;
  readonly height: number;
  /** From 0 (black) to 255 (white). */
  readonly grey: number;
  /** One bit per pixel, as scanners store them. */
  readonly bits?: 1 | 8;
  /** NewSubfileType: 1 for a reduced copy, 4 for a mask. */
  readonly kind?: number;
}

export interface TiffForm {
  readonly order?: 'II' | 'MM';
  readonly large?: boolean;
}

const SHORT = 3;
const LONG = 4;

export function makeTiff(sheets: readonly FixtureSheet[], { order = 'II', large = false }: TiffForm = {}): Buffer {
  const little = order === 'II';
  const wide = large ? 8 : 4;
  const row = large ? 20 : 12;
  const put = (buffer: Buffer, at: number, value: number, bytes: number) => {
    for (let i = 0; i < bytes; i++) buffer[at + (little ? i : bytes - 1 - i)] = Math.floor(value / 2 ** (8 * i)) % 256;
  };
  const head = Buffer.alloc(large ? 16 : 8);
  head.write(order, 'latin1');
  put(head, 2, large ? 43 : 42, 2);
  if (large) put(head, 4, 8, 2);
  put(head, large ? 8 : 4, head.length, wide);
  const parts = [head];
  let at = head.length;
  for (const [i, { width, height, grey, bits = 8, kind = 0 }] of sheets.entries()) {
    const data = Buffer.alloc(Math.ceil((width * bits) / 8) * height, bits === 1 ? (grey > 127 ? 0xff : 0) : grey);
    const fields: [tag: number, type: number, value: number][] = [
      [254, LONG, kind],
      [256, LONG, width],
      [257, LONG, height],
      [258, SHORT, bits],
      [259, SHORT, 1],
      [262, SHORT, 1],
      [273, LONG, 0],
      [277, SHORT, 1],
      [278, LONG, height],
      [279, LONG, data.length],
    ];
    const counted = large ? 8 : 2;
    const table = Buffer.alloc(counted + fields.length * row + wide);
    const begins = at + table.length;
    put(table, 0, fields.length, counted);
    for (const [k, [tag, type, value]] of fields.entries()) {
      const from = counted + k * row;
      put(table, from, tag, 2);
      put(table, from + 2, type, 2);
      put(table, from + 4, 1, wide);
      put(table, from + 4 + wide, tag === 273 ? begins : value, type === SHORT ? 2 : 4);
    }
    const pad = Buffer.alloc(data.length % 2);
    at = begins + data.length + pad.length;
    put(table, table.length - wide, i < sheets.length - 1 ? at : 0, wide);
    parts.push(table, data, pad);
  }
  return Buffer.concat(parts);
}
