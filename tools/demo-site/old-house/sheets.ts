// The German sheets of the second site, A2 at 1:50.
import { once } from 'node:events';
import type { Point } from '../building/cells.ts';
import type { PlacedRoom } from '../pin-position.ts';
import { drawChain, levelMark } from '../sheets/dimensions.ts';
import { northArrow } from '../sheets/frame/marks.ts';
import { poche } from '../sheets/hatch.ts';
import { openSheet, Pen, W } from '../sheets/pen.ts';
import { innerChain } from '../sheets/plan/chains.ts';
import { doorLabel, drawDoor, drawWindow } from '../sheets/plan/openings.ts';
import { stamp } from '../sheets/plan/plan-sheet.ts';
import { drawFurniture } from '../sheets/symbols/draw-furniture.ts';
import { builtStorey, HALF_WALL, HOUSE_DEPTH, HOUSE_LENGTH, houseStorey } from './storeys.ts';

const [WIDTH, HEIGHT] = [594, 420];
const SCALE = 20;
const PAPER_MM = 1 / SCALE;
/** Paper position of the south-western corner of the building axes. */
const ORIGIN: Point = [62, 322];
/** The title block stands to the right of this line. */
const BLOCK = 424;

export const HOUSE_SHEETS = [
  { sheet: 'K-01', storey: 0, title: 'Erdgeschoss', file: 'K-01_Erdgeschoss.pdf', published: 70 },
  { sheet: 'K-02', storey: 1, title: '1. Obergeschoss', file: 'K-02_Obergeschoss.pdf', published: 70 },
] as const;
export type HouseSheet = (typeof HOUSE_SHEETS)[number];

/** A point of the building as fractions of its sheet, y downwards. */
const onHouseSheet = ([x, y]: Point): Point => [(ORIGIN[0] + x * SCALE) / WIDTH, (ORIGIN[1] - y * SCALE) / HEIGHT];

/** The rooms of a sheet with their outlines on it. */
export function houseRooms(sheet: HouseSheet['sheet']): PlacedRoom[] {
  const storey = HOUSE_SHEETS.find((one) => one.sheet === sheet)?.storey ?? 0;
  return builtStorey(storey).rooms.map(({ number, name, outer, holes }) => ({
    number,
    name,
    outer: outer.map(onHouseSheet),
    holes: holes.map((hole) => hole.map(onHouseSheet)),
  }));
}

const NOTES: readonly string[] = [
  'Alle Maße sind Rohbaumaße und vor Ausführung am Bau zu prüfen.',
  'Bestand: Vollziegelmauerwerk von 1904, Holzbalkendecken.',
  'Stuck, Fischgrätparkett und Kastenfenster sind zu erhalten.',
  'Durchbrüche in tragenden Wänden nur nach Freigabe Statik.',
  'Wohnungseingangstüren T30-RS, Treppenhaus frei von Brandlasten.',
];

function facade(pen: Pen, storey: 0 | 1): void {
  const { windows, doors } = builtStorey(storey);
  const ends = { x: HOUSE_LENGTH + HALF_WALL, y: HOUSE_DEPTH + HALF_WALL };
  for (const [along, axis, out] of [
    ['x', 0, -1],
    ['x', HOUSE_DEPTH, 1],
    ['y', 0, -1],
    ['y', HOUSE_LENGTH, 1],
  ] as const) {
    const edges = [...windows, ...doors]
      .filter(({ runs, at }) => runs === along && Math.abs((along === 'x' ? at[1] : at[0]) - axis) < 0.01)
      .flatMap(({ rect }) => (along === 'x' ? [rect.x0, rect.x1] : [rect.y0, rect.y1]))
      .sort((a, b) => a - b);
    const face = axis + out * HALF_WALL;
    const from = face + out * 2 * PAPER_MM;
    const chain = (gap: number, stops: readonly number[]): void =>
      drawChain(pen, { along, at: face + out * gap * PAPER_MM, stops, from, size: 1.8 });
    chain(12, [-HALF_WALL, ...edges, ends[along]]);
    chain(20, [-HALF_WALL, ends[along]]);
  }
}

