// The titles that placeholders of a template can name in a project: its active pin fields and its ratings.
import type { Pool } from 'pg';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import type { ProjectTitles } from '../filling/tags/tag-checker.ts';
import type { Caller } from '../store.ts';

export function readProjectTitles(pool: Pool, { organisationId, projectId }: Caller): Promise<ProjectTitles> {
  return tenantSnapshot(pool, organisationId, async (db) => {
    const fields = await db.query<{ title: string }>(
      'SELECT title FROM field WHERE organisation_id = $1 AND project_id = $2 AND active ORDER BY sort, title',
      [organisationId, projectId],
    );
    const ratings = await db.query<{ title: string }>(
      `SELECT rating ->> 'title' AS title FROM project, jsonb_array_elements(ratings) AS rating
       WHERE organisation_id = $1 AND id = $2`,
      [organisationId, projectId],
    );
    return { fields: fields.rows.map(({ title }) => title), ratings: ratings.rows.map(({ title }) => title) };
  });
}
