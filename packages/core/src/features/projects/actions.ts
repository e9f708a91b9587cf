// Creating, renaming, colouring, ordering and deactivating the pin categories of a project, several at once. None is
// ever deleted, because pins keep theirs.
import { z } from 'zod';
import { type FieldProblem, refuseFields } from '../../kernel/errors.ts';
import { id } from '../../kernel/text.ts';
import { requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import { categoryRow } from '../../site/rows/projects.ts';
import { titleKey } from './rules.ts';

/** Maximum categories per project, including inactive ones. */
const MAX_CATEGORIES = 500;

const content = categoryRow.pick({ title: true, colour: true, active: true, sort: true }).shape;

/** Titles of active categories are unique; the title of an inactive one may be reused. */
export function categoryProblems(
  rows: readonly { id: string; title: string; active: boolean }[],
  changed: ReadonlySet<string>,
): ReadonlyMap<string, 'EMPTY' | 'ALREADY_IN_USE'> {
  const problems = new Map<string, 'EMPTY' | 'ALREADY_IN_USE'>();
  const taken = new Map<string, string>();
  for (const { id: rowId, title, active } of rows) {
    if (title.trim() === '') problems.set(rowId, 'EMPTY');
    else if (active) {
      const first = taken.get(titleKey(title));
      if (first === undefined) taken.set(titleKey(title), rowId);
      else problems.set(changed.has(rowId) ? rowId : first, 'ALREADY_IN_USE');
    }
  }
  return problems;
}

/** Creates and updates categories in one action. Problems are reported by path: `categories.2.title`. */
export const saveCategories = defineAction({
  name: 'category.save',
  needs: 'category.manage',
  input: z.strictObject({
    categories: z
      .array(z.strictObject({ id, ...content }))
      .min(1)
      .max(MAX_CATEGORIES),
  }),
  async run(tx, actor, { categories }) {
    requireCapability(actor, 'category.manage');
    const rows = new Map((await tx.find('category', 'projectId', tx.projectId)).map((row) => [row.id, row]));
    for (const category of categories) rows.set(category.id, { ...category, projectId: tx.projectId });
    if (rows.size > MAX_CATEGORIES) refuseFields({ path: 'categories', outcome: 'TOO_LONG' });
    const changed = new Set(categories.map((category) => category.id));
    const problems = [...categoryProblems([...rows.values()], changed)].flatMap(([rowId, outcome]): FieldProblem[] => {
      const at = categories.findIndex((category) => category.id === rowId);
      return at < 0 ? [] : [{ path: `categories.${at}.title`, outcome }];
    });
    if (problems.length > 0) refuseFields(...problems);
    for (const category of categories) tx.put('category', { ...category, projectId: tx.projectId });
  },
});
