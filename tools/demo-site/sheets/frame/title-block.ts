// The title block of a sheet.
import type { Point } from '../../building/cells.ts';
import { INK, type Pen, RED, W } from '../pen.ts';
import { BOTTOM, type Frame, RIGHT, STRIP_TOP, thin } from './layout.ts';

/** The office's logo: a plumb line between two gables, also the motif of the report logo. */
function officeMark(pen: Pen, [x, y]: Point, size: number): void {
  const s = size / 20;
  pen.path(
    [
      [x, y + 20 * s],
      [x, y + 7 * s],
      [x + 7 * s, y],
      [x + 14 * s, y + 7 * s],
      [x + 14 * s, y + 20 * s],
    ],
    { width: 1.5 * s, colour: '#0e4f58' },
  );
  pen.path(
    [
      [x + 6 * s, y + 20 * s],
      [x + 6 * s, y + 12 * s],
      [x + 13 * s, y + 5 * s],
      [x + 20 * s, y + 12 * s],
      [x + 20 * s, y + 20 * s],
    ],
    {
      width: 1.5 * s,
      colour: '#0e4f58',
    },
  );
}

export function titleBlock(pen: Pen, frame: Frame): void {
  const x = 641;
  const [y, r, b] = [STRIP_TOP, RIGHT, BOTTOM];
  pen.box(x, y, r, b, { width: W.cut });
  pen.line([x, y + 17], [r, y + 17], thin);
  officeMark(pen, [x + 4, y + 3], 11);
  pen.text('STUDIO AHORNWEG', [x + 19, y + 7.4], { size: 3.2, bold: true, spacing: 0.35, colour: '#0e4f58' });
  pen.text('Architecture  ·  Structural design  ·  Site supervision', [x + 19, y + 12.2], {
    size: 1.7,
    colour: '#3c4347',
  });
  pen.text('Fictitious office and project', [r - 3, y + 12.2], { size: 1.7, align: 'right', colour: '#3c4347' });
  const label = (text: string, at: Point): void => pen.text(text, at, { size: 1.5, colour: '#4b5156' });
  label('Project', [x + 3, y + 20.2]);
  pen.text('LINDENHOF', [x + 3, y + 25.6], { size: 3.5, bold: true });
  pen.text('New building with offices, apartments and car park', [x + 36, y + 25.6], { size: 1.9 });
  pen.text('Lindenhofweg 12, 00412 Neuwalden, plot 118/4', [x + 3, y + 29.8], { size: 1.8 });
  label('Client', [x + 128, y + 20.2]);
  pen.text('Lindenhof Projekt', [x + 128, y + 25.6], { size: 2.2, bold: true });
  pen.text('Am alten Anger 3, 00412 Neuwalden', [x + 128, y + 29.8], { size: 1.8 });
  pen.line([x, y + 32.5], [r, y + 32.5], thin);
  label('Drawing', [x + 3, y + 35.8]);
  pen.text(frame.title, [x + 3, y + 43.4], { size: 5, bold: true });
  pen.text(frame.subtitle, [x + 3, y + 48.6], { size: 2.2 });
  pen.line([x, y + 52.5], [r, y + 52.5], thin);
  const cells: [string, string][] = [
    ['Phase', 'Construction documents'],
    ['Scale', frame.scale],
    ['Date', frame.date],
    ['Format', 'A1  841 × 594'],
  ];
  for (const [i, [name, value]] of cells.entries()) {
    const cx = x + i * 31.5;
    if (i > 0) pen.line([cx, y + 52.5], [cx, y + 63], thin);
    label(name, [cx + 3, y + 55.8]);
    pen.text(value, [cx + 3, y + 60.6], { size: value.length > 14 ? 1.65 : 2.3, bold: true });
  }
  pen.line([x, y + 63], [x + 126, y + 63], thin);
  const lower: [string, string][] = [
    ['Drawn', 'H. Ode'],
    ['Checked', 'M. Tarn'],
    ['Level datum', '±0.00 = 412.60 m'],
    ['File', `LH-${frame.number}`],
  ];
  for (const [i, [name, value]] of lower.entries()) {
    const cx = x + i * 31.5;
    if (i > 0) pen.line([cx, y + 63], [cx, y + 73.4], thin);
    label(name, [cx + 3, y + 66.4]);
    pen.text(value, [cx + 3, y + 71], { size: 1.9 });
  }
  pen.text('Do not scale. Check all dimensions on site before work', [x + 3, y + 78], { size: 1.6, colour: '#3c4347' });
  pen.text('begins; report differences to the architect at once.', [x + 3, y + 81.2], { size: 1.6, colour: '#3c4347' });
  pen.line([x, y + 73.4], [x + 126, y + 73.4], thin);
  pen.line([x + 82, y + 73.4], [x + 82, b], thin);
  pen.text('Released for construction', [x + 104, y + 80.2], {
    size: 2.2,
    bold: true,
    align: 'centre',
    colour: '#0e4f58',
  });
  pen.line([x + 126, y + 52.5], [x + 126, b], thin);
  label('Sheet', [x + 129, y + 55.8]);
  pen.text(frame.number, [x + 129, y + 72], { size: 9.5, bold: true });
  label('Revision', [x + 170, y + 55.8]);
  pen.line([x + 168, y + 52.5], [x + 168, b], thin);
  pen.text(frame.index, [x + 179.5, y + 72], {
    size: 9.5,
    bold: true,
    align: 'centre',
    colour: frame.index === 'A' ? INK : RED,
  });
}
