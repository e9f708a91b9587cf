// The role that requests connect as: it owns nothing and row-level security applies to it, so a statement that someone
// manages to inject reaches one organisation at most, whatever settings and roles it changes.
import { createHash } from 'node:crypto';
import { DatabaseError, escapeIdentifier, escapeLiteral, type Pool } from 'pg';
import type { Login } from './pool.ts';

/**
 * The login that belongs to a key of the installation: every process derives the same. Roles are shared by all databases of
 * a cluster, so the name depends on the key too.
 */
export function requestLogin(key: Buffer): Login {
  const password = key.toString('base64url');
  return { user: `plumbline_requests_${createHash('sha256').update(key).digest('hex').slice(0, 12)}`, password };
}

const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';

/** Creates the role if it does not exist. The schema must be up to date; `pool` connects as its owner. */
export async function ensureRequestRole(pool: Pool, { user, password }: Login): Promise<void> {
  const known = await pool.query('SELECT FROM pg_roles WHERE rolname = $1', [user]);
  if (known.rowCount !== 0) return;
  try {
    await pool.query(
      `CREATE ROLE ${escapeIdentifier(user)} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE
         PASSWORD ${escapeLiteral(password)} IN ROLE plumbline_app`,
    );
  } catch (error) {
    // Another process was faster.
    const exists = error instanceof DatabaseError && [DUPLICATE_OBJECT, UNIQUE_VIOLATION].includes(error.code ?? '');
    if (!exists) throw error;
  }
}
