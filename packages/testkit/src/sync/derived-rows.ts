// Derived rows, recomputed from their source rows: both must match, whatever wrote the project.
import type { Pool } from '../database.ts';

type Derived = {
  table: string;
  columns: string;
  /** Which rows of the table. */
  where?: string;
  /** Selects what the columns should be in the project `$1`. */
  expected: string;
};

const PIN_TEXT = `lower(concat_ws(E'\\n', p.title, p.notes, p.t1, p.t2, p.t3,
  coalesce((SELECT string_agg(tag, E'\\n') FROM jsonb_array_elements_text(p.tags) tag), ''),
  (SELECT string_agg(word #>> '{}', E'\\n') FROM jsonb_path_query(p.fields, 'lax $.*[*] ? (@.type() == "string")') word),
  '#' || coalesce(p.number::text, '')))`;
const TASK_TEXT = `lower(concat_ws(E'\\n', t.title, t.description, t.company_name, t.craft, t.sub_status,
  '#' || coalesce(t.number::text, ''), p.title, '#' || coalesce(p.number::text, '')))`;

const DERIVED: Record<string, Derived> = {
  pin_rating: {
    table: 'pin_rating',
    columns: 'organisation_id, project_id, pin_id, scale_id, level',
    expected: `SELECT p.organisation_id, p.project_id, p.id, r.key, r.value::smallint
      FROM pin p, jsonb_each_text(p.ratings) r WHERE p.project_id = $1`,
  },
  pin_field: {
    table: 'pin_field',
    columns: 'organisation_id, project_id, pin_id, field_id, entry_index, number_value, text_value',
    expected: `SELECT p.organisation_id, p.project_id, p.id, f.key::uuid, (e.place - 1)::integer,
        CASE jsonb_typeof(e.value) WHEN 'number' THEN (e.value #>> '{}')::double precision END,
        CASE jsonb_typeof(e.value) WHEN 'string' THEN e.value #>> '{}' END
      FROM pin p, jsonb_each(p.fields) f,
        jsonb_array_elements(CASE jsonb_typeof(f.value) WHEN 'array' THEN f.value ELSE jsonb_build_array(f.value) END)
          WITH ORDINALITY e (value, place)
      WHERE p.project_id = $1`,
  },
  pin_due: {
    table: 'pin_due',
    columns: 'organisation_id, project_id, pin_id, due_date, pin_number',
    expected: `SELECT p.organisation_id, p.project_id, p.id, min(t.due_date), p.number
      FROM pin p JOIN task t ON t.organisation_id = p.organisation_id AND t.pin_id = p.id
      WHERE p.project_id = $1 AND t.status IN ('open', 'rejected', 'done') AND t.due_date IS NOT NULL
      GROUP BY p.organisation_id, p.id`,
  },
  pin_person: {
    table: 'pin_person',
    columns: 'organisation_id, project_id, pin_id, person_id, number, status, title, created_at, changed_at',
    expected: `SELECT p.organisation_id, p.project_id, p.id, one.person_id, p.number, p.status, p.title, p.created_at, p.changed_at
      FROM (
          SELECT organisation_id, id AS pin_id, created_by AS person_id FROM pin WHERE project_id = $1
          UNION SELECT organisation_id, pin_id, assignee_id FROM task WHERE project_id = $1 AND assignee_id IS NOT NULL) one
        JOIN pin p ON p.organisation_id = one.organisation_id AND p.id = one.pin_id`,
  },
  'search_text of pins': {
    table: 'search_text',
    columns: 'organisation_id, project_id, entity, entity_id, text',
    where: "entity = 'pin'",
    expected: `SELECT p.organisation_id, p.project_id, 'pin', p.id, ${PIN_TEXT} FROM pin p WHERE p.project_id = $1`,
  },
  'search_text of tasks': {
    table: 'search_text',
    columns: 'organisation_id, project_id, entity, entity_id, text',
    where: "entity = 'task'",
    expected: `SELECT t.organisation_id, t.project_id, 'task', t.id, ${TASK_TEXT}
      FROM task t JOIN pin p ON p.organisation_id = t.organisation_id AND p.id = t.pin_id WHERE t.project_id = $1`,
  },
};

