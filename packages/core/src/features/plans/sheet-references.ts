// Finds references to other sheets ("5/A-301", "A-301", "siehe Plan A-301") among the words of a drawing. Candidates
// are read once, from the drawing alone; which plan is meant depends on the current names of the project's plans.

/** A word and its box, as fractions of the sheet from its upper left corner. */
export type SheetWord = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
};

/** A possible reference to another sheet. */
export type SheetMark = Omit<SheetWord, 'text'> & {
  /** The number or title of the sheet as written. */
  readonly sheet: string;
  /** The detail on that sheet; empty for the whole sheet. */
  readonly detail: string;
  /** Preceded by words that announce a plan: bare numbers and titles count too. */
  readonly asked: boolean;
  /** Marks of one run start at the same word; the longest that names a plan is meant. */
  readonly run: number;
};

/** Position of a detail: its number, beside its title and scale. */
export type DetailMark = Omit<SheetWord, 'text'> & { readonly detail: string };

export type ReadMarks = { readonly marks: SheetMark[]; readonly details: DetailMark[] };

/** Limits on what is examined: a sheet usually has a few dozen. */
const MAX_MARKS = 5_000;
const MAX_SCALES = 500;
const MAX_SHORT_WORDS = 20_000;
const MAX_WORD_LENGTH = 24;
const TITLE_WORDS = 6;

