// The pages of all waiting drawings as one set: what each becomes, what is still to be decided, and its publication.
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { sheetNumberKey } from '@plumbline/core/features/plans/sheet-number';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useMemo } from 'react';
import { Refusal } from '../../../api/failure.ts';
import { useRows } from '../../../local/use-rows.ts';
import type { Choice } from '../../../ui/choices/option.tsx';
import { useT } from '../../../ui/translation.tsx';
import { type Choices, choiceOf, dateOf, dateOrderIn, withChoice } from '../pages/page-selection.ts';
import { isModelFile } from '../upload/file-check.ts';
import { NEW_PLAN, type PageDecision } from './page-becomes.tsx';
import {
  decide,
  decisionsOf,
  leftOut,
  pageKey,
  repeatedNumbers,
  uncompared,
  withoutUnchanged,
} from './page-decision.ts';
import { useMatching, useSetActions } from './use-sets.ts';

type KeptChoices = {
  of: (importId: string) => Choices;
  change: (importId: string, next: (choices: Choices) => Choices) => void;
};

const planLabel = ({ sheetNumber, name }: Pick<PlanRow, 'sheetNumber' | 'name'>): string =>
  [sheetNumber, name].filter(Boolean).join(' ');

export function usePublication(projectId: string, isOpen: boolean, ready: readonly PlanImport[], kept: KeptChoices) {
  const t = useT();
  const importActions = useSetActions(projectId);
  const rows = useRows('plan', projectId);
  const drawings = ready.filter((one) => !isModelFile(one));
  const matching = useMatching(projectId, isOpen ? drawings : []);
  const plans = useMemo(
    () =>
      (rows ?? [])
        .filter((plan) => plan.active && plan.type === 'Plan' && plan.planType === 'Plan')
        .sort((a, b) => planLabel(a).localeCompare(planLabel(b), t.locale, { numeric: true })),
    [rows, t.locale],
  );
  const options = useMemo<readonly Choice[]>(
    () => [
      { id: NEW_PLAN, label: t('import.newPlan') },
      ...plans.map((plan) => ({ id: plan.id, label: planLabel(plan) })),
    ],
    [plans, t],
  );
  const complete = (importId: string, choices: Choices): Choices => {
    const one = drawings.find(({ id }) => id === importId);
    return one ? withoutUnchanged(choices, importId, one.pages, matching) : choices;
  };
  const of = (importId: string) => complete(importId, kept.of(importId));
  const decided = decisionsOf(
    matching,
    drawings.map(({ id, pages }) => ({ id, pages, choices: of(id) })),
  );
  const unchanged = drawings.map(({ id, pages }) => leftOut(matching, id, pages, of(id)).length);
  const order = dateOrderIn(drawings, t.locale);
  const repeated = repeatedNumbers(decided);
  const byPage = new Map(decided.map((one) => [pageKey(one.importId, one.page.page), one]));
  const nameOf = (planId: string) => options.find(({ id }) => id === planId)?.label ?? '';
  const change = (importId: string, next: (choices: Choices) => Choices) =>
    kept.change(importId, (now) => next(complete(importId, now)));
  const undecided = decided.filter(({ planId }) => planId === undefined);
  // The sheets of a first set can have the same number too.
  const asks = plans.length > 0 || [...matching.byPage.values()].some(({ kind }) => kind === 'uncertain');
  return {
    of,
    change,
    decided,
    order,
    /** Names of the plans that none of the pages shows. */
    missing: matching.missing
      .filter((id) => !decided.some(({ planId }) => planId === id))
      .map(nameOf)
      .sort((a, b) => a.localeCompare(b, t.locale, { numeric: true })),
    /** Pages that are left out because the project has their drawing. */
    unchanged: unchanged.reduce((sum, count) => sum + count, 0),
    /** The files of which all pages are left out for this reason. */
    nothingNew: drawings.filter(({ pages }, i) => pages.length === unchanged[i]),
    isRevision: decided.some(({ planId }) => typeof planId === 'string'),
    undecided: undecided.length,
    /** Chosen pages that are not compared with the plans of the project yet. */
    uncompared: uncompared(matching, decided, plans.length > 0),
    matchAgain: importActions.renewed,
    /** What is undecided becomes new plans, for example the sheets of another building with the same numbers. */
    allAsNew: () => {
      for (const { importId, page } of undecided) change(importId, (now) => withChoice(now, page, { becomes: null }));
    },
    becomes: !asks
      ? undefined
      : (importId: string, page: ImportPage): PageDecision => {
          const key = pageKey(importId, page.page);
          const choice = choiceOf(of(importId), page);
          const decision = byPage.get(key) ?? decide(matching, importId, page, choice);
          const match = matching.byPage.get(key);
          const isRepeated =
            decision.kind === 'uncertain' && (match?.importing || repeated.has(sheetNumberKey(choice.sheetNumber)));
          return { decision, match, choices: options, isRepeated };
        },
    /** `date`: of the sheets that state none. Throws the server's refusal. */
    publish: (parentId: string | null, version: string, date: string | null) =>
      importActions.publish({
        id: crypto.randomUUID(),
        parentId,
        version: version.trim(),
        pages: decided.map(({ importId, page, choice, planId }) => ({
          ...{ importId, page: page.page, turn: choice.turn, title: choice.title.trim() },
          sheetNumber: choice.sheetNumber.trim(),
          planId: planId ?? crypto.randomUUID(),
          revises: typeof planId === 'string',
          confirmed: choice.becomes === null,
          date: dateOf(page, choice, order) ?? date,
        })),
      }),
    /** Names of the plans that have the refused revision number already. */
    taken: (error: unknown): string[] =>
      error instanceof Refusal
        ? error.fields.flatMap(({ path }) => {
            const planId = decided[Number(/^pages\.(\d+)\.version$/u.exec(path)?.[1] ?? Number.NaN)]?.planId;
            return planId ? [nameOf(planId)] : [];
          })
        : [],
  };
}