/** Queries for the stored and the expected rows. */
const COMPARED: Record<string, { stored: string; expected: string }> = {
  'task.pin_number': {
    stored: 'SELECT organisation_id, id, pin_number FROM task WHERE project_id = $1',
    expected: `SELECT t.organisation_id, t.id, p.number FROM task t
      JOIN pin p ON p.organisation_id = t.organisation_id AND p.id = t.pin_id WHERE t.project_id = $1`,
  },
  dataset_search_text: {
    stored: `SELECT s.organisation_id, s.dataset_id, s.record_id, s.row_number, s.text FROM dataset_search_text s
      JOIN dataset d ON d.organisation_id = s.organisation_id AND d.id = s.dataset_id WHERE d.project_id = $1`,
    expected: `SELECT organisation_id, dataset_id, id, row_number,
        lower(array_to_string(ARRAY(SELECT jsonb_array_elements_text(record)), E'\\n'))
      FROM dataset_record WHERE project_id = $1 AND active`,
  },
  ...Object.fromEntries(
    Object.entries(DERIVED).map(([name, { table, columns, where = 'true', expected }]) => [
      name,
      { stored: `SELECT ${columns} FROM ${table} WHERE project_id = $1 AND ${where}`, expected },
    ]),
  ),
};

/** Writes the derived rows of a project whose pins and tasks were inserted by SQL, without derived rows. */
export async function deriveRows(root: Pick<Pool, 'query'>, projectId: string): Promise<void> {
  await root.query(
    `UPDATE task t SET pin_number = p.number FROM pin p
     WHERE t.project_id = $1 AND p.organisation_id = t.organisation_id AND p.id = t.pin_id
       AND t.pin_number IS DISTINCT FROM p.number`,
    [projectId],
  );
  for (const { table, columns, expected } of Object.values(DERIVED))
    await root.query(`INSERT INTO ${table} (${columns}) ${expected}`, [projectId]);
}

/** References stay when a row no longer uses the file, for its history, so only missing ones are reported. */
const MISSING_REFERENCES = `
  SELECT 'post' AS entity, r.id, f.blob FROM post r, jsonb_path_query(r.files, 'lax $[*].**.blobId') f (blob) WHERE r.project_id = $1
  UNION ALL SELECT 'comment', r.id, f.blob FROM comment r, jsonb_path_query(r.attachments, 'lax $[*].**.blobId') f (blob)
    WHERE r.project_id = $1
  UNION ALL SELECT 'revision', r.id, to_jsonb(f.blob) FROM revision r,
    unnest(ARRAY[r.pack_blob_id, r.text_blob_id, r.thumb_blob_id, r.preview_blob_id, r.original_blob_id]) f (blob)
    WHERE r.project_id = $1 AND f.blob IS NOT NULL
  UNION ALL SELECT 'project', r.id, to_jsonb(f.blob) FROM project r,
    unnest(ARRAY[r.picture_blob_id, r.header_logo_blob_id, r.footer_logo_blob_id]) f (blob)
    WHERE r.id = $1 AND f.blob IS NOT NULL
  EXCEPT SELECT entity, entity_id, to_jsonb(blob_id) FROM blob_reference WHERE project_id = $1`;

const USAGE = `
  SELECT coalesce(u.user_id, b.user_id) AS id FROM upload_usage u FULL JOIN (
    SELECT organisation_id, created_by AS user_id, sum(size) AS bytes FROM blob WHERE created_by IS NOT NULL GROUP BY 1, 2) b
    USING (organisation_id, user_id)
  WHERE coalesce(u.bytes, 0) <> coalesce(b.bytes, 0)`;

/** Describes every derived table of the project that differs from what is expected. */
export async function derivedDifferences(root: Pool, projectId: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, { stored, expected }] of Object.entries(COMPARED)) {
    const { rows } = await root.query<{ missing: number; wrong: number }>(
      `WITH stored AS (${stored}), expected AS (${expected}) SELECT
         (SELECT count(*)::integer FROM (TABLE expected EXCEPT ALL TABLE stored) m) AS missing,
         (SELECT count(*)::integer FROM (TABLE stored EXCEPT ALL TABLE expected) w) AS wrong`,
      [projectId],
    );
    const { missing, wrong } = rows[0] ?? { missing: 0, wrong: 0 };
    if (missing + wrong > 0) found.push(`${name}: ${missing} rows missing, ${wrong} rows wrong`);
  }
  const references = await root.query(MISSING_REFERENCES, [projectId]);
  if (references.rowCount) found.push(`blob_reference: ${references.rowCount} rows missing`);
  const usage = await root.query(USAGE);
  if (usage.rowCount) found.push(`upload_usage: ${usage.rowCount} users wrong`);
  return found;
}
