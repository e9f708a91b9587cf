// Which pages of a file are imported, with rotation and title: proposed by the server, changed by the user. Pure.
import { type DateOrder, dateOrderOf, sharedDateOrder, statedDay } from '@plumbline/core/features/exchange/dates';
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';

export type PageChoice = {
  chosen: boolean;
  title: string;
  sheetNumber: string;
  turn: Rotation;
  /** The plan that gets a revision, null for a new plan; undefined until the user decides. */
  becomes?: string | null | undefined;
  /** The date of the revision, null for none; undefined if it is as read. */
  date?: string | null | undefined;
};
/** What the user has changed, by page number; everything else is as proposed. */
export type Choices = ReadonlyMap<number, Partial<PageChoice>>;

export const proposed = (page: ImportPage): PageChoice => ({
  chosen: true,
  title: page.title,
  sheetNumber: page.sheetNumber,
  turn: page.turn,
});

export const choiceOf = (choices: Choices, page: ImportPage): PageChoice => ({
  ...proposed(page),
  ...choices.get(page.page),
});

export function withChoice(choices: Choices, page: ImportPage, change: Partial<PageChoice>): Choices {
  return new Map(choices).set(page.page, { ...choices.get(page.page), ...change });
}

/** Selects exactly the pages that satisfy the predicate. */
export function choosePages(
  choices: Choices,
  pages: readonly ImportPage[],
  wanted: (page: number) => boolean,
): Choices {
  const next = new Map(choices);
  for (const page of pages) next.set(page.page, { ...choices.get(page.page), chosen: wanted(page.page) });
  return next;
}

/** Selects or deselects all pages from `from` to `to` inclusive, in either order. */
export function chooseBetween(
  choices: Choices,
  pages: readonly ImportPage[],
  from: number,
  to: number,
  chosen: boolean,
): Choices {
  const next = new Map(choices);
  for (const page of pages) {
    if (page.page < Math.min(from, to) || page.page > Math.max(from, to)) continue;
    next.set(page.page, { ...choices.get(page.page), chosen });
  }
  return next;
}

/** Parses `1–5, 8` into page numbers; undefined when the text is not a range or names no page of the file. */
export function parseRange(text: string, last: number): ReadonlySet<number> | undefined {
  const pages = new Set<number>();
  for (const part of text
    .replaceAll(/\s*([-–—])\s*/gu, '$1')
    .split(/[,;\s]+/u)
    .filter(Boolean)) {
    const found = /^(\d{1,6})(?:[-–—](\d{1,6})?)?$/u.exec(part);
    if (!found) return undefined;
    const from = Number(found[1]);
    const open = /[-–—]$/u.test(part);
    const to = found[2] === undefined ? (open ? last : from) : Number(found[2]);
    if (from < 1 || to < from) return undefined;
    for (let page = from; page <= Math.min(to, last); page++) pages.add(page);
  }
  return pages.size > 0 ? pages : undefined;
}

/** The selected pages as text that `parseRange` can read: `1–5, 8`. */
export function writeRange(choices: Choices, pages: readonly ImportPage[]): string {
  const runs: [number, number][] = [];
  for (const page of pages) {
    if (!choiceOf(choices, page).chosen) continue;
    const last = runs.at(-1);
    if (last && last[1] === page.page - 1) last[1] = page.page;
    else runs.push([page.page, page.page]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}

/** The date that is chosen or read; null if there is none. */
export const dateOf = (page: ImportPage, { date }: Partial<PageChoice>, order: DateOrder): string | null =>
  date === undefined ? statedDay(page.titleBlock?.date ?? '', order) : date;

/** The order of day and month in the dates of these pages. */
export const dateOrderIn = (imports: readonly PlanImport[], locale: string): DateOrder =>
  sharedDateOrder(
    imports.flatMap(({ pages }) => pages.map(({ titleBlock }) => titleBlock?.date ?? '')),
    dateOrderOf(locale),
  );

export type ChosenPage = {
  page: number;
  title: string;
  sheetNumber: string;
  turn: Rotation;
  date: string | null;
  /** A person has made it a plan of its own although another sheet has its number. */
  confirmed?: true;
};

export function chosenPages(choices: Choices, pages: readonly ImportPage[], order: DateOrder = 'dmy'): ChosenPage[] {
  return pages.flatMap((page) => {
    const choice = choiceOf(choices, page);
    const { chosen, title, sheetNumber, turn: rotation } = choice;
    const said = { title: title.trim(), sheetNumber: sheetNumber.trim(), date: dateOf(page, choice, order) };
    const confirmed = choice.becomes === null && { confirmed: true as const };
    return chosen ? [{ page: page.page, turn: rotation, ...said, ...confirmed }] : [];
  });
}

/** Images have a single page that needs no selection. */
export function isPicture(pick: Pick<PlanImport, 'name'>): boolean {
  return /\.(?:jpe?g|png|webp|gif|avif)$/iu.test(pick.name);
}

/**
 * Files whose pages are waiting to be selected, in order of arrival: new
 * files go to the end, so that no input moves while someone types in it.
 */
export const toChoose = (imports: readonly PlanImport[]): readonly PlanImport[] =>
  imports.filter((one) => one.state === 'choosing' && one.planId === null).toReversed();

export const isActive = (pick: Pick<PlanImport, 'state'>): boolean =>
  pick.state === 'inspecting' || pick.state === 'running';

/** The text of its scanned pages is still being recognised. */
export const readsScans = ({ state, pages }: Pick<PlanImport, 'state' | 'pages'>): boolean =>
  state === 'choosing' && pages.some(({ recognition }) => recognition === 'waiting');
