// Finds the names of rooms among the words of a drawing. A room is named by a stamp: its number and name with its area
// below or beside them. Only the area is evidence enough; a single word could be furniture, a material or a trade.

import type { SheetWord } from '@plumbline/core/features/plans/sheet-references';
import { MAX_ROOM_NAME, MAX_ROOMS } from '@plumbline/core/site/rows/plans';

/** A stamp: the box of all its lines as fractions of the sheet, and the area it states in square metres. */
export type RoomStamp = Omit<SheetWord, 'text'> & { readonly name: string; readonly areaM2: number };

/** Words on one line; in units of the sheet's width, so that distances are true in both directions. */
type Line = Box & { readonly parts: readonly Box[] };
type Box = { text: string; x: number; y: number; w: number; h: number };

const MAX_WORDS = 50_000;
/** Lines of a stamp above its area. */
const MAX_LINES = 4;
/** Distances in line heights. */
const WORD_GAP = 0.9;
const LINE_GAP = 1.1;
const MAX_NAME_LINES = 2;
/** How exactly the rows of a column start at one edge, and how far apart they are. */
const COLUMN_EDGE = 0.15;
const COLUMN_GAP = 2.5;

/** Smaller areas are openings or ducts. */
const MIN_AREA_M2 = 0.3;
const SQUARE_M_PER_FOOT = 0.092903;
const UNIT = String.raw`(?:m\s?[²2]|qm|sq\.?\s?m\.?|(?:sf|sq\.?\s?ft\.?|ft²))`;
const FIGURE = String.raw`\d{1,4}(?:[.,]\d{1,3})?`;
/** "12.09 m²", "NGF: 12,09 m2", "120 SF", or with a name: "Office 12.09 m²". */
const AREA = new RegExp(String.raw`^(?:(?<before>\p{L}.*?)[\s:=]+)?(?<figure>${FIGURE})\s?(?<unit>${UNIT})$`, 'iu');
/** Words before an area that are not a name. */
const AREA_LABEL =
  /^(?:a|f|bf|nf|nuf|ngf|nrf|bgf|gf|wfl|nfl|fl|fläche|flaeche|grundfläche|area|surface|surf|superficie|sup|su|s|opp|oppervlakte|areal|yta|pinta-ala|povr|površina|pow|plocha|plošča|terület|suprafață|площадь|площ|alan)\.?$/iu;
/** Totals of several rooms, and areas that are not rooms. */
const TOTAL =
  /summe|gesamt|total|wohnfläche|nutzfläche|grundstück|bruttogeschoss|subtotal|parcel|lot area|site area|floor area|somme|totaal|totale|suma|celkem|összesen|итого|toplam/iu;
/** "2.04", "R 104", "EG-12". */
const ROOM_NUMBER = /^(?=.*\d)(?:\p{L}{1,4}[._-]?|\p{L} )?\d[\p{L}\d]*(?:[._/-][\p{L}\d]+){0,3}$/u;
/** "RH: 2.50", "OKFF ±0.00", "U = 14.2 m", "SH 140". */
const ATTRIBUTE = /[:=±≈]|\d\s?(?:cm|mm|m|m³|%)$|^\p{Lu}{2,3} \d{2,3}$/u;
const DECIMAL = /^\d+[.,]\d+$/u;
const NAME = /\p{L}{2}/u;

/** The stamps of the rooms. `aspect`: width of the sheet divided by its height. */
export function readRoomStamps(words: readonly SheetWord[], aspect: number): RoomStamp[] {
  const lines = atColumns(linesOf(words.slice(0, MAX_WORDS), aspect));
  const byRow = rowsOf(lines);
  const stamps: NumberedStamp[] = [];
  for (const line of lines) {
    const stamp = stampAt(line, byRow);
    if (stamp) stamps.push({ ...stamp, y: stamp.y * aspect, h: stamp.h * aspect });
    if (stamps.length === MAX_ROOMS) break;
  }
  const numbered = stamps.filter(({ number }) => number !== '');
  const decimals = numbered.filter(({ number }) => DECIMAL.test(number));
  // Where other rooms are numbered differently, a decimal is a dimension or a height above the name.
  const isDimension = (number: string) => DECIMAL.test(number) && 2 * decimals.length < numbered.length;
  return stamps.map(({ number, name, ...stamp }) => ({
    ...stamp,
    name: [name, isDimension(number) ? '' : number].filter(Boolean).join(' ').slice(0, MAX_ROOM_NAME).trim(),
  }));
}

