// Contacts of an organisation: people of companies who are not users. A job copies changes to the projects that
// reference them.
import type {
  ContactEntry,
  changeContact,
  changeContacts,
  createContact,
  listContacts,
} from '@plumbline/core/features/organisations/companies-contract';
import type { BatchReply } from '@plumbline/core/kernel/batch-reply';
import { dropUndefined } from '@plumbline/core/kernel/drop-undefined';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import { runSiteAsSystem } from '../../db/tx/pg-store.ts';
import { systemTransaction, tenantSnapshot } from '../../db/tx/transaction.ts';
import { Params } from '../../db/tx/visibility.ts';
import { violatedConstraint } from '../../db/violated-constraint.ts';
import type { Session } from '../../http/session.ts';
import { CONTACT, CONTACT_FROM, type CompanyContact } from '../../lists/company-contact.ts';
import { pageOf } from '../../lists/page.ts';
import { patterns } from '../../lists/search-patterns.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { batchReply } from './batch-reply.ts';
import { requireCompany } from './companies.ts';

const FOLLOW = 'organisations.contact';

const ENTRIES = `(SELECT k.id, k.company_id AS "companyId", k.first_name AS "firstName", k.last_name AS "lastName", k.email,
    k.phone, k.fax, k.job_title AS "jobTitle", k.department, k.internal_id AS "internalId", k.craft, k.notes, k.active,
    k.created_at AS "createdAt", f.name AS "companyName",
    (SELECT count(*)::integer FROM contact c WHERE c.organisation_id = k.organisation_id AND c.contact_id = k.id
       AND c.state <> 'removed') AS projects
  ${CONTACT_FROM} WHERE k.organisation_id = $1) e`;

const BY_NAME = 'e."lastName" COLLATE natural_order, e."firstName" COLLATE natural_order';
const ORDERS = {
  name: 'e."lastName" COLLATE natural_order',
  company: 'e."companyName" COLLATE natural_order',
  craft: 'e.craft COLLATE natural_order',
  email: 'e.email',
} as const;

export function readContacts(
  { pool }: Services,
  { organisationId }: Session,
  query: RequestOf<typeof listContacts>['query'],
): Promise<ReplyOf<typeof listContacts>> {
  return tenantSnapshot(pool, organisationId, async (db) => {
    const params = new Params(organisationId);
    const text = `concat_ws(' ', e."firstName", e."lastName", e.email, e."companyName", e.craft, e."jobTitle")`;
    const where = [
      ...(query.state === 'all' ? ['true'] : [`e.active = ${params.add(query.state === 'active', 'boolean')}`]),
      ...(query.company === undefined ? [] : [`e."companyId" = ${params.add(query.company, 'uuid')}`]),
      ...patterns(query.search).map((pattern) => `${text} ILIKE ${params.add(pattern)}`),
    ].join(' AND ');
    const total = await db.query<{ count: number }>({
      text: `SELECT count(*) AS count FROM ${ENTRIES} WHERE ${where}`,
      values: params.values,
      types: ROW_TYPES,
    });
    const direction = query.reverse === 'true' ? 'DESC' : 'ASC';
    const found = await db.query<ContactEntry>({
      text: `SELECT * FROM ${ENTRIES} WHERE ${where} ORDER BY ${ORDERS[query.sort]} ${direction}, ${BY_NAME}, e.id
        LIMIT ${params.add(query.size, 'integer')} OFFSET ${params.add(query.page * query.size, 'bigint')}`,
      values: params.values,
      types: ROW_TYPES,
    });
    return pageOf(found.rows, total.rows[0]?.count ?? 0, query);
  });
}

async function readContact(db: PoolClient, organisationId: string, contactId: string): Promise<ContactEntry> {
  const found = await db.query<ContactEntry>({
    text: `SELECT * FROM ${ENTRIES} WHERE e.id = $2`,
    values: [organisationId, contactId],
    types: ROW_TYPES,
  });
  if (!found.rows[0]) throw new AppError('not_found');
  return found.rows[0];
}

const COLUMNS = {
  companyId: 'company_id',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  fax: 'fax',
  jobTitle: 'job_title',
  department: 'department',
  internalId: 'internal_id',
  craft: 'craft',
  notes: 'notes',
} as const;
type Field = keyof typeof COLUMNS;
const FIELDS = Object.keys(COLUMNS) as Field[];

