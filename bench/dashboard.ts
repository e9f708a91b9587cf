// Figures of a project with 1,000,000 pins and 200,000 tasks, and a page of its activity from a log of as many changes:
// the server's time over HTTP compared with the bare SQL of the same counts, and its growth from a hundredth of that
// size.
import { projectActivity, projectFigures } from '@plumbline/core/features/dashboard/contract';
import { type Actor, createPerson, makeOrganisation, makeProject, signIn } from '@plumbline/testkit/actors';
import { startTestServer, type TestServer } from '@plumbline/testkit/server';
import { judge, percentile, table } from './common/figures.ts';

const SIZES = [10_000, 1_000_000] as const;
const ROUNDS = 7;
const MAX_RATIO = 3;

async function fill(server: TestServer, { organisationId, userId }: Actor, projectId: string, pins: number) {
  const db = await server.database.root.connect();
  const values = [organisationId, projectId, userId];
  try {
    await db.query('BEGIN');
    await db.query('SET LOCAL statement_timeout = 0');
    await db.query(
      `INSERT INTO category (organisation_id, id, project_id, position, title, colour, active, sort)
       SELECT $1, gen_random_uuid(), $2, n + 10, 'Category ' || n, 'Blue', true, n FROM generate_series(1, 12) n WHERE $3::uuid IS NOT NULL`,
      values,
    );
    await db.query(
      `INSERT INTO pin (organisation_id, id, project_id, position, number, status, title, notes, tags, ratings, t1, t2, t3, fields,
         category_id, created_by, created_at, changed_at)
       SELECT $1, gen_random_uuid(), $2, n + 100, n, (ARRAY['open', 'open', 'closed', 'inactive'])[1 + n % 4], 'Pin ' || n, '', '[]', '{}',
         '', '', '', '{}', c.ids[1 + n % 12], $3, now() - n % 400 * interval '1 day', now() - n % 90 * interval '1 day'
       FROM generate_series(1, ${pins}) n,
         (SELECT array_agg(id) AS ids FROM category WHERE organisation_id = $1 AND project_id = $2) c`,
      values,
    );
    await db.query(
      `INSERT INTO task (organisation_id, id, project_id, position, pin_id, number, status, title, description, depends_on,
         company_name, craft, sub_status, assignee_type, assignee_id, due_date, created_by, created_at, changed_at)
       SELECT $1, gen_random_uuid(), $2, position, id, number, (ARRAY['open', 'rejected', 'done', 'closed'])[1 + number % 4], '', '',
         '[]', '', 'Craft ' || number % 20, '', 'User', $3, now()::date + (number % 60 - 30), $3, created_at, changed_at
       FROM pin WHERE organisation_id = $1 AND project_id = $2 AND number % 5 = 0`,
      values,
    );
    await db.query(
      `INSERT INTO change (organisation_id, project_id, position, entity, entity_id, action, actor_id, at, before, after, chain)
       SELECT $1, $2, position, 'pin', id, 'pin.create', $3, created_at, NULL, '{"status": "open"}', '' FROM pin
       WHERE organisation_id = $1 AND project_id = $2`,
      values,
    );
    await db.query('COMMIT');
    await db.query('SET statement_timeout = 0');
    await db.query('VACUUM ANALYZE pin');
    await db.query('VACUUM ANALYZE task');
    await db.query('VACUUM ANALYZE change');
  } finally {
    db.release();
  }
}

/** The same counts with one statement each, without permission checks and without combining the results. */
const PLAIN_QUERIES = [
  `SELECT status, category_id, date_trunc('week', created_at), count(*), count(*) FILTER (WHERE created_at >= now() - interval '7 days'),
     count(*) FILTER (WHERE created_at >= now() - interval '30 days'), count(*) FILTER (WHERE created_at >= now() - interval '90 days')
   FROM pin WHERE organisation_id = $1 AND project_id = $2 GROUP BY 1, 2, 3`,
  `SELECT date_trunc('week', changed_at), count(*) FROM pin WHERE organisation_id = $1 AND project_id = $2 AND status = 'closed' GROUP BY 1`,
  `SELECT status, craft, due_date < now()::date, due_date <= now()::date + 7, due_date <= now()::date + 30, count(*) FROM task
   WHERE organisation_id = $1 AND project_id = $2 GROUP BY 1, 2, 3, 4, 5`,
  `SELECT date_trunc('week', created_at), count(*) FROM task WHERE organisation_id = $1 AND project_id = $2
     AND status NOT IN ('draft', 'inactive') GROUP BY 1`,
  `SELECT date_trunc('week', coalesce(done_at, changed_at)), count(*) FROM task WHERE organisation_id = $1 AND project_id = $2
     AND status IN ('done', 'closed') GROUP BY 1`,
];
const PLAIN_ACTIVITY_QUERY = `SELECT c.*, p.title FROM change c JOIN pin p ON p.organisation_id = $1 AND p.id = c.entity_id
  WHERE c.organisation_id = $1 AND c.project_id = $2 ORDER BY c.position DESC LIMIT 50`;

async function middle(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return percentile(times, 0.5);
}

const server = await startTestServer({ environment: { CHECK_REPLIES: 'off' }, now: new Date() });
try {
  const organisationId = await makeOrganisation(server, 'Bench');
  const lead = await signIn(
    server,
    await createPerson(server, { organisationId, firstName: 'Lea', lastName: 'Lang', admin: true }),
  );
  const rows: [string, number, number, number][] = [];
  const activity: number[] = [];
  for (const pins of SIZES) {
    const members: [Actor, 'administrator'][] = [[lead, 'administrator']];
    const projectId = await makeProject(server, { organisationId, title: `House of ${pins}`, by: lead, members });
    await fill(server, lead, projectId, pins);
    const params = { projectId };
    const values = [organisationId, projectId];
    const own = await middle(() => lead.caller.call(projectFigures, { params, query: {} }));
    const bare = await middle(async () => {
      for (const sql of PLAIN_QUERIES) await server.database.root.query(sql, values);
    });
    rows.push([`figures of ${pins}`, own, bare, own / bare]);
    const reported = await middle(() => lead.caller.call(projectActivity, { params, query: {} }));
    const bareTold = await middle(() => server.database.root.query(PLAIN_ACTIVITY_QUERY, values));
    rows.push([`activity of ${pins}`, reported, bareTold, reported / bareTold]);
    activity.push(reported);
  }
  table(['', 'ms', 'bare ms', 'ratio'], rows);
  judge('figures of 1,000,000 pins against bare SQL', rows.at(-2)?.[3] ?? Number.NaN, MAX_RATIO);
  judge(
    'growth of a page of the activity from 10,000 to 1,000,000 changes',
    (activity[1] ?? 0) / (activity[0] ?? 1),
    2,
  );
} finally {
  await server.close();
}
