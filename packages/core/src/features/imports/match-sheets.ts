// Matches the sheets of an import with the plans of the project: by number, title and picture. Pure.
import { sameSheet } from '../plans/revision-rules.ts';
import { sheetNumberKey, sheetTitleKey } from '../plans/sheet-number.ts';

/**
 * `new`: no plan shows this sheet. `revised`: a plan does, with another drawing. `unchanged`: it shows this very drawing.
 * `uncertain`: someone must decide, for example because the number occurs twice.
 */
export const MATCH_KINDS = ['new', 'revised', 'unchanged', 'uncertain'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** Side in pixels of the square pictures that are compared. */
export const PICTURE_SIDE = 32;

type Sheet = {
  readonly title: string;
  readonly sheetNumber: string;
  readonly widthPt: number;
  readonly heightPt: number;
  /** Equal for equal drawings; null if unknown. */
  readonly fingerprint: string | null;
  /** Ink from 0 to 255 in `PICTURE_SIDE` rows and columns; null if unknown. */
  readonly picture: Uint8Array | null;
};
export type ArrivingSheet = Sheet;
export type KnownSheet = Sheet & { readonly planId: string };

export type SheetMatch = {
  readonly kind: MatchKind;
  /** The plan that shows the sheet; if uncertain, the most probable one or null. */
  readonly planId: string | null;
  /** Whether the sheet has the dimensions of that plan's current revision; true if there is none. */
  readonly sameSize: boolean;
};

export type MatchedSet = {
  /** In the order of the arriving sheets. */
  readonly matches: readonly SheetMatch[];
  /** Plans of the disciplines in the set that none of its sheets shows. */
  readonly missing: readonly string[];
};

/** Correlation from which two pictures show the same sheet, may do so, and below which they do not. */
const SAME_PICTURE = 0.9;
const SIMILAR_PICTURE = 0.5;
const OTHER_PICTURE = 0.2;
/** How much more similar a picture is than those of all other plans. */
const LEAD = 0.1;
/** Revised sheets of a discipline from which the absence of its other sheets means something. */
const MIN_DISCIPLINE = 2;

const UNKNOWN: SheetMatch = { kind: 'uncertain', planId: null, sameSize: true };
const NEW: SheetMatch = { kind: 'new', planId: null, sameSize: true };

export function matchSheets(arriving: readonly ArrivingSheet[], known: readonly KnownSheet[]): MatchedSet {
  const byNumber = grouped(known, ({ sheetNumber }) => sheetNumberKey(sheetNumber));
  const byTitle = grouped(known, ({ title }) => sheetTitleKey(title));
  const numbers = grouped(arriving, ({ sheetNumber }) => sheetNumberKey(sheetNumber));
  const titles = grouped(arriving, ({ title }) => sheetTitleKey(title));
  const first = arriving.map((sheet) => {
    const key = sheetNumberKey(sheet.sheetNumber);
    const plans = byNumber.get(key) ?? [];
    const repeated = (numbers.get(key)?.length ?? 0) > 1;
    if (key === '') return byTitleOrPicture(sheet, known, byTitle, titles);
    if (plans.length > 1) return uncertain(sheet, mostSimilarPlan(sheet, plans));
    const [plan] = plans;
    if (plan) return repeated || contradicts(sheet, plan) ? uncertain(sheet, plan) : matched(sheet, plan);
    if (repeated) return UNKNOWN;
    // A drawing that only got another number would become a second plan.
    const renumbered = planWithSamePicture(sheet, known);
    return renumbered ? uncertain(sheet, renumbered) : NEW;
  });
  const matches = withoutContested(first);
  return { matches, missing: missingPlans(matches, known) };
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

function matched(sheet: ArrivingSheet, plan: KnownSheet): SheetMatch {
  const same = sheet.fingerprint !== null && sheet.fingerprint === plan.fingerprint;
  return { kind: same ? 'unchanged' : 'revised', planId: plan.planId, sameSize: same || sameSheet(sheet, plan) };
}

const uncertain = (sheet: ArrivingSheet, plan: KnownSheet | undefined): SheetMatch =>
  plan ? { kind: 'uncertain', planId: plan.planId, sameSize: sameSheet(sheet, plan) } : UNKNOWN;

/** A sheet without a number is matched by its title, if the picture agrees; its picture alone only suggests a plan. */
function byTitleOrPicture(
  sheet: ArrivingSheet,
  known: readonly KnownSheet[],
  byTitle: ReadonlyMap<string, KnownSheet[]>,
  titles: ReadonlyMap<string, ArrivingSheet[]>,
): SheetMatch {
  const same = known.find((plan) => sheet.fingerprint !== null && sheet.fingerprint === plan.fingerprint);
  if (same) return matched(sheet, same);
  const key = sheetTitleKey(sheet.title);
  const [plan, ...others] = byTitle.get(key) ?? [];
  if (!plan) return uncertainOrNew(sheet, planWithSamePicture(sheet, known));
  const alone = others.length === 0 && titles.get(key)?.length === 1;
  const agrees = similarity(sheet.picture, plan.picture) ?? 0;
  return alone && agrees >= SIMILAR_PICTURE
    ? matched(sheet, plan)
    : uncertain(sheet, mostSimilarPlan(sheet, [plan, ...others]));
}

const uncertainOrNew = (sheet: ArrivingSheet, plan: KnownSheet | undefined): SheetMatch =>
  plan ? uncertain(sheet, plan) : NEW;

/**
 * The same number with another title and another picture: probably the sheet of another building or discipline. On another
 * size the picture must be similar; where no pictures can be compared, the size says the same.
 */
function contradicts(sheet: ArrivingSheet, plan: KnownSheet): boolean {
  if (sheetTitleKey(sheet.title) === sheetTitleKey(plan.title)) return false;
  const alike = similarity(sheet.picture, plan.picture);
  return sameSheet(sheet, plan) ? alike !== null && alike < OTHER_PICTURE : (alike ?? 0) < SIMILAR_PICTURE;
}

function ranked(sheet: ArrivingSheet, plans: readonly KnownSheet[]) {
  return plans
    .map((plan) => ({ plan, alike: similarity(sheet.picture, plan.picture) ?? -1 }))
    .sort((a, b) => b.alike - a.alike);
}

const mostSimilarPlan = (sheet: ArrivingSheet, plans: readonly KnownSheet[]): KnownSheet | undefined =>
  ranked(sheet, plans)[0]?.plan;

/** The only plan whose picture is nearly the same. */
function planWithSamePicture(sheet: ArrivingSheet, known: readonly KnownSheet[]): KnownSheet | undefined {
  const [best, second] = ranked(sheet, known);
  return best && best.alike >= SAME_PICTURE && best.alike - (second?.alike ?? -1) >= LEAD ? best.plan : undefined;
}

/** Correlation of two pictures, −1 to 1; null if one is unknown or blank. */
export function similarity(one: Uint8Array | null, other: Uint8Array | null): number | null {
  if (!one || !other || one.length !== other.length) return null;
  const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  let [both, first, second] = [0, 0, 0];
  for (let i = 0; i < one.length; i++) {
    const [x, y] = [(one[i] ?? 0) - a, (other[i] ?? 0) - b];
    both += x * y;
    first += x * x;
    second += y * y;
  }
  return first === 0 || second === 0 ? null : both / Math.sqrt(first * second);
}

/** Two sheets for one plan: neither is certain. */
function withoutContested(matches: readonly SheetMatch[]): SheetMatch[] {
  const certain = matches.filter(({ kind }) => kind === 'revised' || kind === 'unchanged');
  const times = grouped(certain, ({ planId }) => planId ?? '');
  return matches.map((match) => {
    const rivals = match.planId === null ? 0 : (times.get(match.planId)?.length ?? 0);
    const isCertain = match.kind === 'revised' || match.kind === 'unchanged';
    return isCertain && rivals > 1 ? { ...match, kind: 'uncertain' } : match;
  });
}

/** "A" of A-101: sets are issued by discipline, so plans of other disciplines are not missing. */
const disciplineOf = (sheetNumber: string): string => /^\p{L}*/u.exec(sheetNumberKey(sheetNumber))?.[0] ?? '';

function missingPlans(matches: readonly SheetMatch[], known: readonly KnownSheet[]): string[] {
  const shown = new Set(matches.flatMap(({ planId }) => planId ?? []));
  const count = new Map<string, number>();
  for (const plan of known) {
    if (!shown.has(plan.planId) || plan.sheetNumber === '') continue;
    const discipline = disciplineOf(plan.sheetNumber);
    count.set(discipline, (count.get(discipline) ?? 0) + 1);
  }
  return known
    .filter(
      ({ planId, sheetNumber }) =>
        sheetNumber !== '' && !shown.has(planId) && (count.get(disciplineOf(sheetNumber)) ?? 0) >= MIN_DISCIPLINE,
    )
    .map(({ planId }) => planId);
}
