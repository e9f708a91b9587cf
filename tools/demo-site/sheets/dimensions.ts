// Dimension chains after DIN 406: ticks, extension lines and measured numbers.
import type { Point } from '../building/cells.ts';
import { INK, type Lettering, type Pen, W } from './pen.ts';

/** Metres from one metre upwards, centimetres below; half centimetres are superscript. */
function dimensionText(metres: number): { base: string; raised: string } {
  const halfCentimetres = Math.round(metres * 200);
  const raised = halfCentimetres % 2 === 1 ? '5' : '';
  const centimetres = Math.floor(halfCentimetres / 2);
  return { base: centimetres < 100 ? String(centimetres) : (centimetres / 100).toFixed(2), raised };
}

export function levelText(level: number): string {
  const shown = level.toFixed(2);
  return Number(shown) === 0 ? '±0.00' : level > 0 ? `+${shown}` : shown.replace('-', '–');
}

/** A number with its superscript half centimetre; `at` is the middle of the baseline on paper. */
export function writeDimension(
  pen: Pen,
  metres: number,
  at: Point,
  lettering: Lettering & { suffix?: string } = {},
): void {
  const { size = 2, turn = 0, suffix = '' } = lettering;
  const { base, raised } = dimensionText(metres);
  const small = size * 0.72;
  const width =
    pen.width(base, size) + (raised ? pen.width(raised, small) : 0) + (suffix ? pen.width(suffix, size) : 0);
  const r = (turn * Math.PI) / 180;
  const position = (along: number, up: number): Point => [
    at[0] + along * Math.cos(r) - up * Math.sin(r),
    at[1] - along * Math.sin(r) - up * Math.cos(r),
  ];
  pen.onPaper(() => {
    if (lettering.mask)
      pen.text(' '.repeat(Math.ceil(width / pen.width(' ', size))), position(0, 0), {
        size,
        turn,
        align: 'centre',
        mask: true,
      });
    pen.text(base, position(-width / 2, 0), { ...lettering, mask: false, align: 'left', size });
    let x = -width / 2 + pen.width(base, size);
    if (raised) {
      pen.text(raised, position(x + 0.1, size * 0.42), { ...lettering, mask: false, align: 'left', size: small });
      x += pen.width(raised, small) + 0.2;
    }
    if (suffix) pen.text(suffix, position(x, 0), { ...lettering, mask: false, align: 'left', size });
  });
}

export type Chain = {
  along: 'x' | 'y';
  /** Position of the line, metres across its direction. */
  at: number;
  stops: readonly number[];
  /** Start of the extension lines (metres across); none if absent. */
  from?: number;
  size?: number;
  /** A second number below the line for a segment, such as the height of an opening. */
  below?: (piece: number) => number | null;
  mask?: boolean;
  bold?: boolean;
  /** A greyer line, for chains that cross the drawing. */
  faint?: boolean;
};

export function drawChain(pen: Pen, chain: Chain): void {
  const { along, at, stops, from, size = 2 } = chain;
  const k = pen.perMetre;
  const position = (s: number, across = at): Point => (along === 'x' ? [s, across] : [across, s]);
  const first = stops[0] ?? 0;
  const last = stops.at(-1) ?? 0;
  const over = 1.6 / k;
  pen.line(
    position(first - over),
    position(last + over),
    chain.faint ? { width: W.hair, colour: '#4b5156' } : { width: W.fine },
  );
  const tick = 1.1 / k;
  pen.lines(
    stops.map((s): readonly [Point, Point] => {
      const [x, y] = position(s);
      return [
        [x - tick, y - tick],
        [x + tick, y + tick],
      ];
    }),
    { width: W.medium },
  );
  const reach = from === undefined ? undefined : at + Math.sign(at - from) * (1.6 / k);
  pen.lines(
    stops.map((s): readonly [Point, Point] => [
      position(s, from === undefined ? at - 1.4 / k : from),
      position(s, from === undefined || reach === undefined ? at + 1.4 / k : reach),
    ]),
    { width: W.hair, colour: '#4b5156' },
  );
  let raisedBefore = false;
  for (let piece = 0; piece + 1 < stops.length; piece++) {
    const a = stops[piece] ?? 0;
    const b = stops[piece + 1] ?? 0;
    const { base, raised } = dimensionText(b - a);
    const room = (b - a) * k - 0.8;
    const wide = pen.width(base, size) + (raised ? pen.width(raised, size * 0.72) : 0);
    const fits = wide <= room;
    const scale = fits ? 1 : 0.8;
    const crowded = !fits && wide * scale > room;
    const lift = crowded ? (raisedBefore ? 5.2 : 2.9) : 0.8;
    raisedBefore = crowded && !raisedBefore;
    const [px, py] = pen.paper(position((a + b) / 2));
    const rotation = along === 'x' ? 0 : 90;
    const up = (amount: number): Point => (along === 'x' ? [px, py - amount] : [px - amount, py]);
    const lettering = {
      size: size * scale,
      turn: rotation,
      mask: chain.mask ?? false,
      bold: chain.bold ?? false,
      colour: INK,
    };
    writeDimension(pen, b - a, up(lift), lettering);
    const second = chain.below?.(piece) ?? null;
    if (second !== null && fits) writeDimension(pen, second, up(-0.7 - size * scale), { ...lettering, mask: false });
  }
}

/** The level symbol: a triangle on the line with the figure above it. */
export function levelMark(pen: Pen, at: Point, level: number, raw?: number): void {
  const [x, y] = pen.paper(at);
  pen.onPaper(() => {
    pen.box(x - 3.4, y - 8.2, x + 10.4, y + 0.2, { width: 0, fill: '#ffffff' });
    pen.path(
      [
        [x, y],
        [x - 1.6, y - 2.4],
        [x + 1.6, y - 2.4],
      ],
      { width: W.thin, close: true, fill: INK },
    );
    pen.line([x - 2.6, y - 2.4], [x + 9.6, y - 2.4], { width: W.fine });
    pen.text(levelText(level), [x + 0.2, y - 3.3], { size: 2, bold: true });
    if (raw !== undefined) {
      pen.text(levelText(raw), [x + 2.2, y - 0.1], { size: 1.5 });
    }
  });
}