type NumberedStamp = RoomStamp & { readonly number: string };

function stampAt(line: Line, byRow: ByRow): NumberedStamp | undefined {
  const { before = '', figure, unit } = AREA.exec(line.text)?.groups ?? {};
  if (figure === undefined || unit === undefined) return undefined;
  const areaM2 = Number(figure.replace(',', '.')) * (/f/iu.test(unit) ? SQUARE_M_PER_FOOT : 1);
  if (areaM2 < MIN_AREA_M2) return undefined;
  const own = before.split(/[\s:=]+/u).every((word) => word === '' || AREA_LABEL.test(word)) ? '' : before;
  const above = linesAbove(line, byRow);
  const labels = [...above.map(({ text }) => text), own].filter(
    (text) => !ATTRIBUTE.test(text) && !AREA_LABEL.test(text),
  );
  const { name, number } = nameOf(labels);
  if (`${name}${number}` === '' || above.length > MAX_LINES) return undefined;
  // What is written below the area, such as floor and height, belongs to the stamp too.
  const all = [...above, line, ...linesBelow(line, byRow)];
  const x = Math.min(...all.map((one) => one.x));
  const y = Math.min(...all.map((one) => one.y));
  const w = Math.max(...all.map((one) => one.x + one.w)) - x;
  const h = Math.max(...all.map((one) => one.y + one.h)) - y;
  return { name, number, areaM2, x, y, w, h };
}

/** "Kitchen" and "2.04" from the lines of a stamp, from above; both empty if they do not name a room. */
function nameOf(labels: readonly string[]): { name: string; number: string } {
  const number = labels.findLast((text) => ROOM_NUMBER.test(text)) ?? '';
  const names = labels.filter((text) => !ROOM_NUMBER.test(text) && NAME.test(text));
  if (names.length > MAX_NAME_LINES || names.some((text) => TOTAL.test(text) || AREA.test(text)))
    return { name: '', number: '' };
  return { name: names.join(' ').replaceAll(/\/ /gu, '/'), number };
}

/** The lines directly above each other, up to one more than a stamp has. */
function linesAbove(line: Line, byRow: ByRow): Line[] {
  const above: Line[] = [];
  for (let next = lineAbove(line, byRow); next && above.length <= MAX_LINES; next = lineAbove(next, byRow)) {
    if (AREA.test(next.text)) break;
    above.unshift(next);
  }
  return above;
}

/** What is written below a line, about as wide. */
function linesBelow(line: Line, byRow: ByRow): Line[] {
  const reach = 4 * line.h;
  const bottom = line.y + line.h;
  return byRow
    .between(line.y + line.h / 2, bottom + 2.2 * line.h)
    .filter((one) => one.x > line.x - reach && one.x + one.w < line.x + line.w + reach && one.h < 1.5 * line.h);
}

/** The line directly above another, aligned with it and of a similar size. */
function lineAbove(line: Line, byRow: ByRow): Line | undefined {
  let nearest: Line | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const one of byRow.between(line.y - 6 * line.h, line.y + line.h / 2)) {
    const gap = line.y - (one.y + one.h);
    const height = Math.max(line.h, one.h);
    if (one === line || gap < -0.35 * height || gap > LINE_GAP * height || gap > distance) continue;
    if (one.h > 2.6 * line.h || one.h < 0.4 * line.h) continue;
    const isCentred = Math.abs(one.x + one.w / 2 - line.x - line.w / 2) < height;
    const isAligned = Math.abs(one.x - line.x) < height || Math.abs(one.x + one.w - line.x - line.w) < height;
    if (isCentred || isAligned) [nearest, distance] = [one, gap];
  }
  return nearest;
}

