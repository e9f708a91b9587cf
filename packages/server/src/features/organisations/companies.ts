// Companies of an organisation: listed, created, changed, and duplicates merged.
import type {
  CompanyContent,
  CompanyEntry,
  changeCompanies,
  changeCompany,
  createCompany,
  listCompanies,
} from '@plumbline/core/features/organisations/companies-contract';
import type { BatchReply } from '@plumbline/core/kernel/batch-reply';
import { dropUndefined } from '@plumbline/core/kernel/drop-undefined';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import { systemTransaction, tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import { Params } from '../../db/tx/visibility.ts';
import { violatedConstraint } from '../../db/violated-constraint.ts';
import type { Session } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import { patterns } from '../../lists/search-patterns.ts';
import type { Services } from '../../platform/services.ts';
import { batchReply } from './batch-reply.ts';

const ENTRIES = `(SELECT c.id, c.name, c.craft, c.street, c.zip, c.city, c.country, c.phone, c.email, c.notes, c.active,
    c.created_at AS "createdAt",
    (SELECT count(*)::integer FROM company_contact k WHERE k.organisation_id = c.organisation_id AND k.company_id = c.id
       AND k.active) AS contacts,
    coalesce(u.users, 0)::integer AS users
  FROM company c LEFT JOIN (SELECT o.company_id, count(*) AS users FROM organisation_people() o WHERE o.state <> 'removed'
    GROUP BY o.company_id) u ON u.company_id = c.id
  WHERE c.organisation_id = $1) e`;

const ORDERS = {
  name: 'e.name COLLATE natural_order',
  craft: 'e.craft COLLATE natural_order',
  city: 'e.city COLLATE natural_order',
  contacts: 'e.contacts',
  users: 'e.users',
} as const;

export function readCompanies(
  { pool }: Services,
  { organisationId }: Session,
  query: RequestOf<typeof listCompanies>['query'],
): Promise<ReplyOf<typeof listCompanies>> {
  return tenantSnapshot(pool, organisationId, async (db) => {
    const params = new Params(organisationId);
    const where = [
      ...(query.state === 'all' ? ['true'] : [`e.active = ${params.add(query.state === 'active', 'boolean')}`]),
      ...patterns(query.search).map(
        (pattern) => `concat_ws(' ', e.name, e.craft, e.city, e.email) ILIKE ${params.add(pattern)}`,
      ),
    ].join(' AND ');
    const total = await db.query<{ count: number }>({
      text: `SELECT count(*) AS count FROM ${ENTRIES} WHERE ${where}`,
      values: params.values,
      types: ROW_TYPES,
    });
    const direction = query.reverse === 'true' ? 'DESC' : 'ASC';
    const found = await db.query<CompanyEntry>({
      text: `SELECT * FROM ${ENTRIES} WHERE ${where} ORDER BY ${ORDERS[query.sort]} ${direction}, ${ORDERS.name}, e.id
        LIMIT ${params.add(query.size, 'integer')} OFFSET ${params.add(query.page * query.size, 'bigint')}`,
      values: params.values,
      types: ROW_TYPES,
    });
    return pageOf(found.rows, total.rows[0]?.count ?? 0, query);
  });
}

async function readCompany(db: PoolClient, organisationId: string, companyId: string): Promise<CompanyEntry> {
  const found = await db.query<CompanyEntry>({
    text: `SELECT * FROM ${ENTRIES} WHERE e.id = $2`,
    values: [organisationId, companyId],
    types: ROW_TYPES,
  });
  if (!found.rows[0]) throw new AppError('not_found');
  return found.rows[0];
}

/** Company names are unique. */
function refused(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'company_name_key') refuseFields({ path: 'name', outcome: 'ALREADY_IN_USE' });
  if (constraint === 'company_pkey') throw new AppError('already_exists');
  throw error;
}

const FIELDS = ['name', 'craft', 'street', 'zip', 'city', 'country', 'phone', 'email', 'notes'] as const;

export function addCompany(
  services: Services,
  { organisationId, userId }: Session,
  { id, ...content }: RequestOf<typeof createCompany>['body'],
): Promise<CompanyEntry> {
  const values = FIELDS.map((field) => (content satisfies CompanyContent)[field]);
  return tenantTransaction(services.pool, organisationId, async (db) => {
    await db.query(
      `INSERT INTO company (organisation_id, id, created_by, created_at, changed_at, ${FIELDS.join(', ')})
       VALUES ($1, $2, $3, $4, $4, ${FIELDS.map((_, at) => `$${at + 5}`).join(', ')})`,
      [organisationId, id, userId, services.clock.now(), ...values],
    );
    return readCompany(db, organisationId, id);
  }).catch(refused);
}

export function editCompany(
  services: Services,
  { organisationId }: Session,
  companyId: string,
  change: RequestOf<typeof changeCompany>['body'],
): Promise<CompanyEntry> {
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const params = new Params(organisationId, companyId, services.clock.now());
    const sets = Object.entries(dropUndefined(change)).map(([field, value]) => `${field} = ${params.add(value)}`);
    await db.query(
      `UPDATE company SET ${['changed_at = $3', ...sets].join(', ')} WHERE organisation_id = $1 AND id = $2`,
      params.values,
    );
    return readCompany(db, organisationId, companyId);
  }).catch(refused);
}

/** Changes companies of the organisation; other ids are skipped. */
export function setCompaniesActive(
  services: Services,
  { organisationId }: Session,
  { ids, active }: RequestOf<typeof changeCompanies>['body'],
): Promise<BatchReply> {
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const found = await db.query<{ id: string }>(
      'UPDATE company SET active = $3, changed_at = $4 WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) RETURNING id',
      [organisationId, ids, active, services.clock.now()],
    );
    return batchReply(
      ids,
      found.rows.map((row) => row.id),
    );
  });
}

/** Moves everyone from one company to the other. */
export async function mergeCompanies(
  services: Services,
  { organisationId }: Session,
  companyId: string,
  into: string,
): Promise<CompanyEntry> {
  if (companyId === into) refuseFields({ path: 'into', outcome: 'NOT_VALID' });
  await systemTransaction(services.pool, async (db) => {
    const both = await db.query(
      'SELECT FROM company WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE',
      [organisationId, [companyId, into]],
    );
    if (both.rowCount !== 2) throw new AppError('not_found');
    for (const table of ['company_contact', 'organisation_member']) {
      await db.query(`UPDATE ${table} SET company_id = $3 WHERE organisation_id = $1 AND company_id = $2`, [
        organisationId,
        companyId,
        into,
      ]);
    }
    await db.query('DELETE FROM company WHERE organisation_id = $1 AND id = $2', [organisationId, companyId]);
  });
  return tenantSnapshot(services.pool, organisationId, (db) => readCompany(db, organisationId, into));
}

/** Throws `invalid_input` for a company the organisation does not have, or has set inactive. */
export async function requireCompany(db: PoolClient, organisationId: string, companyId: string): Promise<void> {
  const found = await db.query('SELECT FROM company WHERE organisation_id = $1 AND id = $2 AND active', [
    organisationId,
    companyId,
  ]);
  if (found.rowCount === 0) refuseFields({ path: 'companyId', outcome: 'UNKNOWN' });
}
