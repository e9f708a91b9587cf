// Writes a part of a grey picture as a PGM file: a short head, then one byte per pixel.
import { open } from 'node:fs/promises';
import type { Box } from '@plumbline/core/site/geometry/rotation';

const WHOLE: Box = { x: 0, y: 0, w: 1, h: 1 };

type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The part in whole pixels, at least one. */
export function pixelsOfBox({ width, height }: { width: number; height: number }, box: Box = WHOLE): Part {
  const along = (from: number, share: number, side: number) => {
    const start = Math.min(side - 1, Math.max(0, Math.floor(from * side)));
    return [start, Math.min(side, Math.max(start + 1, Math.ceil((from + share) * side))) - start] as const;
  };
  const [left, wide] = along(box.x, box.w, width);
  const [top, high] = along(box.y, box.h, height);
  return { left, top, width: wide, height: high };
}

/** `rows` are one byte per pixel, of the part only. */
export async function writePgm(
  out: string,
  { width, height }: Pick<Part, 'width' | 'height'>,
  rows: Iterable<Uint8Array>,
): Promise<void> {
  const file = await open(out, 'w');
  try {
    await file.writeFile(`P5\n${width} ${height}\n255\n`);
    for (const some of rows) await file.writeFile(some);
  } finally {
    await file.close();
  }
}
