// Thousands of people: 5,000 users of an organisation, all members of one project. The server's time compared with the
// bare SQL of the same page, and the browser's time until the first rows are visible compared with a list of one.

import { listMembers } from '@plumbline/core/features/people/contract';
import { listUsers, userFigures } from '@plumbline/core/features/people/users-contract';
import { createPerson, makeOrganisation, makeProject, type Person, signIn } from '@plumbline/testkit/actors';
import { startTestServer, type TestServer } from '@plumbline/testkit/server';
import { againstSql } from './common/against-sql.ts';
import { measureFirstRows } from './common/first-rows.ts';

const PEOPLE = 5_000;
const ROUNDS = 40;

/**
 * Users of two hundred companies, some invited, some deactivated, some without a licence; all are members of the
 * project.
 */
async function fill(server: TestServer, organisationId: string, projectId: string): Promise<void> {
  const db = await server.database.root.connect();
  try {
    await db.query('BEGIN');
    await db.query(
      `CREATE TEMP TABLE person_of ON COMMIT DROP AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${PEOPLE}) n`,
    );
    await db.query(
      `INSERT INTO company (organisation_id, id, name, craft, street, zip, city, country, phone, email, notes, created_at, changed_at)
       SELECT $1, gen_random_uuid(), 'Company ' || n, 'Craft ' || n % 12, '', '', '', '', '', '', '', now(), now()
       FROM generate_series(1, 200) n`,
      [organisationId],
    );
    await db.query(
      `INSERT INTO app_user (id, email, first_name, last_name, password_hash, language, created_at)
       SELECT id, 'person' || n || '@many.example', (ARRAY['Anna', 'Jonas', 'Elif', 'Marek'])[1 + n % 4], 'Person ' || n,
         CASE WHEN n % 10 <> 0 THEN 'x' END, 'en', now() FROM person_of`,
    );
    await db.query(
      `INSERT INTO organisation_member (organisation_id, user_id, created_at, state, active, licence, company_id)
       SELECT $1, p.id, now(), CASE WHEN n % 10 = 0 THEN 'invited' WHEN n % 25 = 1 THEN 'deactivated' ELSE 'active' END,
         n % 25 <> 1, CASE WHEN n % 3 = 0 THEN 'mobile' WHEN n % 7 = 0 THEN NULL ELSE 'full' END, c.id
       FROM person_of p JOIN (SELECT id, row_number() OVER () AS k FROM company WHERE organisation_id = $1) c
         ON c.k = 1 + p.n % 200`,
      [organisationId],
    );
    await db.query(
      `INSERT INTO member (organisation_id, id, project_id, position, user_id, first_name, last_name, email, company_name, craft,
         role, state)
       SELECT $1, gen_random_uuid(), $2, 10 + n, id, (ARRAY['Anna', 'Jonas', 'Elif', 'Marek'])[1 + n % 4], 'Person ' || n,
         'person' || n || '@many.example', 'Company ' || n % 200, 'Craft ' || n % 12,
         (ARRAY['contributor', 'subcontractor', 'internalViewer'])[1 + n % 3], 'active' FROM person_of`,
      [organisationId, projectId],
    );
    await db.query('UPDATE project_log SET head = $3 WHERE organisation_id = $1 AND project_id = $2', [
      organisationId,
      projectId,
      PEOPLE + 20,
    ]);
    await db.query('COMMIT');
    await db.query('VACUUM ANALYZE');
  } finally {
    db.release();
  }
}

/** What a row of the list of users shows, in plain SQL. */
const PLAIN_QUERY = `FROM organisation_member m JOIN app_user u ON u.id = m.user_id
  LEFT JOIN company c ON c.organisation_id = m.organisation_id AND c.id = m.company_id
  LEFT JOIN (SELECT user_id, count(*) AS projects, bool_or(role IN ('administrator', 'contributor')) AS licensed FROM member
    WHERE organisation_id = $1 AND state = 'active' GROUP BY user_id) w ON w.user_id = m.user_id
  WHERE m.organisation_id = $1`;
