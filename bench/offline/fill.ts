// Multiplies the ground floor plan, a pin and the photos of the demo project.
import { openPool } from '@plumbline/server/db/pool';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';

export type Filling = { plans: number; pins: number; photos: number };

/** A copy of a row with these values. Statements below name the row `its`. */
const copied = (table: string, values: Record<string, string>): string =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(its, jsonb_build_object(${Object.entries(values)
    .map(([column, value]) => `'${column}', ${value}`)
    .join(', ')}))).* FROM`;

const position = (after: string): string => `(SELECT head FROM project_log WHERE project_id = $1) + ${after}`;

/** Adds plans with pins and photos evenly on them. The photos have the content of the demo's, each under its own id. */
export async function multiply(rootUrl: string, { plans, pins, photos }: Filling): Promise<void> {
  const pool = openPool(rootUrl, { warn() {} }, 1);
  const db = await pool.connect();
  const run = (statement: string) => db.query(statement, statement.includes('$1') ? [DEMO_PROJECT] : []);
  try {
    await run('BEGIN');
    await run('SET LOCAL session_replication_role = replica');
    await run('SET LOCAL statement_timeout = 0');
    // As every writer of the program does first.
    await run('SELECT FROM project_log WHERE project_id = $1 FOR UPDATE');
    const made = (name: string, count: number, more = '') =>
      run(
        `CREATE TEMP TABLE ${name} ON COMMIT DROP AS SELECT n, gen_random_uuid() AS id${more} FROM generate_series(1, ${count}) n`,
      );
    await made('new_plan', plans, ', gen_random_uuid() AS revision_id');
    await made('new_pin', pins);
    await made('new_photo', photos, ', gen_random_uuid() AS blob_id');
    await run(
      `CREATE TEMP TABLE photo_source ON COMMIT DROP AS
       SELECT row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS all_of, id, (files -> 0 ->> 'blobId')::uuid AS blob_id
       FROM post WHERE project_id = $1 AND type = 'Visuals' AND active AND files -> 0 ->> 'mime' LIKE 'image/%'`,
    );
    await run(
      `CREATE TEMP TABLE ground_floor ON COMMIT DROP AS
       SELECT id, current_revision_id AS revision_id FROM plan WHERE project_id = $1 AND name ILIKE '%ground floor%' LIMIT 1`,
    );
    await run(
      `${copied('revision', { id: 'c.revision_id', plan_id: 'c.id', position: position('c.n') })}
       new_plan c, revision its WHERE its.id = (SELECT revision_id FROM ground_floor) AND its.project_id = $1`,
    );
    await run(
      `${copied('blob_reference', { entity_id: 'c.revision_id' })}
       new_plan c, blob_reference its WHERE its.entity_id = (SELECT revision_id FROM ground_floor)`,
    );
    await run(
      `${copied('plan', { id: 'c.id', current_revision_id: 'c.revision_id', name: `'Level ' || c.n`, position: position('c.n') })}
       new_plan c, plan its WHERE its.id = (SELECT id FROM ground_floor) AND its.project_id = $1`,
    );
    await run(
      `${copied('pin', {
        id: 'c.id',
        plan_id: `(SELECT id FROM new_plan WHERE new_plan.n = 1 + c.n % ${plans})`,
        number: '(SELECT max(number) FROM pin WHERE project_id = $1) + c.n',
        title: `'Crack in wall ' || c.n`,
        x: 'random()',
        y: 'random()',
        position: position(`${plans} + c.n`),
      })}
       new_pin c, pin its
       WHERE its.id = (SELECT id FROM pin WHERE project_id = $1 AND status = 'open' ORDER BY number LIMIT 1)`,
    );
    await run(
      `${copied('blob', { id: 'c.blob_id' })}
       new_photo c JOIN photo_source s ON s.n = c.n % s.all_of JOIN blob its ON its.id = s.blob_id`,
    );
    await run(
      `${copied('post', {
        id: 'c.id',
        pin_id: `(SELECT id FROM new_pin WHERE new_pin.n = 1 + c.n % ${pins})`,
        task_id: 'NULL',
        files: `jsonb_build_array(jsonb_set(its.files -> 0, '{blobId}', to_jsonb(c.blob_id)))`,
        position: position(`${plans} + ${pins} + c.n`),
      })}
       new_photo c JOIN photo_source s ON s.n = c.n % s.all_of JOIN post its ON its.id = s.id WHERE its.project_id = $1`,
    );
    await run(
      `INSERT INTO blob_reference (organisation_id, blob_id, project_id, entity, entity_id)
       SELECT p.organisation_id, c.blob_id, p.id, 'post', c.id FROM new_photo c, project p WHERE p.id = $1`,
    );
    await run(`UPDATE project_log SET head = head + ${plans} + ${pins} + ${photos} WHERE project_id = $1`);
    await run('COMMIT');
    await run('ANALYZE');
  } finally {
    db.release();
    await pool.end();
  }
}
