// The list of pins by filter and page: 1,000,000 pins against 10,000, and against the bare SQL of the same page.
import { randomUUID } from 'node:crypto';
import { listPins } from '@plumbline/core/features/pins/contract';
import { makeOrganisation, makePerson, makeProject, signIn } from '@plumbline/testkit/actors';
import { startTestServer, type TestServer } from '@plumbline/testkit/server';
import { judge, percentile, table } from './common/figures.ts';

const [SMALL, LARGE] = [10_000, 1_000_000];
const ROUNDS = 40;

/** Fills a project with open, closed and inactive pins of ten categories on fifty plans, each fourth with a task. */
async function fill(server: TestServer, projectId: string, count: number, by: string): Promise<void> {
  const db = await server.database.root.connect();
  try {
    await db.query('BEGIN');
    const at = `organisation_id, id, project_id, position`;
    const from = `SELECT p.organisation_id, gen_random_uuid(), p.id, 1`;
    const of = `FROM project p WHERE p.id = $1`;
    await db.query(
      `INSERT INTO category (${at}, title, colour, active, sort) ${from}, 'Category ' || n, 'Red', true, n ${of.replace('WHERE', ', generate_series(1, 10) n WHERE')}`,
      [projectId],
    );
    await db.query(
      `INSERT INTO plan (${at}, type, plan_type, name, sheet_number, active, updating, created_by, created_at, last_activity)
       ${from}, 'Plan', 'Plan', 'Plan ' || n, '', true, false, $2, now(), now() ${of.replace('WHERE', ', generate_series(1, 50) n WHERE')}`,
      [projectId, by],
    );
    await db.query(
      `INSERT INTO pin (${at}, plan_id, x, y, number, status, title, category_id, notes, tags, ratings, t1, t2, t3, fields,
         created_by, created_at, changed_at)
       ${from}, (array(SELECT id FROM plan WHERE project_id = $1 ORDER BY name))[1 + n % 50], random(), random(), n,
         (ARRAY['open', 'open', 'open', 'closed', 'inactive'])[1 + n % 5],
         (ARRAY['Crack in wall', 'Door sticks', 'Socket missing', 'Fire stop open', 'Paint runs'])[1 + n % 5] || ' ' || n,
         (array(SELECT id FROM category WHERE project_id = $1 ORDER BY sort))[1 + n % 10], 'Seen on site', '[]', '{}', '', '', '', '{}',
         $2, now() - n * interval '1 second', now() - n * interval '1 second'
       ${of.replace('WHERE', `, generate_series(1, ${count}) n WHERE`)}`,
      [projectId, by],
    );
    await db.query(
      `INSERT INTO task (${at}, pin_id, number, status, title, description, depends_on, company_name, craft, sub_status,
         due_date, assignee_type, assignee_id, created_by, created_at, changed_at)
       SELECT organisation_id, gen_random_uuid(), project_id, 1, id, number, 'open', 'Mend it', '', '[]', '', '', '',
         current_date + number % 60 - 30, 'User', $2, $2, now(), now() FROM pin WHERE project_id = $1 AND number % 4 = 0`,
      [projectId, by],
    );
    await db.query('COMMIT');
  } finally {
    db.release();
  }
}

const server = await startTestServer();
try {
  const organisationId = await makeOrganisation(server, 'Bench');
  const person = await makePerson(server, { organisationId, firstName: 'Olga', lastName: 'Petrova', owner: true });
  const { caller, userId } = await signIn(server, person);
  const projects = new Map<number, string>();
  for (const count of [SMALL, LARGE]) {
    const members = [[person, 'administrator' as const]] as [typeof person, 'administrator'][];
    const projectId = await makeProject(server, { organisationId, title: `Project of ${count}`, by: person, members });
    await fill(server, projectId, count, userId);
    projects.set(count, projectId);
    console.log(`${count} pins are there`);
  }
  await server.database.root.query('VACUUM ANALYZE');

  const bare = {
    none: ['', 'number'],
    open: [`AND status = 'open'`, 'number'],
    category: ['AND category_id = $2', 'number'],
    newest: ['', 'created_at DESC'],
  } as const;
  const cases = [
    { name: 'all, by number', bare: 'none', query: () => ({}) },
    { name: 'open, by number', bare: 'open', query: () => ({ status: ['open'] }) },
    { name: 'one category', bare: 'category', query: (category: string) => ({ category: [category] }) },
    { name: 'newest first', bare: 'newest', query: () => ({ sort: 'createdAt', order: 'desc' }) },
    { name: 'search for a number', bare: undefined, query: () => ({ search: '#7777' }) },
    { name: 'overdue tasks', bare: undefined, query: () => ({ taskStatus: ['overdue'] }) },
  ] as const;
  const rows: (string | number)[][] = [];
  let worst = 0;
  let worstBare = 0;
  for (const one of cases) {
    const medians = new Map<number, number>();
    let sqlMedian = Number.NaN;
    for (const [count, projectId] of projects) {
      const found = await server.database.root.query<{ id: string }>(
        'SELECT id FROM category WHERE project_id = $1 LIMIT 1',
        [projectId],
      );
      const category = found.rows[0]?.id ?? randomUUID();
      const times: number[] = [];
      const sql: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const page = round % 5;
        const began = performance.now();
        const answer = await caller.send(listPins, {
          params: { projectId },
          query: { ...one.query(category), page, size: 50 },
        });
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
        const between = performance.now();
        times.push(between - began);
        if (one.bare === undefined) continue;
        const [where, order] = bare[one.bare];
        const start = performance.now();
        await server.database.root.query(
          `SELECT * FROM pin WHERE organisation_id = '${organisationId}' AND project_id = $1 ${where} ORDER BY ${order} LIMIT 50 OFFSET ${page * 50}`,
          one.bare === 'category' ? [projectId, category] : [projectId],
        );
        sql.push(performance.now() - start);
      }
      medians.set(count, percentile(times.slice(5), 0.5));
      if (count === LARGE && sql.length > 0) sqlMedian = percentile(sql.slice(5), 0.5);
    }
    const [small, large] = [medians.get(SMALL) ?? 0, medians.get(LARGE) ?? 0];
    worst = Math.max(worst, large / small);
    if (!Number.isNaN(sqlMedian)) worstBare = Math.max(worstBare, large / sqlMedian);
    rows.push([
      one.name,
      small,
      large,
      large / small,
      Number.isNaN(sqlMedian) ? '-' : sqlMedian,
      Number.isNaN(sqlMedian) ? '-' : large / sqlMedian,
    ]);
  }
  table(['list', '10,000 ms', '1,000,000 ms', 'ratio', 'bare SQL ms', 'to bare SQL'], rows);
  judge('largest ratio of sizes', worst, 2);
  judge('largest ratio to bare SQL', worstBare, 3);
} finally {
  await server.close();
}
