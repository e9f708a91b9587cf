// Generated sheets with title blocks as offices draw them: position, language, direction and order of the cells vary, and
// everything that could be taken for a sheet number is there too.
import { type Rotation, rotatedBox, swapsSides } from '@plumbline/core/site/geometry/rotation';
import type { SizedWord } from '../engines/pdf/page-words.ts';

export type Position = 'corner' | 'column' | 'strip' | 'upperLeft';

export interface Wording {
  readonly language: string;
  readonly number: string;
  readonly title: string;
  readonly titles: readonly string[];
  /** Labels of project number, scale, date, paper size, author and revision. */
  readonly others: readonly [string, string, string, string, string, string];
}

export interface Layout {
  readonly wording: Wording;
  readonly position: Position;
  /** Where labels are: above, left of or in front of their values; none: the number is only large. */
  readonly labels: 'above' | 'left' | 'inline' | 'none';
  /** Direction of the title block on the sheet. */
  readonly turn: Rotation;
  /** Rotation of the whole sheet. */
  readonly sheetTurn: Rotation;
  readonly numbers: readonly string[];
  /** Font size of numbers and titles relative to labels. */
  readonly size: number;
}

/** A sheet of an A1 in points, landscape. */
const WIDTH = 2384;
const HEIGHT = 1684;

export type Sheet = { readonly words: readonly SizedWord[]; readonly aspect: number };

/** A line of words from `x`, with its top at `y`, in points of a sheet of the given size. */
export function line(
  text: string,
  x: number,
  y: number,
  sizePt: number,
  [width, height]: readonly [number, number] = [WIDTH, HEIGHT],
): SizedWord[] {
  let left = x;
  return text.split(' ').map((word) => {
    const w = word.length * sizePt * 0.55;
    const placed = { text: word, x: left / width, y: y / height, w: w / width, h: (sizePt * 0.72) / height, sizePt };
    left += w + sizePt * 0.3;
    return { ...placed, turn: 0 as const };
  });
}

/** The sheet number `index` of a set with this layout. */
export function drawSheet(layout: Layout, index: number): Sheet {
  const words = [...drawing(index), ...titleBlock(layout, index)];
  const { sheetTurn } = layout;
  const turned = words.map((word) => ({
    ...word,
    ...rotatedBox(word, sheetTurn),
    turn: (((word.turn ?? 0) + sheetTurn) % 360) as Rotation,
  }));
  return { words: turned, aspect: swapsSides(sheetTurn) ? HEIGHT / WIDTH : WIDTH / HEIGHT };
}

/** Rooms, axes, dimensions, references to other sheets, and a legend with material codes near the right edge. */
function drawing(index: number): SizedWord[] {
  const rooms = Array.from({ length: 40 }, (_, i) => {
    const x = 120 + (i % 8) * 210;
    const y = 120 + Math.floor(i / 8) * 230;
    return [...line(`R${index + 1}${String(i).padStart(2, '0')}`, x, y, 9), ...line('Office', x, y + 14, 7)];
  }).flat();
  const axes = Array.from({ length: 8 }, (_, i) => line(String.fromCharCode(65 + i), 100 + i * 210, 30, 16)).flat();
  const references = [...line('4/A-900', 400, 700, 8), ...line('A-901', 1100, 350, 8)];
  const codes = ['GG4', 'EI60', 'C25', 'B12', 'F90', 'DN150'];
  const legend = codes.flatMap((code, i) => [
    ...line(code, 1850, 500 + i * 22, 10),
    ...line('material as specified', 1910, 500 + i * 22, 8),
    ...line(code, 300 + i * 190, 480, 9),
  ]);
  return [...rooms, ...axes, ...references, ...legend];
}

type Cell = readonly [label: string, value: string, size: number];

function titleBlock({ wording, position, labels, turn: rotation, numbers, size }: Layout, index: number): SizedWord[] {
  const number = numbers[index % numbers.length] ?? '';
  const title = wording.titles[index % wording.titles.length] ?? '';
  const [project, scale, date, paper, author, revision] = wording.others;
  const base = 7;
  const cells: Cell[] = [
    [project, '2214', base],
    [scale, '1:50', base],
    [date, '12.03.2026', base],
    [paper, 'A1', base],
    [author, 'MK', base],
    [wording.title, title, Math.round(base * size * 0.8)],
    [wording.number, number, Math.round(base * size)],
    [revision, 'B', base],
  ];
  const area = AREAS[position];
  const upright: readonly [number, number] = rotation === 0 ? [area.w, area.h] : [area.h, area.w];
  const local = [
    ...line('Neubau Rosenhof CH-8004 Musterstadt', 10, 8, 12, upright),
    ...placeCells(cells, labels, position === 'strip' && rotation === 0, upright),
  ];
  return local.map((word) => {
    const box = rotatedBox(word, rotation);
    return {
      ...word,
      x: (area.x + box.x * area.w) / WIDTH,
      y: (area.y + box.y * area.h) / HEIGHT,
      w: (box.w * area.w) / WIDTH,
      h: (box.h * area.h) / HEIGHT,
      turn: rotation,
    };
  });
}

const AREAS: Record<Position, { x: number; y: number; w: number; h: number }> = {
  corner: { x: 1900, y: 1280, w: 470, h: 390 },
  column: { x: 2090, y: 900, w: 280, h: 770 },
  strip: { x: 30, y: 1560, w: 2320, h: 110 },
  upperLeft: { x: 14, y: 40, w: 470, h: 290 },
};

/** Beside each other in a strip, otherwise below each other. */
function placeCells(
  cells: readonly Cell[],
  labels: Layout['labels'],
  beside: boolean,
  sheet: readonly [number, number],
): SizedWord[] {
  const [width, height] = sheet;
  const step = beside ? (width - 20) / cells.length : (height - 34) / cells.length;
  return cells.flatMap(([label, value, size], i) => {
    const [x, y] = beside ? [10 + i * step, 40] : [10, 34 + i * step];
    if (labels === 'none') return line(value, x, y, size, sheet);
    if (labels === 'inline') return line(`${label}: ${value}`, x, y, size, sheet);
    const offset = labels === 'left' ? [Math.min(beside ? 95 : 130, width / 2), 0] : [0, 9];
    return [
      ...line(label, x, y + (labels === 'left' ? size * 0.3 : 0), 6, sheet),
      ...line(value, x + (offset[0] ?? 0), y + (offset[1] ?? 0), size, sheet),
    ];
  });
}
