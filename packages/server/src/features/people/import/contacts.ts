// Companies and contacts of a list: those that are there already are found, the others made.
import type { Person } from '@plumbline/core/features/people/import/rows';
import type { PoolClient } from 'pg';
import type { Services } from '../../../platform/services.ts';

type ImportingUser = { organisationId: string; userId: string; now: Date };

/** Ids of the companies these people name, by lower-case name. */
export async function companiesOf(
  services: Pick<Services, 'newId'>,
  db: PoolClient,
  { organisationId, userId, now }: ImportingUser,
  people: readonly Person[],
): Promise<Map<string, string>> {
  const named = new Map<string, Person>();
  for (const person of people) {
    const name = person.companyName.toLowerCase();
    // The first spelling is kept.
    if (name !== '' && !named.has(name)) named.set(name, person);
  }
  if (named.size === 0) return new Map();
  const rows = [...named.values()].map(({ companyName, street, postCode, city, country }) => ({
    ...{ id: services.newId(), name: companyName, street, city, country, zip: postCode },
  }));
  await db.query(
    `INSERT INTO company (organisation_id, id, name, craft, street, zip, city, country, phone, email, notes, created_by, created_at, changed_at)
     SELECT $1, n.id, n.name, '', n.street, n.zip, n.city, n.country, '', '', '', $3, $4, $4
     FROM jsonb_to_recordset($2::jsonb) AS n (id uuid, name text, street text, zip text, city text, country text)
     ON CONFLICT (organisation_id, lower(name)) DO NOTHING`,
    [organisationId, JSON.stringify(rows), userId, now],
  );
  const found = await db.query<{ id: string; name: string }>(
    `SELECT id, lower(name) AS name FROM company WHERE organisation_id = $1
       AND lower(name) IN (SELECT lower(one) FROM unnest($2::text[]) one)`,
    [organisationId, rows.map((row) => row.name)],
  );
  return new Map(found.rows.map(({ id, name }) => [name, id]));
}

/** Identifies a contact: by address, or by company and name if it has no address. */
export const contactKey = ({ email, companyName, firstName, lastName }: Person): string =>
  email || [companyName, firstName, lastName].join('\n').toLowerCase();

/** Keys of those requested contacts that already exist. */
export async function presentContacts(
  db: PoolClient,
  organisationId: string,
  people: readonly Person[],
): Promise<Set<string>> {
  const found = await db.query<{ key: string }>(
    `SELECT key FROM (
       SELECT lower(c.email) AS mail, lower(concat_ws(E'\\n', f.name, c.first_name, c.last_name)) AS name
       FROM company_contact c JOIN company f ON f.organisation_id = c.organisation_id AND f.id = c.company_id
       WHERE c.organisation_id = $1) every, LATERAL (VALUES (every.mail), (every.name)) keys (key)
     WHERE key <> '' AND key = ANY ($2)`,
    [organisationId, people.map(contactKey)],
  );
  return new Set(found.rows.map((row) => row.key));
}

/** Creates the missing contacts; returns the keys of those that existed. */
export async function createContacts(
  services: Pick<Services, 'newId'>,
  db: PoolClient,
  who: ImportingUser,
  people: readonly Person[],
): Promise<Set<string>> {
  const { organisationId, userId, now } = who;
  const present = await presentContacts(db, organisationId, people);
  const fresh = people.filter((person) => !present.has(contactKey(person)));
  const companies = await companiesOf(services, db, who, fresh);
  const rows = fresh.map((person) => ({
    ...{ id: services.newId(), company_id: companies.get(person.companyName.toLowerCase()), email: person.email },
    ...{
      first_name: person.firstName,
      last_name: person.lastName,
      phone: person.phone,
      fax: person.fax,
      craft: person.craft,
    },
    ...{ job_title: person.jobTitle, department: person.department, internal_id: person.internalId },
  }));
  await db.query(
    `INSERT INTO company_contact (organisation_id, id, company_id, first_name, last_name, email, phone, fax, job_title,
       department, internal_id, craft, notes, created_by, created_at, changed_at)
     SELECT c.organisation_id, n.id, c.id, n.first_name, n.last_name, n.email, n.phone, n.fax, n.job_title, n.department,
       n.internal_id, n.craft, '', $3, $4, $4
     FROM jsonb_to_recordset($2::jsonb) AS n (id uuid, company_id uuid, first_name text, last_name text, email text, phone text,
       fax text, job_title text, department text, internal_id text, craft text)
     JOIN company c ON c.organisation_id = $1 AND c.id = n.company_id`,
    [organisationId, JSON.stringify(rows), userId, now],
  );
  return present;
}