type Growing = Box & { readonly parts: Box[] };
type ByRow = { between(from: number, to: number): Line[] };

/** Finds lines by their upper edge. */
function rowsOf(lines: readonly Line[]): ByRow {
  const sorted = lines.toSorted((a, b) => a.y - b.y);
  const firstFrom = (y: number) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.y ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { between: (from, to) => sorted.slice(firstFrom(from), firstFrom(to)) };
}

/** Splits lines that run through the stamps of two rooms: where a word is the row of a column, below and above others. */
function atColumns(lines: readonly Line[]): Line[] {
  const byRow = rowsOf(lines);
  const startsAt = (part: Box, from: number, to: number) =>
    byRow.between(from, to).some((one) => Math.abs(one.x - part.x) < COLUMN_EDGE * part.h && !one.parts.includes(part));
  return lines.flatMap((line) => {
    const cut = line.parts.findIndex(
      (part, i) =>
        i > 0 &&
        startsAt(part, part.y - COLUMN_GAP * part.h, part.y - 0.5 * part.h) &&
        startsAt(part, part.y + 0.8 * part.h, part.y + COLUMN_GAP * part.h),
    );
    return cut === -1 ? [line] : [joined(line.parts.slice(0, cut)), joined(line.parts.slice(cut))];
  });
}

function joined(parts: readonly Box[]): Line {
  const x = Math.min(...parts.map((part) => part.x));
  const y = Math.min(...parts.map((part) => part.y));
  const w = Math.max(...parts.map((part) => part.x + part.w)) - x;
  const h = Math.max(...parts.map((part) => part.y + part.h)) - y;
  return { text: parts.map(({ text }) => text).join(' '), x, y, w, h, parts };
}

/** Joins the words that follow each other on a line. Vertical text is left out. */
function linesOf(words: readonly SheetWord[], aspect: number): Line[] {
  const flat = words
    .map(({ text, x, y, w, h }): Box => ({ text: text.trim(), x, y: y / aspect, w, h: h / aspect }))
    .filter(({ text, w, h }) => text !== '' && h > 0 && !(text.length > 2 && h > 1.2 * w))
    .sort((a, b) => a.x - b.x);
  const rows = new Map<number, Growing[]>();
  const middle = ({ y, h }: Box) => y + h / 2;
  /** High enough for the words of one line to be in neighbouring rows. */
  const height = Math.max(1e-6, flat.reduce((sum, { h }) => sum + h, 0) / Math.max(1, flat.length));
  const lines: Growing[] = [];
  for (const word of flat) {
    const row = Math.floor(middle(word) / height);
    const candidates = [row - 1, row, row + 1].flatMap((at) => rows.get(at) ?? []);
    const line = candidates.findLast((one) => {
      const gap = word.x - (one.x + one.w);
      const level = Math.abs(middle(one) - middle(word)) < 0.55 * Math.max(one.h, word.h);
      return level && gap > -0.5 * word.h && gap < WORD_GAP * Math.max(one.h, word.h);
    });
    if (!line) {
      const started = { ...word, parts: [word] };
      lines.push(started);
      const known = rows.get(row);
      if (known) known.push(started);
      else rows.set(row, [started]);
      continue;
    }
    const bottom = Math.max(line.y + line.h, word.y + word.h);
    // A raised 2 does not make its line higher.
    if (word.h > 0.8 * line.h) {
      line.y = Math.min(line.y, word.y);
      line.h = bottom - line.y;
    }
    line.parts.push(word);
    line.text = `${line.text} ${word.text}`;
    line.w = word.x + word.w - line.x;
  }
  return lines;
}
