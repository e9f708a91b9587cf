// The list of projects with 5,000 projects in 500 folders: the server's time compared with the bare SQL of the same
// page, and the browser's time until the first rows are visible compared with an empty list.
import { listProjects } from '@plumbline/core/features/projects/contract';
import { listFolders } from '@plumbline/core/features/projects/folders-contract';
import { createPerson, makeOrganisation, type Person, signIn } from '@plumbline/testkit/actors';
import { startTestServer, type TestServer } from '@plumbline/testkit/server';
import { againstSql } from './common/against-sql.ts';
import { measureFirstRows } from './common/first-rows.ts';

const [PROJECTS, FOLDERS] = [5_000, 500];
const ROUNDS = 60;

/**
 * Fifty top-level folders and their subfolders; every project except each fifth is in one, with two plans, six pins and
 * two tasks.
 */
async function fill(server: TestServer, { organisationId, userId }: Person): Promise<void> {
  const db = await server.database.root.connect();
  const run = (text: string) => db.query(text, text.includes('$2') ? [organisationId, userId] : [organisationId]);
  try {
    await db.query('BEGIN');
    await run(`CREATE TEMP TABLE folder_of ON COMMIT DROP AS
      SELECT n, gen_random_uuid() AS id FROM generate_series(0, ${FOLDERS - 1}) n WHERE $1::uuid IS NOT NULL`);
    await run(`INSERT INTO project_folder (organisation_id, id, parent_id, name, created_by, created_at, changed_by, changed_at)
      SELECT $1, f.id, CASE WHEN f.n >= 50 THEN p.id END, 'Region ' || f.n, $2, now(), $2, now()
      FROM folder_of f JOIN folder_of p ON p.n = f.n % 50 ORDER BY f.n`);
    await run(`CREATE TEMP TABLE project_of ON COMMIT DROP AS
      SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${PROJECTS}) n WHERE $1::uuid IS NOT NULL`);
    await run(`INSERT INTO project_log (organisation_id, project_id, head, active_at, modified_at)
      SELECT $1, id, 2, now() - n * interval '11 minutes', now() - (n * 7919 % 5000) * interval '13 minutes' FROM project_of`);
    await run(`INSERT INTO project (organisation_id, id, project_id, position, title, company, address, post_code, country, notes,
        timezone, language, manager_name, manager_phone, ratings, active, created_by, created_at)
      SELECT $1, id, id, 1, (ARRAY['House', 'School', 'Bridge', 'Depot', 'Hotel'])[1 + n % 5] || ' ' || n,
        'Company ' || n % 40, n || ' Harbour street', '20457', 'DE', '', 'Europe/Berlin', 'de', '', '', '[]', n % 20 <> 0,
        $2, now() - n * interval '1 hour' FROM project_of`);
    await run(`INSERT INTO member (organisation_id, id, project_id, position, user_id, first_name, last_name, email, company_name,
        craft, role, state)
      SELECT $1, gen_random_uuid(), id, 2, $2, 'Olga', 'Petrova', '', '', '', 'administrator', 'active' FROM project_of`);
    await run(`INSERT INTO project_folder_entry (organisation_id, project_id, folder_id, moved_by, moved_at)
      SELECT $1, p.id, f.id, $2, now() FROM project_of p JOIN folder_of f ON f.n = p.n % ${FOLDERS} WHERE p.n % 5 <> 0`);
    await run(`INSERT INTO plan (organisation_id, id, project_id, position, type, plan_type, name, sheet_number, active, updating,
        created_by, created_at, last_activity)
      SELECT $1, gen_random_uuid(), id, 1, 'Plan', 'Plan', 'Plan ' || k, '', true, false, $2, now(), now()
      FROM project_of, generate_series(1, 2) k`);
    await run(`INSERT INTO pin (organisation_id, id, project_id, position, number, status, title, notes, tags, ratings, t1, t2, t3,
        fields, created_by, created_at, changed_at)
      SELECT $1, gen_random_uuid(), id, 1, k, (ARRAY['open', 'closed'])[1 + k % 2], 'Pin ' || k, '', '[]', '{}', '', '', '', '{}',
        $2, now(), now() FROM project_of, generate_series(1, 6) k`);
    await run(`INSERT INTO task (organisation_id, id, project_id, position, pin_id, number, status, title, description, depends_on,
        company_name, craft, sub_status, assignee_type, assignee_id, created_by, created_at, changed_at)
      SELECT $1, gen_random_uuid(), project_id, 1, id, number, 'open', 'Mend it', '', '[]', '', '', '', 'User', $2, $2, now(), now()
      FROM pin WHERE organisation_id = $1 AND number <= 2`);
    await db.query('COMMIT');
    await db.query('VACUUM ANALYZE');
  } finally {
    db.release();
  }
}

