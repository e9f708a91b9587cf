// The list of pins by filter, order and page: 1,000,000 pins compared with 10,000, and with the bare SQL of the same
// page. The SQL reads what the list shows of fifty pins, without sign-in, permissions, row-level security, a count,
// checks or HTTP.
import { listPins } from '@plumbline/core/features/pins/contract';
import { createPerson, makeOrganisation, makeProject, signIn } from '@plumbline/testkit/actors';
import { startTestServer } from '@plumbline/testkit/server';
import { median } from './common/against-sql.ts';
import { judge, table } from './common/figures.ts';
import { byHand, CASES, type Case, type Ids } from './pins/cases.ts';
import { fill } from './pins/fill.ts';

const [SMALL, LARGE] = [10_000, 1_000_000];
const ROUNDS = 30;
const SIZES_GOAL = 2;
const SQL_RATIO_GOAL = 3;

const wanted = process.argv[2];
const server = await startTestServer({ environment: { CHECK_REPLIES: 'off' } });
try {
  const organisationId = await makeOrganisation(server, 'Bench');
  const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: 'Petrova', owner: true });
  const guest = await createPerson(server, { organisationId, firstName: 'Gus', lastName: 'Guest' });
  const [chief, visitor] = [await signIn(server, person), await signIn(server, guest)];
  const { root } = server.database;
  const projects: { projectId: string; ids: Ids }[] = [];
  for (const count of [SMALL, LARGE]) {
    const projectId = await makeProject(server, {
      organisationId,
      title: `Project of ${count}`,
      by: person,
      members: [
        [person, 'administrator'],
        [guest, 'externalViewer'],
      ],
    });
    await fill(server, { projectId, count, by: chief.userId, guest: visitor.userId });
    const found = await root.query<{ category: string; plan: string }>(
      `SELECT (SELECT id FROM category WHERE project_id = $1 ORDER BY sort LIMIT 1) AS category,
         (SELECT id FROM plan WHERE project_id = $1 ORDER BY name LIMIT 1) AS plan`,
      [projectId],
    );
    const [first] = found.rows;
    if (!first) throw new Error('no rows were inserted');
    projects.push({ projectId, ids: { ...first, by: chief.userId, guest: visitor.userId } });
    // The database would do this automatically within a minute.
    await root.query('VACUUM ANALYZE');
    console.log(`${count} pins are there`);
  }

  /**
   * Median in milliseconds of all rounds but the first five, for each project: through the product, and by bare SQL.
   */
  async function measure({ query, bare, who }: Case) {
    const { caller } = who === 'guest' ? visitor : chief;
    const times = projects.map(() => ({ list: [] as number[], sql: [] as number[] }));
    for (let round = 0; round < ROUNDS; round += 1) {
      // The smaller list of a guest has two pages: others would be compared with an empty page.
      const page = round % 2;
      for (const [at, { projectId, ids }] of projects.entries()) {
        const startedAt = performance.now();
        const response = await caller.send(listPins, {
          params: { projectId },
          query: { ...query(ids), page, size: 50 },
        });
        if (response.status !== 200) throw new Error(JSON.stringify(response.body));
        times[at]?.list.push(performance.now() - startedAt);
        if (!bare) continue;
        const start = performance.now();
        await root.query(byHand(organisationId, projectId, bare(ids), page));
        times[at]?.sql.push(performance.now() - start);
      }
    }
    return times.map(({ list, sql }) => ({ list: median(list), sql: median(sql) }));
  }

  const rows: (string | number)[][] = [];
  const ratios = { sizes: 0, bare: 0 };
  for (const one of CASES.filter(({ name }) => wanted === undefined || name.includes(wanted))) {
    const [small, large] = await measure(one);
    if (!small || !large) continue;
    const [sizes, toBare] = [large.list / small.list, large.list / large.sql];
    ratios.sizes = Math.max(ratios.sizes, sizes);
    if (one.bare) ratios.bare = Math.max(ratios.bare, toBare);
    rows.push([one.name, small.list, large.list, sizes, one.bare ? large.sql : '-', one.bare ? toBare : '-']);
  }
  table(['list', '10,000 ms', '1,000,000 ms', 'ratio', 'bare SQL ms', 'to bare SQL'], rows);
  judge('largest ratio of sizes', ratios.sizes, SIZES_GOAL);
  judge('largest ratio to bare SQL', ratios.bare, SQL_RATIO_GOAL);
} finally {
  await server.close();
}
