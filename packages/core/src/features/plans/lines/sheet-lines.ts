// The lines of a drawing as a compact file, so that measuring can snap to them. Coordinates are differences to the point
// before, because most lines continue where the previous one ended.

/** Units per side of the sheet: 0.005 mm on A0. Lines may extend beyond the sheet. */
export const LINE_UNITS = 2 ** 18;
/** Lines kept of a sheet; the shortest are dropped first. */
export const MAX_LINES = 400_000;

/** x and y of both ends of each line, in units. */
export type Lines = Int32Array;

const toUnsigned = (value: number): number => (value >= 0 ? 2 * value : -2 * value - 1);
const toSigned = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

export function packLines(lines: Lines): Uint8Array<ArrayBuffer> {
  // A difference of two coordinates takes at most five bytes.
  const bytes = new Uint8Array(5 * (lines.length + 1));
  let at = 0;
  const write = (value: number) => {
    // Lines extend over a few sheets at most, so every difference fits 32 bits.
    let rest = toUnsigned(value) >>> 0;
    for (; rest >= 128; rest >>>= 7) bytes[at++] = 128 | (rest & 127);
    bytes[at++] = rest;
  };
  write(lines.length / 4);
  let [x, y] = [0, 0];
  for (let i = 0; i < lines.length; i += 2) {
    const nextX = lines[i] ?? 0;
    const nextY = lines[i + 1] ?? 0;
    write(nextX - x);
    write(nextY - y);
    x = nextX;
    y = nextY;
  }
  return bytes.slice(0, at);
}

/** The lines of `packLines`. */
export function unpackLines(bytes: Uint8Array): Lines {
  let at = 0;
  const read = (): number => {
    let [value, weight] = [0, 1];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * weight;
      if (byte < 128) return toSigned(value);
      weight *= 128;
    }
  };
  const lines = new Int32Array(4 * Math.min(MAX_LINES, Math.max(0, read())));
  let [x, y] = [0, 0];
  for (let i = 0; i < lines.length; i += 2) {
    x += read();
    y += read();
    lines[i] = x;
    lines[i + 1] = y;
  }
  return lines;
}
