// Lists with 100,000 entries, once they have been opened on the device: milliseconds from the load of the page until the
// first row is visible. A list that the server answers is loaded as often as one that the device holds.
import { createPerson, makeOrganisation, makeProject, PASSWORD, type Person } from '@plumbline/testkit/actors';
import { startTestServer, type TestServer } from '@plumbline/testkit/server';
import { chromium, type Page } from 'playwright-core';
import { judge, percentile, table } from './common/figures.ts';

const ENTRIES = 100_000;
const LOADS = 5;
const GOAL_MS = 3_000;

/** Runs the statements in one transaction, each with the ids it names: $1 organisation, $2 person, $3 project. */
async function fill(server: TestServer, ids: readonly string[], statements: readonly string[]): Promise<void> {
  const db = await server.database.root.connect();
  try {
    await db.query('BEGIN');
    for (const text of statements)
      await db.query(text, ids.slice(0, Math.max(...[...text.matchAll(/\$(\d)/gu)].map(([, n]) => Number(n)))));
    await db.query('COMMIT');
  } finally {
    db.release();
  }
}

/** One pin with all tasks of the project; two of three are due within 200 days. */
const ONE_PIN = [
  `INSERT INTO pin (organisation_id, id, project_id, position, number, status, title, notes, tags, ratings, t1, t2, t3,
      fields, created_by, created_at, changed_at)
    SELECT $1, $3, $3, 20, 1, 'open', 'The pin', '', '[]', '{}', '', '', '', '{}', $2, now(), now()
    WHERE $1::uuid IS NOT NULL`,
  `INSERT INTO task (organisation_id, id, project_id, position, pin_id, number, status, title, description, depends_on,
      company_name, craft, sub_status, assignee_type, assignee_id, due_date, created_by, created_at, changed_at)
    SELECT $1, gen_random_uuid(), $3, 20 + n, $3, n, 'open', 'Mend it ' || n, '', '[]', '', 'Craft ' || n % 7, '', 'User',
      $2, CASE WHEN n % 3 > 0 THEN current_date + (n * 7919 % 400 - 200) END, $2, now(), now()
    FROM generate_series(1, ${ENTRIES}) n`,
  `UPDATE project_log SET head = ${ENTRIES + 20} WHERE organisation_id = $1 AND $2::uuid IS NOT NULL AND project_id = $3`,
];

/** Companies, and contacts of all of them that belong to the project. */
const CONTACTS = [
  `INSERT INTO company (organisation_id, id, name, craft, street, zip, city, country, phone, email, notes, created_at, changed_at)
    SELECT $1, gen_random_uuid(), 'Company ' || n, 'Craft ' || n % 12, '', '', '', '', '', '', '', now(), now()
    FROM generate_series(1, 200) n`,
  `CREATE TEMP TABLE contact_of ON COMMIT DROP AS SELECT n, gen_random_uuid() AS id
    FROM generate_series(1, ${ENTRIES}) n WHERE $1::uuid IS NOT NULL`,
  `INSERT INTO company_contact (organisation_id, id, company_id, first_name, last_name, email, phone, fax, job_title,
      department, internal_id, craft, notes, created_at, changed_at)
    SELECT $1, p.id, c.id, 'Marek', 'Contact ' || n, 'contact' || n || '@many.example', '+49 30 ' || n, '', '', '', '',
      'Craft ' || n % 12, '', now(), now()
    FROM contact_of p JOIN (SELECT id, row_number() OVER () AS k FROM company WHERE organisation_id = $1) c
      ON c.k = 1 + p.n % 200`,
  `INSERT INTO contact (organisation_id, id, project_id, position, contact_id, first_name, last_name, email, phone,
      company_name, craft, state)
    SELECT $1, gen_random_uuid(), $3, 20 + n, id, 'Marek', 'Contact ' || n, 'contact' || n || '@many.example',
      '+49 30 ' || n, 'Company ' || n % 200, 'Craft ' || n % 12, 'active'
    FROM contact_of WHERE $2::uuid IS NOT NULL`,
  `UPDATE project_log SET head = ${ENTRIES + 20} WHERE organisation_id = $1 AND $2::uuid IS NOT NULL AND project_id = $3`,
];

const USERS = [
  `CREATE TEMP TABLE person_of ON COMMIT DROP AS SELECT n, gen_random_uuid() AS id
    FROM generate_series(1, ${ENTRIES}) n WHERE $1::uuid IS NOT NULL`,
  `INSERT INTO app_user (id, email, first_name, last_name, password_hash, language, created_at)
    SELECT id, 'person' || n || '@many.example', (ARRAY['Anna', 'Jonas', 'Elif', 'Marek'])[1 + n % 4], 'Person ' || n,
      CASE WHEN n % 10 <> 0 THEN 'x' END, 'en', now() FROM person_of WHERE $1::uuid IS NOT NULL`,
  `INSERT INTO organisation_member (organisation_id, user_id, created_at, state, active, licence, company_id)
    SELECT $1, id, now(), CASE WHEN n % 10 = 0 THEN 'invited' ELSE 'active' END, true,
      CASE WHEN n % 3 = 0 THEN 'mobile' WHEN n % 7 = 0 THEN NULL ELSE 'full' END, NULL FROM person_of`,
];

