// What the pages of a set say about each other: a text that other pages have at the same position with another value is
// more probably a number or a title; a text that most pages have in common belongs to the project.
import { sheetNumberKey } from '@plumbline/core/features/plans/sheet-number';
import type { NumberCandidate } from './number-candidates.ts';

import type { TitleBlock } from './title-block.ts';

/** As fractions of the sheet: the title blocks of an office are at the same distance from the edges. */
const SAME_POSITION = 0.025;
const SAME_SIZE = 0.15;
/** Fewer pages than this say nothing. */
const MIN_PAGES = 3;
const MIN_PAGE_SHARE = 0.5;
const MAX_COMPARED = 60;
/** Confidence that a text is the number because most pages have theirs at its position. */
const BY_POSITION = 0.68;
/** What remains of the confidence in a text at another position, unless a label calls it the number. */
const ELSEWHERE_FACTOR = 0.6;
const LABELLED = 0.8;
/** How much larger than other repeated texts the numbers are: rooms repeat over the storeys too. */
const LARGER = 1.2;

type Placed = Pick<NumberCandidate, 'text' | 'at' | 'sizePt'>;
type Block = TitleBlock | null;

/** The blocks of all pages, with the evidence of the other pages; null for pages without words. */
export function comparePages(blocks: readonly Block[]): Block[] {
  const pages = sampleOf(blocks.filter((block) => block !== null));
  if (pages.length < MIN_PAGES) return [...blocks];
  const common = commonTexts(pages);
  const distinct = pages.map((block) => withoutCommon(block, common));
  const place = numberPlace(distinct);
  return comparedTitles(blocks.map((block) => block && comparedNumbers(withoutCommon(block, common), place)));
}

/** Pages spread over the set: comparing every page of a large one with each other takes too long. */
function sampleOf(pages: readonly TitleBlock[]): TitleBlock[] {
  const step = Math.max(1, pages.length / MAX_COMPARED);
  return Array.from({ length: Math.min(pages.length, MAX_COMPARED) }, (_, i) => pages[Math.floor(i * step)]).filter(
    (page) => page !== undefined,
  );
}

/** The texts that most pages have at the same position. */
function commonTexts(pages: readonly TitleBlock[]): Placed[] {
  const found: { text: Placed; pages: Set<number> }[] = [];
  for (const [page, { numbers, titles }] of pages.entries()) {
    for (const text of [...numbers, ...titles]) {
      const known = found.find((one) => isSame(one.text, text));
      if (known) known.pages.add(page);
      else found.push({ text, pages: new Set([page]) });
    }
  }
  const least = Math.max(MIN_PAGES, MIN_PAGE_SHARE * pages.length);
  return found.filter((one) => one.pages.size >= least).map(({ text }) => text);
}

const isSame = (a: Placed, b: Placed): boolean => a.text === b.text && samePlace(a, b);

function withoutCommon({ numbers, titles }: TitleBlock, common: readonly Placed[]): TitleBlock {
  const isOwn = (text: Placed) => !common.some((one) => isSame(one, text));
  return { numbers: numbers.filter(isOwn), titles: titles.filter(isOwn) };
}

const sameHeight = (a: Placed, b: Placed): boolean =>
  Math.abs(a.at.y - b.at.y) < SAME_POSITION &&
  Math.abs(a.sizePt - b.sizePt) <= SAME_SIZE * Math.max(a.sizePt, b.sizePt);
const samePlace = (a: Placed, b: Placed): boolean => sameHeight(a, b) && Math.abs(a.at.x - b.at.x) < SAME_POSITION;

type Place = { readonly first: NumberCandidate; readonly byPage: Map<number, string>; confidence: number };

/** Where most pages have a text in the form of a number, each page its own; undefined if that is not clear. */
function numberPlace(pages: readonly TitleBlock[]): NumberCandidate | undefined {
  const places: Place[] = [];
  for (const [page, { numbers }] of pages.entries()) {
    for (const one of numbers) {
      const known = places.find(({ first }) => samePlace(first, one));
      if (!known) {
        places.push({ first: one, byPage: new Map([[page, sheetNumberKey(one.text)]]), confidence: one.confidence });
        continue;
      }
      if (!known.byPage.has(page)) known.byPage.set(page, sheetNumberKey(one.text));
      known.confidence = Math.max(known.confidence, one.confidence);
    }
  }
  const [best, second] = places
    .filter(({ byPage }) => byPage.size >= Math.max(MIN_PAGES, MIN_PAGE_SHARE * pages.length))
    .filter(({ byPage }) => new Set(byPage.values()).size > 0.8 * byPage.size && !countsPages(byPage))
    .sort(
      (a, b) => Number(b.confidence > LABELLED) - Number(a.confidence > LABELLED) || b.first.sizePt - a.first.sizePt,
    );
  const clear = !second || (best && (best.confidence > LABELLED || best.first.sizePt > LARGER * second.first.sizePt));
  return clear ? best?.first : undefined;
}

/** 1, 2, 3, …: these number the pages, not the sheets. */
function countsPages(byPage: ReadonlyMap<number, string>): boolean {
  const offsets = new Set(
    [...byPage].map(([page, value]) => (/^\d+$/.test(value) ? Number(value) - page : Number.NaN)),
  );
  const [offset = Number.NaN] = offsets;
  return offsets.size === 1 && offset >= 0 && offset < 2;
}

function comparedNumbers(block: TitleBlock, place: NumberCandidate | undefined): TitleBlock {
  if (!place) return block;
  const numbers = block.numbers.map((one) => {
    if (samePlace(place, one)) return { ...one, confidence: 1 - (1 - one.confidence) * (1 - BY_POSITION) };
    return one.confidence > LABELLED ? one : { ...one, confidence: one.confidence * ELSEWHERE_FACTOR };
  });
  return { ...block, numbers };
}

/** A title that names no subject is recognised by its height on the sheet, which most pages have in common. */
function comparedTitles(blocks: readonly Block[]): Block[] {
  const named = blocks.flatMap((block) => block?.titles.find((title) => title.named) ?? []);
  const least = Math.max(2, MIN_PAGE_SHARE * named.length);
  return blocks.map((block) => {
    if (!block) return null;
    const placed = block.titles.filter((title) => named.filter((other) => sameHeight(other, title)).length >= least);
    const rest = block.titles.filter((title) => !placed.includes(title));
    return { ...block, titles: [...placed.map((title) => ({ ...title, named: true })), ...rest] };
  });
}
