// The revision table, the notes and the legend of a sheet.
import type { Point } from '../../building/cells.ts';
import { diagonals } from '../hatch.ts';
import { INK, type Pen, RED, W } from '../pen.ts';
import { BOTTOM, type Frame, STRIP_TOP, thin } from './layout.ts';
import { revisionCloud } from './marks.ts';

export function revisionTable(pen: Pen, frame: Frame): void {
  const [x, r, y] = [511, 641, STRIP_TOP];
  pen.box(x, y, r, BOTTOM, { width: W.medium });
  pen.text('REVISIONS', [x + 3, y + 5], { size: 2.2, bold: true });
  const head = y + 12;
  for (const [text, cx] of [
    ['Ind.', 3],
    ['Date', 13],
    ['Change', 34],
    ['By', 120],
  ] as const) {
    pen.text(text, [x + cx, head - 1.4], { size: 1.6, colour: '#4b5156' });
  }
  pen.lines(
    [
      [
        [x, y + 7.5],
        [r, y + 7.5],
      ],
      [
        [x, head],
        [r, head],
      ],
    ],
    thin,
  );
  let row = head;
  for (const revision of frame.revisions) {
    pen.text(revision.index, [x + 3, row + 4], {
      size: 2.2,
      bold: true,
      colour: revision.index.startsWith('B') ? RED : INK,
    });
    pen.text(revision.date, [x + 13, row + 4], { size: 1.8 });
    pen.text(revision.text, [x + 34, row + 4], { size: 1.8 });
    pen.text(revision.by, [x + 120, row + 4], { size: 1.8 });
    row += 6;
    pen.line([x, row], [r, row], { width: W.fine });
  }
  for (; row < BOTTOM - 7; row += 6) pen.line([x, row + 6], [r, row + 6], { width: W.fine });
  for (const cx of [11, 32, 118]) pen.line([x + cx, y + 7.5], [x + cx, BOTTOM], { width: W.fine });
}

export function notes(pen: Pen, frame: Frame): void {
  const [x, y] = [386, STRIP_TOP];
  pen.box(x, y, 511, BOTTOM, { width: W.medium });
  pen.text('NOTES', [x + 3, y + 5], { size: 2.2, bold: true });
  pen.line([x, y + 7.5], [511, y + 7.5], thin);
  let row = y + 12.2;
  for (const [index, note] of frame.notes.entries()) {
    pen.text(`${index + 1}.`, [x + 3, row], { size: 1.8 });
    const words = note.split(' ');
    let line = '';
    for (const word of words) {
      if (pen.width(`${line} ${word}`, 1.8) > 113) {
        pen.text(line, [x + 8, row], { size: 1.8 });
        row += 3.4;
        line = word;
      } else line = line ? `${line} ${word}` : word;
    }
    pen.text(line, [x + 8, row], { size: 1.8 });
    row += 4.5;
  }
}

function legendSign(pen: Pen, sign: string, x: number, y: number): void {
  const r = { x0: x, y0: y - 4, x1: x + 14, y1: y };
  const hatch: Record<string, () => void> = {
    concrete: () => {
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: 0, fill: '#b3b7ba' });
      pen.lines([...diagonals(r, 2.2, -1), ...diagonals(r, 2.2, -1, 0.55)], { width: W.hair });
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.cut });
    },
    masonry: () => {
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: 0, fill: '#d9dbdc' });
      pen.lines(diagonals(r, 1.5, 1), { width: W.hair });
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.cut });
    },
    drywall: () => pen.box(r.x0, r.y0 + 1, r.x1, r.y1 - 0.5, { width: W.medium, fill: '#f0f1f1' }),
    glass: () => {
      pen.box(r.x0, r.y0 + 1.3, r.x1, r.y1 - 1, { width: W.medium, fill: '#e3edf1' });
      pen.line([r.x0, y - 1.85], [r.x1, y - 1.85], { width: W.fine });
    },
    insulation: () => {
      const points: Point[] = Array.from({ length: 13 }, (_, i): Point => [x + (i * 14) / 12, i % 2 === 0 ? y : y - 4]);
      pen.path(points, { width: W.hair });
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.thin });
    },
    axis: () => {
      pen.line([x, y - 2], [x + 9, y - 2], { width: W.fine, dash: [4, 1, 0.6, 1] });
      pen.circle([x + 11.5, y - 2], 2.2, { width: W.thin });
      pen.text('1', [x + 11.5, y - 1.2], { size: 1.7, align: 'centre' });
    },
    level: () => {
      pen.path(
        [
          [x + 4, y],
          [x + 2.4, y - 2.4],
          [x + 5.6, y - 2.4],
        ],
        { width: W.thin, close: true, fill: INK },
      );
      pen.line([x + 1.6, y - 2.4], [x + 13, y - 2.4], { width: W.fine });
    },
    cloud: () => revisionCloud(pen, { x0: x + 0.5, y0: y - 4, x1: x + 13, y1: y + 0.2 }, 1.6),
    section: () => {
      pen.line([x, y - 2], [x + 8, y - 2], { width: W.heavy });
      pen.path(
        [
          [x + 8, y - 2],
          [x + 8, y - 4.6],
          [x + 10.5, y - 2],
        ],
        { width: 0, fill: INK },
      );
      pen.text('A', [x + 11.5, y - 1], { size: 2.2, bold: true });
    },
    boundary: () => pen.line([x, y - 2], [x + 14, y - 2], { width: W.cut, dash: [5, 1, 1, 1, 1, 1] }),
    fence: () => pen.line([x, y - 2], [x + 14, y - 2], { width: W.medium, dash: [2, 1], colour: '#a3560f' }),
    crane: () => pen.line([x, y - 2], [x + 14, y - 2], { width: W.medium, dash: [6, 2], colour: '#a3560f' }),
    tree: () => {
      pen.circle([x + 4, y - 2], 2.2, { width: W.thin, colour: '#4d7a4a', fill: '#eef4ec' });
      pen.circle([x + 4, y - 2], 0.3, { width: W.thin, colour: '#4d7a4a' });
    },
    road: () => pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.fine, fill: '#ecebe7' }),
    storage: () => {
      pen.box(r.x0, r.y0, r.x1, r.y1, { width: W.thin, dash: [2, 1], colour: '#a3560f' });
      pen.lines(diagonals(r, 1.6, -1), { width: W.hair, colour: '#c98a4e' });
    },
  };
  hatch[sign]?.();
}

export function legend(pen: Pen, frame: Frame): void {
  const [x, y] = [256, STRIP_TOP];
  pen.box(x, y, 386, BOTTOM, { width: W.medium });
  pen.text('LEGEND', [x + 3, y + 5], { size: 2.2, bold: true });
  pen.line([x, y + 7.5], [386, y + 7.5], thin);
  for (const [index, entry] of frame.legend.entries()) {
    const cx = x + 3 + (index >= 9 ? 64 : 0);
    const cy = y + 14.5 + (index % 9) * 8;
    legendSign(pen, entry.sign, cx, cy);
    pen.text(entry.text, [cx + 17, cy - 1.1], { size: 1.8 });
  }
}
