// Contacts of the organisation in a project: listed, added, set inactive and removed.
import type {
  addContacts,
  changeProjectContact,
  changeProjectContacts,
  listContactChoices,
} from '@plumbline/core/features/people/contract';
import { contactName } from '@plumbline/core/features/people/listed';
import type { BatchReply } from '@plumbline/core/kernel/batch-reply';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { requireCapability } from '@plumbline/core/site/actor';
import type { ContactRow } from '@plumbline/core/site/rows/people';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import { runSite } from '../../db/tx/pg-store.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params } from '../../db/tx/visibility.ts';
import type { Session } from '../../http/session.ts';
import { CONTACT, CONTACT_FROM, type CompanyContact } from '../../lists/company-contact.ts';
import { pageOf } from '../../lists/page.ts';
import { patterns } from '../../lists/search-patterns.ts';
import type { Services } from '../../platform/services.ts';

export async function readChoices(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  query: RequestOf<typeof listContactChoices>['query'],
): Promise<ReplyOf<typeof listContactChoices>> {
  const params = new Params(organisationId, projectId);
  const words = patterns(query.search)
    .map(
      (pattern) =>
        ` AND concat_ws(' ', k.first_name, k.last_name, k.email, f.name, k.craft, f.craft) ILIKE ${params.add(pattern)}`,
    )
    .join('');
  const select = `SELECT ${CONTACT} ${CONTACT_FROM} WHERE k.organisation_id = $1 AND k.active AND f.active
    AND NOT EXISTS (SELECT FROM contact c WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.contact_id = k.id
      AND c.state <> 'removed')${words}`;
  const total = await db.query<{ count: number }>({
    text: `SELECT count(*) AS count FROM (${select}) every`,
    values: params.values,
    types: ROW_TYPES,
  });
  const found = await db.query<ReplyOf<typeof listContactChoices>['content'][number]>({
    text: `SELECT "contactId", "firstName", "lastName", "companyName", craft FROM (${select}) listed
      ORDER BY "companyName" COLLATE natural_order, "lastName" COLLATE natural_order, "contactId"
      LIMIT ${params.add(query.size, 'integer')} OFFSET ${params.add(query.page * query.size, 'bigint')}`,
    values: params.values,
    types: ROW_TYPES,
  });
  return pageOf(found.rows, total.rows[0]?.count ?? 0, query);
}

/** Throws `invalid_input` for a contact that the organisation does not have or has set inactive. */
export function nameContacts(
  services: Services,
  session: Session,
  projectId: string,
  { contacts }: RequestOf<typeof addContacts>['body'],
): Promise<{ contacts: ContactRow[] }> {
  return runSite(services, session, projectId, 'contact.add', async ({ tx, actor, db }) => {
    requireCapability(actor, 'member.manage');
    const found = await db.query<CompanyContact>(
      `SELECT ${CONTACT} ${CONTACT_FROM} WHERE k.organisation_id = $1 AND k.active AND k.id = ANY ($2::uuid[])`,
      [session.organisationId, contacts.map((contact) => contact.contactId)],
    );
    const known = new Map(found.rows.map((row) => [row.contactId, row]));
    const named: ContactRow[] = [];
    for (const { id, contactId } of contacts) {
      const contact = known.get(contactId);
      if (!contact) refuseFields({ path: 'contacts', outcome: 'UNKNOWN' });
      const before = (await tx.find('contact', 'contactId', contactId))[0];
      if (before && before.state !== 'removed') continue;
      if (!before && (await tx.get('contact', id))) throw new AppError('already_exists');
      const row: ContactRow = { id: before?.id ?? id, projectId, ...contact, state: 'active' };
      tx.put('contact', row);
      named.push(row);
    }
    return { contacts: named };
  });
}

type State = RequestOf<typeof changeProjectContact>['body']['state'];

/** Which of these contacts the organisation has and has not set inactive. */
async function offered(db: PoolClient, organisationId: string, contactIds: readonly string[]): Promise<Set<string>> {
  const found = await db.query<{ id: string }>(
    'SELECT id FROM company_contact WHERE organisation_id = $1 AND active AND id = ANY ($2::uuid[])',
    [organisationId, contactIds],
  );
  return new Set(found.rows.map((row) => row.id));
}

/**
 * Throws `not_found` for an unknown contact, `state_unfit` when activating one that the organisation has set inactive.
 */
function afterChange(row: ContactRow | undefined, state: State, known: ReadonlySet<string>): ContactRow {
  if (!row) throw new AppError('not_found');
  if (state === 'active' && row.state !== 'active' && !known.has(row.contactId)) throw new AppError('state_unfit');
  return { ...row, state };
}

export function changeContactState(
  services: Services,
  session: Session,
  { projectId, contactRowId }: { projectId: string; contactRowId: string },
  { state }: RequestOf<typeof changeProjectContact>['body'],
): Promise<ContactRow> {
  return runSite(services, session, projectId, 'contact.change', async ({ tx, actor, db }) => {
    requireCapability(actor, 'member.manage');
    const row = await tx.get('contact', contactRowId);
    const next = afterChange(row, state, await offered(db, session.organisationId, row ? [row.contactId] : []));
    tx.put('contact', next);
    return next;
  });
}

/** Applies all changes in one step of the project's history. */
export function changeContactStates(
  services: Services,
  session: Session,
  projectId: string,
  { contactRowIds, state }: RequestOf<typeof changeProjectContacts>['body'],
): Promise<BatchReply> {
  return runSite(services, session, projectId, 'contact.change', async ({ tx, actor, db }) => {
    requireCapability(actor, 'member.manage');
    const rows = new Map((await tx.find('contact', 'projectId', projectId)).map((row) => [row.id, row]));
    const contactIds = [...rows.values()].map((row) => row.contactId);
    const known = await offered(db, session.organisationId, contactIds);
    const done: string[] = [];
    const skipped: BatchReply['skipped'] = [];
    for (const id of new Set(contactRowIds)) {
      const row = rows.get(id);
      try {
        tx.put('contact', afterChange(row, state, known));
        done.push(id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        skipped.push({ id, name: row ? contactName(row) : '', code: error.code });
      }
    }
    return { done, skipped };
  });
}
