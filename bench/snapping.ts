// Snapping to the lines of drawings: the size of their file, what reading and indexing them takes, and a movement of the
// pointer at three zoom levels. Goal: 8 ms a movement on the sheet with the most lines.
// Usage: `node bench/snapping.ts [folder of the sample files]`; without the samples only a generated sheet is measured.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  LINE_UNITS,
  type Lines,
  MAX_LINES,
  packLines,
  unpackLines,
} from '@plumbline/core/features/plans/lines/sheet-lines';
import { SnapIndex } from '@plumbline/core/features/plans/lines/snap-index';
import { openPage, openPdf } from '@plumbline/server/rendering/engines/pdf/document';
import { withMemory } from '@plumbline/server/rendering/engines/pdf/engine';
import { linesOf } from '@plumbline/server/rendering/lines/page-lines';
import { judge, table } from './common/figures.ts';

const GOAL_MS = 8;
const MOVES = 400;
/** Radius of 12 pixels in points of the sheet: deep in the drawing, at half of it, and with all of A0 on the screen. */
const RADII_PT = [1, 6, 30];

/** Pixels of a picture that is black all over: every line counts as seen. */
const INKED = 1_000;

const samples = process.argv[2] ?? join(import.meta.dirname, '../../shared/samples');

function timed<T>(work: () => T): [result: T, ms: number] {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}

const rows: string[][] = [];
let slowest = 0;

function measure(name: string, lines: Lines, sheet: { widthPt: number; heightPt: number }, readMs: number): void {
  const packed = packLines(lines);
  const [index, indexMs] = timed(() => new SnapIndex(unpackLines(packed), sheet));
  const moves = RADII_PT.flatMap((radius) =>
    Array.from({ length: MOVES }, (_, i) => {
      // Positions spread evenly over the sheet.
      const at = { x: (i * 0.618_034) % 1, y: (i * 0.414_214) % 1 };
      return timed(() => index.nearest(at, radius))[1];
    }),
  ).sort((one, other) => one - other);
  const p99 = moves[Math.floor(0.99 * moves.length)] ?? 0;
  slowest = Math.max(slowest, p99);
  const figures = [lines.length / 4, gzipSync(packed).length / 1024, readMs, indexMs];
  rows.push([name, ...figures.map((figure) => figure.toFixed(0)), p99.toFixed(2), (moves.at(-1) ?? 0).toFixed(2)]);
}

const folders = existsSync(samples) ? readdirSync(samples).filter((name) => name.endsWith('-pdf')) : [];
const files = folders.flatMap((folder) =>
  readdirSync(join(samples, folder)).map((name) => join(samples, folder, name)),
);
for (const file of files) {
  const document = await openPdf(file, 'pdfConversion');
  for (let number = 1; number <= document.pageCount; number++) {
    const page = openPage(document, number, 'pdfConversion');
    const [lines, readMs] = timed(() =>
      withMemory(document.pdfium, 4 * INKED * INKED, (at) => linesOf(page, { at, width: INKED, height: INKED })),
    );
    measure(`${basename(file).slice(0, 32)} ${number}`, lines, page, readMs);
    page.close();
  }
  document.close();
}

/** Short lines everywhere, as many as are kept, such as hatches and exploded text. */
function crowded(): Lines {
  const lines = new Int32Array(4 * MAX_LINES);
  for (let i = 0; i < lines.length; i += 4) {
    const [x, y] = [((i * 0.618_034) % 1) * LINE_UNITS, ((i * 0.754_877) % 1) * LINE_UNITS];
    lines.set([x, y, x + (i % 997) - 498, y + (i % 499) - 249], i);
  }
  return lines;
}
measure('generated, most lines', crowded(), { widthPt: 3370, heightPt: 2384 }, 0);

table(['sheet', 'lines', 'kB', 'read ms', 'index ms', 'move p99 ms', 'slowest ms'], rows);
judge('slowest sheet, ms a movement of the pointer (p99)', slowest, GOAL_MS);
