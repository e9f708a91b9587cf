// The dark modules of a QR code, with the quiet zone that scanners need around them.
import { encode } from 'uqr';

const QUIET_ZONE = 4;

export type QrCode = {
  /** Dark modules, one module high, in a square of `side` modules. */
  rects: readonly { x: number; y: number; width: number }[];
  side: number;
};

export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const rects = data.flatMap((row, y) => runsIn(row).map(({ x, width }) => ({ x, y, width })));
  return { rects, side: size };
}

/** Neighbouring dark modules as one: seams between them would show in print. */
function runsIn(row: readonly boolean[]): { x: number; width: number }[] {
  const runs: { x: number; width: number }[] = [];
  for (const [x, dark] of row.entries()) {
    if (!dark) continue;
    const last = runs.at(-1);
    if (last && last.x + last.width === x) last.width += 1;
    else runs.push({ x, width: 1 });
  }
  return runs;
}
