// A contact of the organisation as projects store it: the columns and tables to read it from.
import type { ContactRow } from '@plumbline/core/site/rows/people';

export const CONTACT = `k.id AS "contactId", k.first_name AS "firstName", k.last_name AS "lastName", k.email, k.phone,
  f.name AS "companyName", coalesce(nullif(k.craft, ''), f.craft) AS craft`;
export const CONTACT_FROM =
  'FROM company_contact k JOIN company f ON f.organisation_id = k.organisation_id AND f.id = k.company_id';

export type CompanyContact = Omit<ContactRow, 'id' | 'projectId' | 'state'>;
