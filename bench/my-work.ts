// My work: the first page of a person with 100,000 tasks in 300 projects compared with that of a person with 1,000 tasks
// in 3, in the same database.
import { listMyWork } from '@plumbline/core/features/tasks/my-work';
import { createPerson, makeOrganisation, type Person, signIn } from '@plumbline/testkit/actors';
import { startTestServer, type TestServer } from '@plumbline/testkit/server';
import { median, timed } from './common/against-sql.ts';
import { judge, table } from './common/figures.ts';

const SIZES = { small: { projects: 3, tasks: 1_000 }, large: { projects: 300, tasks: 100_000 } } as const;
type Size = keyof typeof SIZES;
const ROUNDS = 65;
const GOAL = 2;

/**
 * Projects with the person as a contributor and a colleague, one pin for five tasks. Of ten tasks, seven are open and
 * assigned to the person, one is rejected, one awaits the person's verification, and one is closed.
 */
async function fill(server: TestServer, { organisationId, userId }: Person, size: Size): Promise<void> {
  const { projects, tasks } = SIZES[size];
  const db = await server.database.root.connect();
  const run = (text: string) => db.query(text, text.includes('$2') ? [organisationId, userId] : [organisationId]);
  try {
    await db.query('BEGIN');
    await run(`CREATE TEMP TABLE project_of ON COMMIT DROP AS
      SELECT n, gen_random_uuid() AS id FROM generate_series(0, ${projects - 1}) n WHERE $1::uuid IS NOT NULL`);
    await run(`INSERT INTO project_log (organisation_id, project_id, head, active_at, modified_at)
      SELECT $1, id, 2, now(), now() FROM project_of`);
    await run(`INSERT INTO project (organisation_id, id, project_id, position, title, company, address, post_code, country,
        notes, timezone, language, manager_name, manager_phone, ratings, active, created_by, created_at)
      SELECT $1, id, id, 1, 'Site ' || n, '', '', '', '', '', 'Europe/Berlin', 'de', '', '', '[]', true, $2, now()
      FROM project_of`);
    await run(`INSERT INTO member (organisation_id, id, project_id, position, user_id, first_name, last_name, email,
        company_name, craft, role, state)
      SELECT $1, gen_random_uuid(), id, 2, $2, 'Olga', 'Petrova', '', '', '', 'contributor', 'active' FROM project_of`);
    await run(`CREATE TEMP TABLE pin_of ON COMMIT DROP AS
      SELECT k, gen_random_uuid() AS id, p.id AS project_id FROM generate_series(0, ${tasks / 5 - 1}) k
      JOIN project_of p ON p.n = k % ${projects} WHERE $1::uuid IS NOT NULL`);
    await run(`INSERT INTO pin (organisation_id, id, project_id, position, number, status, title, notes, tags, ratings, t1,
        t2, t3, fields, created_by, created_at, changed_at)
      SELECT $1, id, project_id, 1, k, 'open', 'Pin ' || k, '', '[]', '{}', '', '', '', '{}', $2, now(), now() FROM pin_of`);
    await run(`INSERT INTO task (organisation_id, id, project_id, position, pin_id, number, status, title, description,
        depends_on, company_name, craft, sub_status, assignee_type, assignee_id, due_date, created_by, created_at,
        changed_at, done_at)
      SELECT $1, gen_random_uuid(), p.project_id, 1, p.id, n,
        (ARRAY['open', 'open', 'open', 'open', 'open', 'open', 'open', 'rejected', 'done', 'closed'])[1 + n % 10],
        'Mend it ' || n, '', '[]', '', 'Craft ' || n % 7, '', 'User', CASE WHEN n % 10 = 8 THEN gen_random_uuid() ELSE $2 END,
        CASE WHEN n % 4 > 0 THEN current_date + (n * 7919 % 400 - 60) END,
        CASE WHEN n % 10 = 8 THEN $2 ELSE gen_random_uuid() END, now(), now(), CASE WHEN n % 10 = 8 THEN now() END
      FROM generate_series(0, ${tasks - 1}) n JOIN pin_of p ON p.k = n % ${tasks / 5}`);
    await db.query('COMMIT');
  } finally {
    db.release();
  }
}

const server = await startTestServer({ now: new Date(), environment: { CHECK_REPLIES: 'off' } });
try {
  const names: Size[] = ['small', 'large'];
  const people = await Promise.all(
    names.map(async (name) => {
      const organisationId = await makeOrganisation(server, name);
      const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: name, owner: true });
      await fill(server, person, name);
      return { name, caller: (await signIn(server, person)).caller, times: [] as number[], filtered: [] as number[] };
    }),
  );
  await server.database.root.query('VACUUM ANALYZE');
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, caller, times, filtered } of people) {
      const ask = (query: { craft?: string[] }) => async () => {
        const reply = await caller.call(listMyWork, { query: { size: 100, ...query } });
        if (reply.assigned.content.length !== 100) throw new Error(`${name} has too few tasks`);
      };
      await timed(times, ask({}));
      await timed(filtered, ask({ craft: ['Craft 3'] }));
    }
  }
  const rows = people.map(({ name, times, filtered }): (string | number)[] => {
    const { projects, tasks } = SIZES[name];
    return [`${tasks} tasks in ${projects} projects`, median(times), median(filtered)];
  });
  table(['my work', 'first page ms', 'of one trade ms'], rows);
  const [small, large] = people;
  if (!small || !large) throw new Error('two people were created');
  judge('ratio of the first page', median(large.times) / median(small.times), GOAL);
  judge('ratio of the first page of one trade', median(large.filtered) / median(small.filtered), GOAL);
} finally {
  await server.close();
}
