// The schema of a database as sorted lines of text, without arbitrary names, to compare two schemas.
import type { Pool } from '../database.ts';

const COLUMNS = `
  SELECT format('table %s: %s', c.relname, string_agg(format('%s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN '' ELSE ' null' END, coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')),
    ', ' ORDER BY a.attname)) AS line
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY c.relname`;

const CONSTRAINTS = `
  SELECT format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) AS line FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')`;

/** Indexes of keys are covered by their constraints. */
const INDEXES = `
  SELECT regexp_replace(pg_get_indexdef(i.indexrelid), 'CREATE (UNIQUE )?INDEX \\S+ ON public\\.', 'index \\1') AS line
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid AND c.relnamespace = 'public'::regnamespace
  WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))`;

const SECURITY = `
  SELECT format('security %s: %s', c.relname, concat_ws(', ',
    CASE WHEN c.relrowsecurity THEN 'row-level' END, CASE WHEN c.relforcerowsecurity THEN 'forced' END,
    (SELECT string_agg(format('%s %s', p.polname, pg_get_expr(p.polqual, p.polrelid)), ', ' ORDER BY p.polname)
      FROM pg_policy p WHERE p.polrelid = c.oid),
    (SELECT string_agg(g.privilege_type, ' ' ORDER BY g.privilege_type) FROM aclexplode(c.relacl) g
      WHERE g.grantee = 'plumbline_app'::regrole))) AS line
  FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`;

const FUNCTIONS = `
  SELECT format('function %s(%s) %s%s%s', p.proname, pg_get_function_identity_arguments(p.oid), p.provolatile,
    CASE WHEN p.prosecdef THEN ' definer ' || array_to_string(p.proconfig, ' ') ELSE '' END,
    CASE WHEN has_function_privilege('plumbline_app', p.oid, 'EXECUTE') THEN ' application' ELSE '' END) AS line
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

const TRIGGERS = `
  SELECT format('trigger %s %s', tgrelid::regclass, tgfoid::regproc) AS line FROM pg_trigger WHERE NOT tgisinternal`;

/** The lines of the schema `public`. */
export async function catalogueOf(pool: Pool): Promise<string[]> {
  const found = await pool.query<{ line: string }>(
    [COLUMNS, CONSTRAINTS, INDEXES, SECURITY, FUNCTIONS, TRIGGERS].join(' UNION ALL '),
  );
  return found.rows.map(({ line }) => line.replaceAll(/\s+/gu, ' ')).sort();
}