export async function addContact(
  services: Services,
  { organisationId, userId }: Session,
  { id, ...content }: RequestOf<typeof createContact>['body'],
): Promise<ContactEntry> {
  return systemTransaction(services.pool, async (db) => {
    await requireCompany(db, organisationId, content.companyId);
    await db.query(
      `INSERT INTO company_contact (organisation_id, id, created_by, created_at, changed_at,
         ${FIELDS.map((field) => COLUMNS[field]).join(', ')})
       VALUES ($1, $2, $3, $4, $4, ${FIELDS.map((_, at) => `$${at + 5}`).join(', ')})`,
      [organisationId, id, userId, services.clock.now(), ...FIELDS.map((field) => content[field])],
    );
    return readContact(db, organisationId, id);
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === 'company_contact_pkey') throw new AppError('already_exists');
    throw error;
  });
}

export function editContact(
  services: Services,
  { organisationId }: Session,
  contactId: string,
  change: RequestOf<typeof changeContact>['body'],
): Promise<ContactEntry> {
  return systemTransaction(services.pool, async (db) => {
    if (change.companyId !== undefined) await requireCompany(db, organisationId, change.companyId);
    const params = new Params(organisationId, contactId, services.clock.now());
    const { active, ...content } = dropUndefined(change);
    const sets = Object.entries(content).map(([field, value]) => `${COLUMNS[field as Field]} = ${params.add(value)}`);
    if (active !== undefined) sets.push(`active = ${params.add(active, 'boolean')}`);
    await db.query(
      `UPDATE company_contact SET ${['changed_at = $3', ...sets].join(', ')} WHERE organisation_id = $1 AND id = $2`,
      params.values,
    );
    await services.queue.enqueue(db, FOLLOW, { organisationId, contactId }, { key: `${FOLLOW} ${contactId}` });
    return readContact(db, organisationId, contactId);
  });
}

/** Changes contacts of the organisation; other ids are skipped. */
export function setContactsActive(
  services: Services,
  { organisationId }: Session,
  { ids, active }: RequestOf<typeof changeContacts>['body'],
): Promise<BatchReply> {
  return systemTransaction(services.pool, async (db) => {
    const found = await db.query<{ id: string }>(
      `UPDATE company_contact SET active = $3, changed_at = $4 WHERE organisation_id = $1 AND id = ANY ($2::uuid[])
       RETURNING id`,
      [organisationId, ids, active, services.clock.now()],
    );
    for (const { id: contactId } of found.rows) {
      await services.queue.enqueue(db, FOLLOW, { organisationId, contactId }, { key: `${FOLLOW} ${contactId}` });
    }
    return batchReply(
      ids,
      found.rows.map((row) => row.id),
    );
  });
}

type Order = { organisationId: string; contactId: string };
type Named = CompanyContact & { active: boolean };

/** The job: projects show the organisation's current data; a contact set inactive becomes inactive in each project. */
async function follow(services: Services, { organisationId, contactId }: Order): Promise<void> {
  const { contact, places } = await systemTransaction(services.pool, async (db) => {
    const found = await db.query<Named>(
      `SELECT ${CONTACT}, k.active ${CONTACT_FROM} WHERE k.organisation_id = $1 AND k.id = $2`,
      [organisationId, contactId],
    );
    const places = await db.query<{ id: string; projectId: string }>(
      `SELECT id, project_id AS "projectId" FROM contact WHERE organisation_id = $1 AND contact_id = $2 AND state <> 'removed'`,
      [organisationId, contactId],
    );
    return { contact: found.rows[0], places: places.rows };
  });
  if (!contact) return;
  const { active, ...known } = contact;
  for (const { id, projectId } of places) {
    await runSiteAsSystem(services, { organisationId, userId: null }, projectId, 'contact.follow', async ({ tx }) => {
      const row = await tx.get('contact', id);
      if (!row || row.state === 'removed') return;
      tx.put('contact', { ...row, ...known, state: active ? row.state : 'inactive' });
    });
  }
}

export const contactTasks = (services: Services): Tasks => ({
  // Only `editContact` enqueues these payloads.
  [FOLLOW]: (payload) => follow(services, payload as Order),
});
