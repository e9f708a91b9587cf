// Changing a thousand pins at once, compared with the bare SQL of the same rows and their log; and exporting a list of
// 100,000 pins: the time, and the additional memory compared with a list of 10,000.
import { exportPins } from '@plumbline/core/features/exports/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { createPerson, makeOrganisation, makeProject, signIn } from '@plumbline/testkit/actors';
import { startTestServer } from '@plumbline/testkit/server';
import { median, timed } from './common/against-sql.ts';
import { judge, table } from './common/figures.ts';
import { fill } from './pins/fill.ts';

const BATCH_SIZE = 1_000;
const ROUNDS = Number(process.argv[2] ?? 15);
const SIZES = [10_000, 100_000] as const;
const SQL_RATIO_GOAL = 3;
const MEMORY_GOAL = 50;

const server = await startTestServer({ environment: { CHECK_REPLIES: 'off' } });
try {
  const { root } = server.database;
  const organisationId = await makeOrganisation(server, 'Bench');
  const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: 'Petrova', owner: true });
  const chief = await signIn(server, person);
  const make = async (title: string, count: number) => {
    const members: [typeof person, 'administrator'][] = [[person, 'administrator']];
    const projectId = await makeProject(server, { organisationId, title, by: person, members });
    await fill(server, { projectId, count, by: chief.userId, guest: chief.userId });
    return projectId;
  };
  const ids = async (projectId: string) => {
    const found = await root.query<{ id: string }>(
      `SELECT id FROM pin WHERE project_id = $1 AND status = 'open' ORDER BY number LIMIT ${BATCH_SIZE}`,
      [projectId],
    );
    return found.rows.map(({ id }) => id);
  };
  const [small, large] = [await make('Small', SIZES[0]), await make('Large', SIZES[1])];
  const [mine, others] = [await ids(small), await ids(large)];

  const [times, sql]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const changes = [{ ids: mine, addTags: [`round${round}`], removeTags: [`round${round - 1}`] }];
    await timed(times, () => runSite(server.services, chief, small, 'pin.editMany', { changes }));
    await timed(sql, async () => {
      const db = await root.connect();
      try {
        await db.query('BEGIN');
        const log = await db.query<{ head: string }>('SELECT head FROM project_log WHERE project_id = $1 FOR UPDATE', [
          large,
        ]);
        const head = Number(log.rows[0]?.head);
        await db.query(
          `UPDATE pin p SET tags = jsonb_build_array($3::text), changed_at = now(), position = $2::bigint + one.n
           FROM unnest($1::uuid[]) WITH ORDINALITY AS one (id, n) WHERE p.id = one.id`,
          [others, head, `round${round}`],
        );
        await db.query(
          `INSERT INTO change (organisation_id, project_id, position, entity, entity_id, action, actor_id, at, before, after, chain)
           SELECT $1, $2, $3::bigint + one.n, 'pin', one.id, 'pin.editMany', $5, now(), '{"tags": []}',
             jsonb_build_object('tags', jsonb_build_array($6::text)), '' FROM unnest($4::uuid[]) WITH ORDINALITY AS one (id, n)`,
          [organisationId, large, head, others, chief.userId, `round${round}`],
        );
        await db.query('UPDATE project_log SET head = $2 WHERE project_id = $1', [large, head + BATCH_SIZE]);
        await db.query('COMMIT');
      } finally {
        db.release();
      }
    });
  }
  table(
    ['change', 'server ms', 'bare SQL ms', 'ratio'],
    [[`${BATCH_SIZE} pins at once`, median(times), median(sql), median(times) / median(sql)]],
  );
  judge('a thousand pins at once to bare SQL', median(times) / median(sql), SQL_RATIO_GOAL);

  const url = await server.listen();
  const path = (projectId: string) => exportPins.path.replace(':projectId', projectId);
  const key = await chief.caller.keyHeader();
  const rows: (string | number)[][] = [];
  const peaks: number[] = [];
  for (const projectId of [small, large]) {
    for (const format of ['csv', 'xlsx'] as const) {
      const startedAt = performance.now();
      const base = process.memoryUsage().rss;
      let [peak, bytes] = [base, 0];
      const response = await fetch(`${url}${path(projectId)}?format=${format}`, {
        headers: { authorization: `Bearer ${chief.caller.token}`, ...key },
      });
      if (response.status !== 200 || !response.body) throw new Error(`the file was answered with ${response.status}`);
      for await (const piece of response.body) {
        bytes += piece.byteLength;
        peak = Math.max(peak, process.memoryUsage().rss);
      }
      peaks.push((peak - base) / 1e6);
      rows.push([
        `${projectId === small ? SIZES[0] : SIZES[1]} as ${format}`,
        (performance.now() - startedAt) / 1_000,
        bytes / 1e6,
        (peak - base) / 1e6,
      ]);
    }
  }
  table(['file', 'seconds', 'MB', 'MB of memory'], rows);
  judge(
    'MB of memory 100,000 rows take beyond 10,000',
    Math.max(...peaks.slice(2)) - Math.max(...peaks.slice(0, 2)),
    MEMORY_GOAL,
  );
} finally {
  await server.close();
}
