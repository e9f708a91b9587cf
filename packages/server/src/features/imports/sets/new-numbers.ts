// Keeps a sheet number from becoming a second plan without a question, also when two people import the same sheets.
import { sheetNumberKey } from '@plumbline/core/features/plans/sheet-number';
import { AppError } from '@plumbline/core/kernel/errors';
import type { ClientBase } from 'pg';

type ProjectKey = { organisationId: string; projectId: string };
export type NewPage = { readonly sheetNumber: string; readonly confirmed?: boolean | undefined };

/** Pages of a project that are becoming plans or revisions; `i` is the import, `p` the page. */
export const BECOMING = `i.organisation_id = $1 AND i.project_id = $2 AND i.state = 'running' AND i.plan_id IS NULL
  AND i.model IS NULL AND p.selected AND p.state IN ('waiting', 'running', 'prepared')
  AND NOT EXISTS (SELECT FROM revision v WHERE v.organisation_id = p.organisation_id AND v.id = p.revision_id)`;

const NUMBERS_IN_USE = `
  SELECT sheet_number AS number FROM plan WHERE organisation_id = $1 AND project_id = $2 AND active
    AND type = 'Plan' AND plan_type = 'Plan'
  UNION SELECT p.sheet_number FROM plan_import i
    JOIN plan_import_page p ON p.organisation_id = i.organisation_id AND p.import_id = i.id WHERE ${BECOMING}`;

/** Other imports of the project start after this transaction. Called before it locks a row of an import. */
export async function lockStarts(db: ClientBase, projectId: string): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('start of imports ' || $1::text, 0))`, [projectId]);
}

/**
 * Throws `sheet_number_taken` for a new plan whose number an active plan has, a page that is being imported or another of
 * these pages, unless someone has confirmed it. Called under `lockStarts`.
 */
export async function requireNewNumbers(
  db: ClientBase,
  { organisationId, projectId }: ProjectKey,
  pages: readonly NewPage[],
): Promise<void> {
  const found = await db.query<{ number: string }>(NUMBERS_IN_USE, [organisationId, projectId]);
  const used = new Set(found.rows.map(({ number }) => sheetNumberKey(number)));
  for (const { sheetNumber, confirmed = false } of pages) {
    const key = sheetNumberKey(sheetNumber);
    if (key === '') continue;
    if (used.has(key) && !confirmed) throw new AppError('sheet_number_taken');
    used.add(key);
  }
}
