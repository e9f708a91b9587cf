// Contacts whose ids are given by what they come from: an archive or a table of pins.
import type { Person } from '@plumbline/core/features/people/import/rows';
import type { MemberRow } from '@plumbline/core/site/rows/people';
import type { PoolClient } from 'pg';
import type { Services } from '../../../platform/services.ts';
import { companiesOf } from './contacts.ts';

type Named = Pick<MemberRow, 'firstName' | 'lastName' | 'email' | 'companyName' | 'craft'>;

/** Someone of whom nothing is known. */
export const NOBODY: Person = {
  ...{ email: '', firstName: '', lastName: '', companyName: '', craft: '', role: null, teamId: null, team: '' },
  ...{ phone: '', language: 'en', jobTitle: '', department: '', internalId: '', fax: '', street: '', postCode: '' },
  ...{ city: '', country: '' },
};

/** Creates contacts of the organisation under the given ids; without effect for those that exist. */
export async function createGivenContacts(
  services: Services,
  db: PoolClient,
  { organisationId, userId }: { organisationId: string; userId: string },
  contacts: readonly (Named & { id: string; phone: string })[],
): Promise<void> {
  if (contacts.length === 0) return;
  const now = services.clock.now();
  // A contact belongs to a company; someone without one stands for their own.
  const companyOf = ({ companyName, firstName, lastName, email }: Named) =>
    companyName || `${firstName} ${lastName}`.trim() || email || '–';
  const companies = await companiesOf(
    services,
    db,
    { organisationId, userId, now },
    contacts.map((one) => ({ ...NOBODY, companyName: companyOf(one) })),
  );
  const rows = contacts.map((one) => ({ ...one, companyId: companies.get(companyOf(one).toLowerCase()) }));
  await db.query(
    `INSERT INTO company_contact (organisation_id, id, company_id, first_name, last_name, email, phone, fax, job_title,
       department, internal_id, craft, notes, created_by, created_at, changed_at)
     SELECT $1, n.id, n."companyId", n."firstName", n."lastName", n.email, n.phone, '', '', '', '', n.craft, '', $3, $4, $4
     FROM jsonb_to_recordset($2::jsonb) AS n (id uuid, "companyId" uuid, "firstName" text, "lastName" text, email text,
       phone text, craft text) ON CONFLICT DO NOTHING`,
    [organisationId, JSON.stringify(rows), userId, now],
  );
}
