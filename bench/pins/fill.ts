// Fills a project with open, closed and inactive pins of ten categories on fifty plans; every fourth pin has a task.
import type { Connection } from '@plumbline/testkit/database';
import type { TestServer } from '@plumbline/testkit/server';
import { deriveRows } from '@plumbline/testkit/sync/derived-rows';

export interface Filling {
  readonly projectId: string;
  readonly count: number;
  /** User who created the pins and is assigned most of the tasks. */
  readonly by: string;
  /** User who is assigned one task in 25. */
  readonly guest: string;
}

/** Drops all indexes of these tables except for keys; returns the statements that recreate them. */
async function dropIndexes(db: Connection): Promise<string[]> {
  const found = await db.query<{ name: string; made: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i
     WHERE i.indrelid IN ('pin'::regclass, 'task'::regclass, 'pin_due'::regclass, 'pin_person'::regclass,
         'pin_rating'::regclass, 'search_text'::regclass)
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
  );
  for (const { name } of found.rows) await db.query(`DROP INDEX ${name}`);
  return found.rows.map(({ made: created }) => created);
}

/** Every third pin has one of five levels, independent of its other values; a hundred pins have a second rating: two pages. */
const LEVEL = '(hashint4(n) & 65535) % 15';
const ratings = (
  count: number,
): string => `CASE WHEN ${LEVEL} < 5 THEN jsonb_build_object('priority', 1 + ${LEVEL}) ELSE '{}' END
  || CASE WHEN n % ${count / 100} = 1 THEN '{"costs": 5}'::jsonb ELSE '{}' END`;

/** Row by row, foreign keys and indexes would take most of an hour: keys are not checked, indexes are built at the end. */
export async function fill(server: TestServer, { projectId, count, by, guest }: Filling): Promise<void> {
  const db = await server.database.root.connect();
  const at = 'organisation_id, id, project_id, position';
  /** Positions in the project's log: plans and categories first, then pins, then tasks. */
  const [tasks, head] = [1_000 + count, 1_000 + 2 * count];
  const from = (series: string, columns: string, position = '100 + n') =>
    `SELECT p.organisation_id, gen_random_uuid(), p.id, ${position}, ${columns} FROM project p, ${series} n WHERE p.id = $1`;
  try {
    await db.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '512MB'");
    await db.query('SET LOCAL session_replication_role = replica');
    const indexes = await dropIndexes(db);
    await db.query(
      `INSERT INTO category (${at}, title, colour, active, sort) ${from('generate_series(1, 10)', `'Category ' || n, 'Red', true, n`)}`,
      [projectId],
    );
    await db.query(
      `INSERT INTO plan (${at}, type, plan_type, name, sheet_number, active, updating, created_by, created_at, last_activity)
       ${from('generate_series(1, 50)', `'Plan', 'Plan', 'Plan ' || n, '', true, false, $2, now(), now()`)}`,
      [projectId, by],
    );
    await db.query(
      `INSERT INTO pin (${at}, plan_id, x, y, number, status, title, category_id, notes, tags, ratings, t1, t2, t3, fields,
         created_by, created_at, changed_at)
       ${from(
         `generate_series(1, ${count})`,
         `(array(SELECT id FROM plan WHERE project_id = $1 ORDER BY name))[1 + n % 50], random(), random(), n,
         (ARRAY['open', 'open', 'open', 'closed', 'inactive'])[1 + n / 7 % 5],
         (ARRAY['Crack in wall', 'Door sticks', 'Socket missing', 'Fire stop open', 'Paint runs'])[1 + n % 5] || ' ' || n,
         (array(SELECT id FROM category WHERE project_id = $1 ORDER BY sort))[1 + n / 3 % 10], 'Seen on site', '[]', ${ratings(count)}, '', '', '', '{}',
         $2, now() - n * interval '1 second', now() - n * interval '1 second'`,
       )}`,
      [projectId, by],
    );
    await db.query(
      `INSERT INTO task (${at}, pin_id, number, status, title, description, depends_on, company_name, craft, sub_status,
         due_date, assignee_type, assignee_id, created_by, created_at, changed_at, pin_number)
       SELECT organisation_id, gen_random_uuid(), project_id, ${tasks} + number, id, number,
         (ARRAY['open', 'open', 'done', 'closed'])[1 + number / 4 % 4], 'Mend it', '', '[]', '', '', '',
         '2026-03-02'::date + number / 4 % 60 - 30, 'User', CASE WHEN number % 100 = 0 THEN $3::uuid ELSE $2::uuid END, $2, created_at, changed_at, number
       FROM pin WHERE project_id = $1 AND number % 4 = 0`,
      [projectId, by, guest],
    );
    await db.query('UPDATE project_log SET head = $2 WHERE project_id = $1', [projectId, head]);
    await deriveRows(db, projectId);
    for (const index of indexes) await db.query(index);
    await db.query('COMMIT');
  } finally {
    db.release();
  }
}