const SELECTED_COLUMNS =
  'u.email, u.first_name, u.last_name, m.*, c.name, w.projects, w.licensed, count(*) OVER () AS total';

async function measureServer(server: TestServer, person: Person, projectId: string): Promise<void> {
  const { caller } = await signIn(server, person);
  const { root } = server.database;
  const lists = againstSql(ROUNDS);
  const ids = [person.organisationId];
  const users = (query: object) => () => caller.send(listUsers, { query: { size: 100, ...query } });
  const bare = (where: string, order: string) => () =>
    root.query(`SELECT ${SELECTED_COLUMNS} ${PLAIN_QUERY} ${where} ORDER BY ${order} LIMIT 100`, ids);
  const byName = 'u.last_name COLLATE natural_order, u.first_name COLLATE natural_order';
  await lists.compare('users by name', users({}), bare(`AND m.state <> 'removed'`, byName));
  await lists.compare('users by company, last page', users({ sort: 'company', page: 49 }), () =>
    root.query(
      `SELECT ${SELECTED_COLUMNS} ${PLAIN_QUERY} ORDER BY c.name COLLATE natural_order, ${byName} LIMIT 100 OFFSET 4900`,
      ids,
    ),
  );
  await lists.compare(
    'deactivated users',
    users({ state: 'deactivated' }),
    bare(`AND m.state = 'deactivated'`, byName),
  );
  await lists.compare(
    'users found by words',
    users({ search: 'elif 42' }),
    bare(
      `AND concat_ws(' ', u.first_name, u.last_name, u.email, c.name) ILIKE '%elif%'
       AND concat_ws(' ', u.first_name, u.last_name, u.email, c.name) ILIKE '%42%'`,
      byName,
    ),
  );
  await lists.compare(
    'how many stand how',
    () => caller.send(userFigures, {}),
    () => root.query(`SELECT m.state, m.licence, w.licensed, count(*) ${PLAIN_QUERY} GROUP BY 1, 2, 3`, ids),
  );
  await lists.compare(
    'members of a project',
    () => caller.send(listMembers, { params: { projectId }, query: { size: 100 } }),
    async () => {
      const of = 'FROM member WHERE organisation_id = $1 AND project_id = $2';
      await root.query(`SELECT count(*) ${of}`, [...ids, projectId]);
      await root.query(
        `SELECT * ${of} ORDER BY last_name COLLATE natural_order, first_name COLLATE natural_order, id LIMIT 100`,
        [...ids, projectId],
      );
    },
  );
  lists.judge();
}

type MemberInProject = { person: Person; projectId: string };

const server = await startTestServer({ now: new Date(), environment: { CHECK_REPLIES: 'off' } });
try {
  const places: MemberInProject[] = [];
  for (const lastName of ['Full', 'Empty']) {
    const organisationId = await makeOrganisation(server, lastName);
    const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName, owner: true });
    const members: Parameters<typeof makeProject>[1]['members'] = [[person, 'administrator']];
    places.push({
      person,
      projectId: await makeProject(server, { organisationId, title: lastName, by: person, members }),
    });
  }
  const [full, one] = places;
  if (!full || !one) throw new Error('two memberships were created');
  await fill(server, full.person.organisationId, full.projectId);
  console.log(`${PEOPLE} people are there`);
  await measureServer(server, full.person, full.projectId);
  if (!process.argv.includes('--server')) {
    const row = '[role=row] [role=gridcell]';
    const team = ({ projectId }: MemberInProject) => `/project/${projectId}/team`;
    await measureFirstRows(
      await server.listen(),
      [full.person, one.person],
      [
        { name: 'users of the organisation', addresses: ['/userManagement', '/userManagement'], row },
        { name: 'team of the project', addresses: [team(full), team(one)], row },
      ],
    );
  }
} finally {
  await server.close();
}