const MINE = `FROM project r JOIN project_log l ON l.organisation_id = r.organisation_id AND l.project_id = r.id
  JOIN member m ON m.organisation_id = r.organisation_id AND m.project_id = r.id AND m.user_id = $2
  LEFT JOIN project_folder_entry e ON e.organisation_id = r.organisation_id AND e.project_id = r.id
  WHERE r.organisation_id = $1 AND r.active`;
/** What one row of the list shows, counted without checking permissions. */
const LINE = `r.*, l.active_at, e.folder_id,
  (SELECT count(*) FROM plan x WHERE x.organisation_id = r.organisation_id AND x.project_id = r.id AND x.active) AS plans,
  (SELECT count(*) FROM pin x WHERE x.organisation_id = r.organisation_id AND x.project_id = r.id AND x.status = 'open') AS pins,
  (SELECT count(*) FROM task x WHERE x.organisation_id = r.organisation_id AND x.project_id = r.id
     AND x.status IN ('open', 'rejected')) AS tasks`;

const CASES = [
  {
    name: 'the top, newest first',
    query: { folder: 'root' },
    where: 'AND e.folder_id IS NULL',
    order: 'l.modified_at DESC',
  },
  { name: 'all, by name', query: { sort: 'name' }, where: '', order: 'r.title COLLATE natural_order' },
  { name: 'all, last page', query: { page: 78 }, where: '', order: 'l.modified_at DESC OFFSET 4680' },
  {
    name: 'search',
    query: { search: 'bridge 12' },
    where: `AND concat_ws(' ', r.title, r.company, r.address, r.post_code) ILIKE '%bridge%'
      AND concat_ws(' ', r.title, r.company, r.address, r.post_code) ILIKE '%12%'`,
    order: 'l.modified_at DESC',
  },
] as const;

async function measureServer(server: TestServer, person: Person): Promise<void> {
  const { caller } = await signIn(server, person);
  const ids = [person.organisationId, person.userId];
  const lists = againstSql(ROUNDS);
  for (const { name, query, where, order } of CASES) {
    await lists.compare(
      name,
      () => caller.send(listProjects, { query: { size: 60, ...query } }),
      () =>
        server.database.root.query(
          `SELECT ${LINE} ${MINE} ${where} ORDER BY ${order.replace(/ OFFSET.*/u, '')} LIMIT 60
        ${/OFFSET.*/u.exec(order)?.[0] ?? ''}`,
          ids,
        ),
    );
  }
  await lists.compare(
    'the folders with what they hold',
    () => caller.send(listFolders, { query: { size: 1_000 } }),
    async () => {
      await server.database.root.query('SELECT * FROM project_folder WHERE organisation_id = $1 ORDER BY name', [
        ids[0],
      ]);
      await server.database.root.query(`SELECT e.folder_id, count(*), max(l.active_at) ${MINE} GROUP BY 1`, ids);
    },
  );
  lists.judge();
}

const server = await startTestServer({ now: new Date(), environment: { CHECK_REPLIES: 'off' } });
try {
  const [full, empty] = await Promise.all(
    ['Full', 'Empty'].map(async (lastName) => {
      const organisationId = await makeOrganisation(server, lastName);
      return createPerson(server, { organisationId, firstName: 'Olga', lastName, owner: true });
    }),
  );
  if (!full || !empty) throw new Error('two people were created');
  await fill(server, full);
  console.log(`${PROJECTS} projects in ${FOLDERS} folders are there`);
  await measureServer(server, full);
  if (!process.argv.includes('--server')) {
    const row = '.folder-link, .project-link, .ui-empty';
    const screen = { name: `${PROJECTS} projects`, addresses: ['/', '/'] as const, row };
    await measureFirstRows(await server.listen(), [full, empty], [screen]);
  }
} finally {
  await server.close();
}