function titleBlock(pen: Pen, { sheet, title, storey }: HouseSheet, date: string): void {
  const right = WIDTH - 10;
  pen.box(10, 10, right, HEIGHT - 10, { width: W.heavy });
  pen.line([BLOCK, 10], [BLOCK, HEIGHT - 10], { width: W.medium });
  pen.text('HINWEISE', [BLOCK + 5, 22], { size: 2.4, bold: true });
  pen.block(
    NOTES.map((note, index) => `${index + 1}.  ${note}`),
    [BLOCK + 5, 29],
    { size: 1.75, leading: 5.6 },
  );
  pen.text('LEGENDE', [BLOCK + 5, 76], { size: 2.4, bold: true });
  for (const [index, [fill, text]] of (
    [
      ['#d9dbdc', 'Mauerwerk, Bestand'],
      ['#f0f1f1', 'Trockenbauwand, neu'],
    ] as const
  ).entries()) {
    pen.box(BLOCK + 5, 81 + index * 8, BLOCK + 19, 86 + index * 8, { width: W.medium, fill });
    pen.text(text, [BLOCK + 23, 84.6 + index * 8], { size: 2 });
  }
  northArrow(pen, [right - 22, 92], 8);
  const rows: readonly (readonly [string, string, number])[] = [
    ['Bauvorhaben', 'Kastanienallee 27, Umbau zu vier Wohnungen', 2.7],
    ['Bauherr', 'Hausgemeinschaft Kastanienallee 27', 2.7],
    ['Planverfasser', 'Studio Ahornweg, Ahornweg 3', 2.7],
    ['Planinhalt', `Grundriss ${title}`, 4.2],
    ['Planungsphase', 'Ausführungsplanung, freigegeben', 2.7],
  ];
  for (const [index, [label, text, size]] of rows.entries()) {
    const y = 268 + index * 19;
    pen.line([BLOCK, y], [right, y], { width: W.thin });
    pen.text(label, [BLOCK + 5, y + 5], { size: 1.7, colour: '#4b5156' });
    pen.text(text, [BLOCK + 5, y + 13], { size, bold: true });
  }
  pen.line([BLOCK, 363], [right, 363], { width: W.medium });
  const cells: readonly (readonly [string, string, number])[] = [
    ['Maßstab', '1 : 50', BLOCK + 5],
    ['Datum', date, BLOCK + 33],
    ['Index', 'A', BLOCK + 78],
    ['Höhe', storey === 0 ? '±0,00' : '+3,60', BLOCK + 98],
  ];
  for (const [label, text, x] of cells) {
    pen.text(label, [x, 369], { size: 1.7, colour: '#4b5156' });
    pen.text(text, [x, 377], { size: 2.7, bold: true });
  }
  pen.line([BLOCK, 382], [right, 382], { width: W.thin });
  pen.text('Plannummer', [BLOCK + 5, 388], { size: 1.7, colour: '#4b5156' });
  pen.text(sheet, [BLOCK + 5, 402], { size: 8, bold: true });
}

/** The PDF of a sheet, dated `today` (YYYY-MM-DD). */
export async function drawHousePdf(item: HouseSheet, today: string): Promise<Buffer> {
  const date = new Date(`${today}T08:00:00Z`);
  const doc = openSheet({
    title: `${item.sheet} ${item.title}`,
    subject: 'Kastanienallee 27',
    created: date,
    size: [WIDTH, HEIGHT],
    lang: 'de',
  });
  const pen = new Pen(doc);
  const storey = houseStorey(item.storey);
  const built = builtStorey(item.storey);
  pen.view(ORIGIN, SCALE, () => {
    for (const piece of storey.furniture) drawFurniture(pen, piece);
    poche(pen, built.cut, PAPER_MM);
    for (const one of built.windows) drawWindow(pen, one);
    for (const one of built.doors) drawDoor(pen, one);
    facade(pen, item.storey);
    for (const chain of storey.chains) innerChain(pen, built, chain);
    for (const one of built.doors) doorLabel(pen, one);
    for (const room of built.rooms) stamp(pen, room, 'lH');
    for (const one of storey.levels) levelMark(pen, one.at, one.level);
  });
  titleBlock(pen, item, date.toLocaleDateString('de-DE', { timeZone: 'UTC', dateStyle: 'medium' }));
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  doc.end();
  await once(doc, 'end');
  return Buffer.concat(chunks);
}
