// What words of a file mean in a project: its plans, categories, fields, people and teams.

import type { Alignment } from '@plumbline/core/site/geometry/alignment';
import { IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import type { FieldFormat } from '@plumbline/core/site/rows/fields';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../../db/tx/rows.ts';

export const wordKey = (text: string): string => text.normalize('NFC').trim().toLocaleLowerCase('und');

export type KnownPlan = { id: string; alignment: Alignment };
type PlanRow = { id: string; name: string; sheetNumber: string; alignment: Alignment | null };

/** Plans by name, number, and both; null for a name that several plans share. */
export async function readPlans(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
): Promise<Map<string, KnownPlan | null>> {
  const found = await db.query<PlanRow>(
    `SELECT p.id, p.name, p.sheet_number AS "sheetNumber", r.alignment FROM plan p
     LEFT JOIN revision r ON r.organisation_id = p.organisation_id AND r.id = p.current_revision_id
     WHERE p.organisation_id = $1 AND p.project_id = $2 AND p.type = 'Plan' AND p.active`,
    [organisationId, projectId],
  );
  const plans = new Map<string, KnownPlan | null>();
  for (const { id, name, sheetNumber, alignment } of found.rows) {
    const known = { id, alignment: alignment ?? IDENTITY_ALIGNMENT };
    const names = [name, sheetNumber, `${sheetNumber} ${name}`, `${sheetNumber} - ${name}`];
    for (const key of new Set(names.map(wordKey)))
      if (key !== '') plans.set(key, plans.has(key) && plans.get(key)?.id !== id ? null : known);
  }
  return plans;
}

export type ProjectSettings = {
  language: string;
  ratings: ProjectRow['ratings'];
  fields: { id: string; title: string; format: FieldFormat }[];
};

export async function readSettings(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
): Promise<ProjectSettings> {
  const project = await db.query<Pick<ProjectSettings, 'language' | 'ratings'>>(
    'SELECT language, ratings FROM project WHERE organisation_id = $1 AND id = $2',
    [organisationId, projectId],
  );
  const fields = await db.query<ProjectSettings['fields'][number]>(
    'SELECT id, title, format FROM field WHERE organisation_id = $1 AND project_id = $2 AND active ORDER BY sort, id',
    [organisationId, projectId],
  );
  const { language = 'en', ratings = [] } = project.rows[0] ?? {};
  return { language, ratings, fields: fields.rows };
}

export type Assignee = { assigneeType: 'User' | 'Contact' | 'TeamGroup'; assigneeId: string };

/** Who tasks can be assigned to, by email address and by name; the first of equal names. */
export async function readAssignees(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
): Promise<Map<string, Assignee>> {
  const found = await db.query<{ type: Assignee['assigneeType']; id: string; email: string; name: string }>(
    `SELECT 'User' AS type, user_id AS id, email, concat_ws(' ', first_name, last_name) AS name, 1 AS rank FROM member
       WHERE organisation_id = $1 AND project_id = $2 AND role <> 'none' AND state IN ('pending', 'invited', 'active')
     UNION ALL
     SELECT 'Contact', contact_id, email, concat_ws(' ', first_name, last_name), 2 FROM contact
       WHERE organisation_id = $1 AND project_id = $2 AND state = 'active'
     UNION ALL
     SELECT 'TeamGroup', id, '', title, 3 FROM team WHERE organisation_id = $1 AND project_id = $2 AND active
     ORDER BY rank, name, id`,
    [organisationId, projectId],
  );
  const assignees = new Map<string, Assignee>();
  for (const { type, id, email, name } of found.rows)
    for (const key of [wordKey(email), wordKey(name)])
      if (key !== '' && !assignees.has(key)) assignees.set(key, { assigneeType: type, assigneeId: id });
  return assignees;
}