const EDGES = /^[\s("'[{<„“«]+|[\s)"'\]}>,;:.!?“”»]+$/gu;
const SHEET = /^(?=.*\p{L})(?=.*\d)[\p{L}\d][\p{L}\d._-]*$/u;
const NUMBER = /^\d[\d._-]*$/u;
const DETAIL = /^(?:\d{1,3}[a-z]?|[A-Z]{1,2}\d{0,2}|[a-z]\d?)$/u;
const NUMBER_PREFIX = /^\p{Lu}{1,4}[-._]?$/u;
const NUMBER_SUFFIX = /^[-._]?\d{1,4}(?:[._-]\d{1,3})?[a-z]?$/u;
/** Words that announce a plan, in the supported drawing languages. */
const REFERENCE_WORD =
  /^(?:siehe|s|vgl|see|cf|voir|vedi|ver|zie|se|plan|pläne|plans|plannr|plan-nr|nr|no|blatt|sheet|dwg|drawing|zeichnung|folha|foglio|feuille|tekening)$/iu;
/** Words that announce a plan only after another such word. */
const SECOND_REFERENCE_WORD = /^(?:s|nr|no|se|ver)$/iu;
/** 1:50, 1/4". */
const WRITTEN_APART = /^m?1:\d{1,5}/iu;
const SCALE = /^(?:m?1:\d{1,5}|\d{1,2}(?:\/\d{1,2})?["”″]=?.*)$/iu;

const clean = (text: string): string => text.replaceAll(EDGES, '');

/** Reads possible references and the positions of details. Needs only the words. */
export function readMarks(words: readonly SheetWord[]): ReadMarks {
  const marks: SheetMark[] = [];
  const cleaned = words.map((word) => clean(word.text));
  for (let i = 0; i < words.length && marks.length < MAX_MARKS; i++) {
    const word = words[i];
    const text = cleaned[i] ?? '';
    if (!word || text === '') continue;
    const requested = isReferenceLabel(words, cleaned, i);
    marks.push(...plainMarks(word, text, requested, i), ...joinedMarks(words, cleaned, i));
    if (requested) marks.push(...titleMarks(words, cleaned, i));
  }
  const short = words.filter((word) => DETAIL.test(clean(word.text))).sort((a, b) => a.x - b.x);
  return {
    marks: marks
      .slice(0, MAX_MARKS)
      .map((mark) => (mark.detail === '' ? { ...mark, detail: above(mark, short) } : mark)),
    details: detailPositions(words, short),
  };
}

/** The number itself, or with its detail before or after a slash. */
function plainMarks({ x, y, w, h }: SheetWord, text: string, requested: boolean, run: number): SheetMark[] {
  if (text.length > MAX_WORD_LENGTH) return [];
  const mark = (sheet: string, detail: string): SheetMark => ({ x, y, w, h, sheet, detail, asked: requested, run });
  const [before = '', behind, ...more] = text.split('/');
  if (behind === undefined) return SHEET.test(text) || (requested && NUMBER.test(text)) ? [mark(text, '')] : [];
  if (more.length > 0) return [];
  const names = (part: string) => SHEET.test(part) || (requested && NUMBER.test(part));
  return [
    ...(DETAIL.test(before) && names(behind) ? [mark(behind, before)] : []),
    ...(DETAIL.test(behind) && names(before) ? [mark(before, behind)] : []),
  ];
}

/** Joins parts such as "A" and "301" that are close together. */
function joinedMarks(words: readonly SheetWord[], cleaned: readonly string[], i: number): SheetMark[] {
  const [one, next] = [words[i], words[i + 1]];
  const [begin = '', end = ''] = [cleaned[i], cleaned[i + 1]];
  if (!one || !next || !NUMBER_PREFIX.test(begin) || !NUMBER_SUFFIX.test(end) || !follows(one, next, 0.8)) return [];
  return [{ ...around([one, next]), sheet: `${begin}${end}`, detail: '', asked: false, run: i }];
}

/** The next one, two and more words, up to the end of the line: one of these may be the title of a plan. */
function titleMarks(words: readonly SheetWord[], cleaned: readonly string[], i: number): SheetMark[] {
  const marks: SheetMark[] = [];
  for (let count = 1; count <= TITLE_WORDS; count++) {
    const line = words.slice(i, i + count);
    const [before, last] = [line.at(-2), line.at(-1)];
    if (line.length < count || (before && last && !follows(before, last, 2))) break;
    const sheet = cleaned.slice(i, i + count).join(' ');
    if (count > 1 || !(SHEET.test(sheet) || NUMBER.test(sheet)))
      marks.push({ ...around(line), sheet, detail: '', asked: true, run: i });
  }
  return marks;
}

function isReferenceLabel(words: readonly SheetWord[], cleaned: readonly string[], i: number): boolean {
  const [before, word] = [words[i - 1], words[i]];
  const text = cleaned[i - 1] ?? '';
  if (!before || !word || !REFERENCE_WORD.test(text) || !follows(before, word, 2)) return false;
  return !SECOND_REFERENCE_WORD.test(text) || isReferenceLabel(words, cleaned, i - 1);
}

/** On the same line, with `other` at most `gap` heights behind. */
function follows(one: SheetWord, other: SheetWord, gap: number): boolean {
  const height = Math.max(one.h, other.h);
  const level = Math.abs(one.y + one.h / 2 - (other.y + other.h / 2)) < 0.5 * height;
  // Heights and widths are fractions of different sides; the width of a letter serves for both.
  const letter = Math.max(one.w / Math.max(1, [...one.text].length), other.w / Math.max(1, [...other.text].length));
  const between = other.x - (one.x + one.w);
  return level && between > -letter && between < 2.2 * gap * letter;
}

function around(words: readonly SheetWord[]): Omit<SheetWord, 'text'> {
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  const w = Math.max(...words.map((word) => word.x + word.w)) - x;
  return { x, y, w, h: Math.max(...words.map((word) => word.y + word.h)) - y };
}

/** The detail in the upper half of a marker's circle. `short` are sorted from left to right. */
function above({ x, y, w, h }: SheetMark, short: readonly SheetWord[]): string {
  let best: { gap: number; text: string } | undefined;
  for (let i = firstFrom(short, x - w / 2); i < short.length; i++) {
    const word = short[i];
    if (!word || word.x > x + w) break;
    const gap = y - (word.y + word.h);
    const beside = Math.abs(word.x + word.w / 2 - (x + w / 2)) > w / 2;
    const other = word.h < 0.5 * h || word.h > 2.5 * h;
    if (beside || other || gap < -0.3 * h || gap > 2 * h || (best && best.gap <= gap)) continue;
    best = { gap, text: clean(word.text) };
  }
  return best?.text ?? '';
}

function firstFrom(words: readonly SheetWord[], x: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.x ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A short word with a scale behind or below it is the number of a detail. */
function detailPositions(words: readonly SheetWord[], short: readonly SheetWord[]): DetailMark[] {
  const scales = words.filter((_, i) => isScale(words, i)).slice(0, MAX_SCALES);
  const found: DetailMark[] = [];
  for (const { text, x, y, w, h } of short.slice(0, MAX_SHORT_WORDS)) {
    if (found.length >= MAX_MARKS) break;
    const scaled = scales.some(
      (scale) => scale.x > x + w * 0.5 && scale.x < x + 0.2 && scale.y > y - 2 * h && scale.y < y + 4 * h,
    );
    if (scaled) found.push({ x, y, w, h, detail: clean(text) });
  }
  return found;
}

/** Also recognises separated parts: "1 : 50". */
function isScale(words: readonly SheetWord[], i: number): boolean {
  const [one = '', ...more] = words.slice(i, i + 3).map((word) => word.text);
  return SCALE.test(one) || (/^m?1:?$/iu.test(one) && WRITTEN_APART.test([one, ...more].join('')));
}

/** A plan under the names that references use. */
export type NamedSheet = { readonly id: string; readonly sheetNumber: string; readonly name: string };

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().replaceAll('ẞ', 'SS').replaceAll(/\s+/gu, ' ').trim();
/** Dashes, dots and spaces are equivalent. */
const strictKey = (text: string): string => folded(text).replaceAll(/[\s._-]+/gu, '-');
/** Without dashes, dots and spaces. */
const looseKey = (text: string): string => folded(text).replaceAll(/[\s._-]+/gu, '');

export type SheetIndex = {
  readonly own: string;
  readonly strict: ReadonlyMap<string, readonly string[]>;
  readonly loose: ReadonlyMap<string, readonly string[]>;
  readonly titles: ReadonlyMap<string, readonly string[]>;
};

/** The plans of a project by number and title; `ownId` is the plan being viewed, which is never a target. */
export function sheetIndex(plans: readonly NamedSheet[], ownId: string): SheetIndex {
  const [strict, loose, titles] = [
    new Map<string, string[]>(),
    new Map<string, string[]>(),
    new Map<string, string[]>(),
  ];
  const add = (to: Map<string, string[]>, key: string, id: string) => {
    if (key !== '' && id !== ownId) to.set(key, [...(to.get(key) ?? []), id]);
  };
  for (const { id, sheetNumber, name } of plans) {
    add(strict, strictKey(sheetNumber), id);
    add(loose, looseKey(sheetNumber), id);
    add(titles, folded(name), id);
    // A plan without a number often has it as its name.
    if (sheetNumber === '' && SHEET.test(name)) add(strict, strictKey(name), id);
  }
  return { own: looseKey(plans.find((plan) => plan.id === ownId)?.sheetNumber ?? ''), strict, loose, titles };
}

/** The plans a mark may refer to; none if it names no plan, several if the number or title is not unique. */
export function referencedPlans(mark: Pick<SheetMark, 'sheet' | 'asked'>, index: SheetIndex): readonly string[] {
  const loose = looseKey(mark.sheet);
  if (loose === '' || loose === index.own) return [];
  // A bare number is a room or a measurement unless preceded by words that announce a plan.
  if (!mark.asked && !SHEET.test(mark.sheet)) return [];
  return (
    index.strict.get(strictKey(mark.sheet)) ??
    index.loose.get(loose) ??
    (mark.asked ? index.titles.get(folded(mark.sheet)) : undefined) ??
    []
  );
}

export type SheetReference = SheetMark & { readonly planIds: readonly string[] };

/** The marks that name plans; the longest of each run. */
export function resolveMarks(marks: readonly SheetMark[], index: SheetIndex): SheetReference[] {
  const byRun = new Map<string, SheetReference>();
  for (const mark of marks) {
    const planIds = referencedPlans(mark, index);
    if (planIds.length === 0) continue;
    const key = String(mark.run);
    const known = byRun.get(key);
    if (!known || known.sheet.length < mark.sheet.length) byRun.set(key, { ...mark, planIds });
  }
  return [...byRun.values()];
}

/** Position of a detail on its sheet; the largest if several have its number, undefined if none has. */
export function positionOfDetail(details: readonly DetailMark[], detail: string): DetailMark | undefined {
  const requested = folded(detail);
  return details.filter((one) => folded(one.detail) === requested).sort((a, b) => b.h - a.h)[0];
}