/** Projects with the person as a contributor, each with one pin and one of the person's tasks. */
const PROJECTS = [
  `CREATE TEMP TABLE project_of ON COMMIT DROP AS SELECT n, gen_random_uuid() AS id
    FROM generate_series(1, ${ENTRIES}) n WHERE $1::uuid IS NOT NULL`,
  `INSERT INTO project_log (organisation_id, project_id, head, active_at, modified_at)
    SELECT $1, id, 4, now(), now() FROM project_of`,
  `INSERT INTO project (organisation_id, id, project_id, position, title, company, address, post_code, country, notes,
      timezone, language, manager_name, manager_phone, ratings, active, created_by, created_at)
    SELECT $1, id, id, 1, 'Site ' || n, '', '', '', '', '', 'Europe/Berlin', 'de', '', '', '[]', true, $2, now()
    FROM project_of`,
  `INSERT INTO member (organisation_id, id, project_id, position, user_id, first_name, last_name, email, company_name,
      craft, role, state)
    SELECT $1, gen_random_uuid(), id, 2, $2, 'Olga', 'Petrova', '', '', '', 'contributor', 'active' FROM project_of`,
  `INSERT INTO pin (organisation_id, id, project_id, position, number, status, title, notes, tags, ratings, t1, t2, t3,
      fields, created_by, created_at, changed_at)
    SELECT $1, id, id, 3, 1, 'open', 'Pin ' || n, '', '[]', '{}', '', '', '', '{}', $2, now(), now() FROM project_of`,
  `INSERT INTO task (organisation_id, id, project_id, position, pin_id, number, status, title, description, depends_on,
      company_name, craft, sub_status, assignee_type, assignee_id, due_date, created_by, created_at, changed_at)
    SELECT $1, gen_random_uuid(), id, 4, id, 1, 'open', 'Mend it ' || n, '', '[]', '', '', '', 'User', $2,
      CASE WHEN n % 4 > 0 THEN current_date + (n * 7919 % 400 - 60) END, gen_random_uuid(), now(), now()
    FROM project_of`,
];

type List = { name: string; address: string; row: string };
type Place = {
  person: Person;
  /** An address that reads the project onto the device, and the text of its list when that is done. */
  first?: { address: string; text: string };
  lists: readonly List[];
};

/** Milliseconds of each load until the first row is visible; the first load comes first. */
async function measure(page: Page, url: string, { address, row }: List): Promise<number[]> {
  const times: number[] = [];
  for (let load = 0; load <= LOADS; load += 1) {
    await page.goto('about:blank');
    const begun = performance.now();
    await page.goto(url + address, { waitUntil: 'commit' });
    await page.locator(row).first().waitFor();
    times.push(performance.now() - begun);
  }
  return times;
}

async function enter(url: string, { email }: Person, page: Page): Promise<void> {
  page.setDefaultTimeout(600_000);
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('main#content').waitFor();
}

const server = await startTestServer({ now: new Date(), environment: { CHECK_REPLIES: 'off' } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
});
try {
  const arrange = async (name: string) => {
    const organisationId = await makeOrganisation(server, name);
    const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: name, owner: true });
    const members: Parameters<typeof makeProject>[1]['members'] = [[person, 'administrator']];
    const projectId = await makeProject(server, { organisationId, title: name, by: person, members });
    return { person, projectId, ids: [organisationId, person.userId, projectId] };
  };
  const tasks = await arrange('Tasks');
  const people = await arrange('People');
  const work = await arrange('Work');
  await fill(server, tasks.ids, ONE_PIN);
  await fill(server, people.ids, [...CONTACTS, ...USERS]);
  await fill(server, work.ids, PROJECTS);
  await server.database.root.query('VACUUM ANALYZE');
  console.log(`${ENTRIES} entries each are there`);
  const url = await server.listen();
  const ROW = '[role=row] [role=gridcell]';
  const places: Place[] = [
    {
      person: tasks.person,
      first: { address: `/project/${tasks.projectId}/tasks`, text: 'More than 100 tasks' },
      lists: [
        {
          name: 'tasks of one pin',
          address: `/project/${tasks.projectId}/pins/list/noPlan/${tasks.projectId}/tasks`,
          row: '.task-open',
        },
        { name: 'calendar', address: `/project/${tasks.projectId}/tasks/calendar`, row: '.calendar-chip' },
      ],
    },
    {
      person: people.person,
      first: { address: `/project/${people.projectId}/team/contacts`, text: '100,000 contacts' },
      lists: [
        { name: 'contacts of a project', address: `/project/${people.projectId}/team/contacts`, row: ROW },
        { name: 'contacts of the organisation', address: '/userManagement/contacts', row: ROW },
        { name: 'users of the organisation', address: '/userManagement', row: ROW },
      ],
    },
    { person: work.person, lists: [{ name: 'My work', address: '/home', row: '.issue-title' }] },
  ];
  const wanted = process.argv[2];
  const rows: (string | number)[][] = [];
  let worst = 0;
  for (const { person, first, lists: all } of places) {
    const lists = all.filter(({ name }) => wanted === undefined || name.includes(wanted));
    if (lists.length === 0) continue;
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await enter(url, person, page);
    if (first) {
      await page.goto(url + first.address);
      await page.getByText(first.text, { exact: true }).waitFor();
    }
    for (const list of lists) {
      const [initial = Number.NaN, ...later] = await measure(page, url, list);
      worst = Math.max(worst, percentile(later, 0.5));
      rows.push([list.name, initial, percentile(later, 0.5), Math.max(...later)]);
    }
    await page.context().close();
  }
  table([`lists of ${ENTRIES}`, 'first load ms', 'median of later loads ms', 'slowest ms'], rows);
  judge('milliseconds until the first row of the slowest list', worst, GOAL_MS);
} finally {
  await browser.close();
  await server.close();
}
