// What a page becomes: a new plan, or a revision of one; proposed by the server, changed by the user. Pure.
import type { ImportPage } from '@plumbline/core/features/imports/contract';
import type { MatchKind } from '@plumbline/core/features/imports/match-sheets';
import type { PageMatch } from '@plumbline/core/features/imports/set-contract';
import { sheetNumberKey } from '@plumbline/core/features/plans/sheet-number';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { type Choices, choiceOf, type PageChoice } from '../pages/page-selection.ts';

/** `planId`: the plan that gets a revision; null for a new plan, undefined while it is not decided. */
export type Decision = { readonly kind: MatchKind; readonly planId: string | null | undefined };

export const pageKey = (importId: string, page: number): string => `${importId} ${page}`;

export type Matching = {
  readonly byPage: ReadonlyMap<string, PageMatch>;
  /** Drawings of the project that can get a revision, by the key of their sheet number. */
  readonly byNumber: ReadonlyMap<string, readonly PlanRow[]>;
};

/** Drawings that can get a revision, by sheet number. */
export function plansByNumber(plans: readonly PlanRow[]): Map<string, PlanRow[]> {
  const found = new Map<string, PlanRow[]>();
  for (const plan of plans) {
    const key = sheetNumberKey(plan.sheetNumber);
    if (key !== '') found.set(key, [...(found.get(key) ?? []), plan]);
  }
  return found;
}

export function decide(
  { byPage, byNumber }: Matching,
  importId: string,
  page: ImportPage,
  { becomes, sheetNumber }: PageChoice,
): Decision {
  const match = byPage.get(pageKey(importId, page.page));
  if (becomes !== undefined) return { kind: becomes === null ? 'new' : 'revised', planId: becomes };
  if (sheetNumberKey(sheetNumber) !== sheetNumberKey(page.sheetNumber)) {
    // The user has corrected the number that the page was matched by.
    const [plan, ...others] = byNumber.get(sheetNumberKey(sheetNumber)) ?? [];
    if (others.length > 0) return { kind: 'uncertain', planId: undefined };
    return plan ? { kind: 'revised', planId: plan.id } : { kind: 'new', planId: null };
  }
  if (!match) return { kind: 'new', planId: null };
  return { kind: match.kind, planId: match.kind === 'uncertain' ? undefined : match.planId };
}

/** Unchanged sheets are left out unless the user chooses them. */
export function withoutUnchanged(
  choices: Choices,
  importId: string,
  pages: readonly ImportPage[],
  { byPage }: Matching,
): Choices {
  const unchanged = pages.filter(
    ({ page }) => !choices.has(page) && byPage.get(pageKey(importId, page))?.kind === 'unchanged',
  );
  if (unchanged.length === 0) return choices;
  const next = new Map(choices);
  for (const page of unchanged) next.set(page.page, { chosen: false });
  return next;
}

/** The pages whose drawing the project has, and that the user did not choose all the same. */
export const leftOut = (
  { byPage }: Matching,
  importId: string,
  pages: readonly ImportPage[],
  choices: Choices,
): readonly ImportPage[] =>
  pages.filter(
    (page) => !choiceOf(choices, page).chosen && byPage.get(pageKey(importId, page.page))?.kind === 'unchanged',
  );

/**
 * How many of the chosen pages are not compared with the plans of the project yet; until then a plan's own drawing looks
 * like a revision of it, and a known number like a new one.
 */
export const uncompared = (
  { byPage }: Pick<Matching, 'byPage'>,
  decided: readonly Decided[],
  hasPlans: boolean,
): number =>
  decided.filter(({ importId, page }) => {
    const match = byPage.get(pageKey(importId, page.page));
    return match === undefined || (hasPlans && match.pending);
  }).length;

export type Decided = { readonly importId: string; readonly page: ImportPage; readonly choice: PageChoice } & Decision;

/** The decisions on all chosen pages; two sheets for one plan leave both undecided. */
export function decisionsOf(
  matching: Matching,
  imports: readonly { readonly id: string; readonly pages: readonly ImportPage[]; readonly choices: Choices }[],
): Decided[] {
  const all = imports.flatMap(({ id, pages, choices }) =>
    pages.flatMap((page): Decided[] => {
      const choice = choiceOf(choices, page);
      return choice.chosen ? [{ importId: id, page, choice, ...decide(matching, id, page, choice) }] : [];
    }),
  );
  const times = new Map<string, number>();
  for (const { planId } of all) if (planId) times.set(planId, (times.get(planId) ?? 0) + 1);
  return all.map((one) =>
    one.planId && (times.get(one.planId) ?? 0) > 1 ? { ...one, kind: 'uncertain', planId: undefined } : one,
  );
}

/** The keys of sheet numbers that several of the chosen pages have. */
export function repeatedNumbers(decided: readonly Decided[]): ReadonlySet<string> {
  const keys = decided.map(({ choice }) => sheetNumberKey(choice.sheetNumber)).filter((key) => key !== '');
  return new Set(keys.filter((key, i) => keys.indexOf(key) !== i));
}
