// The companies of the demo site and the people of them who are no users: made once, and named in the project.

import { runSite } from '../../db/tx/pg-store.ts';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Parts } from '../../platform/services.ts';
import { CONTACT, CONTACT_FROM, type Known } from '../people/contacts.ts';
import { demoId } from './ids.ts';
import { DEMO_PEOPLE, plain } from './people.ts';

type Where = { organisationId: string; userId: string };

/** Name, craft, street, town, number to call. */
const COMPANIES = [
  ['Studio Ahornweg', 'Architecture and site management', 'Ahornweg 3', 'Berlin', '+49 30 5550 1210'],
  ['Lindenhof Projekt', 'Client', 'Lindenhofweg 2', 'Berlin', '+49 30 5550 4100'],
  ['Keller Haustechnik', 'Heating and ventilation', 'Werkhof 17', 'Potsdam', '+49 331 5550 620'],
  ['Yıldız Trockenbau', 'Drywall', 'Gipsgasse 8', 'Berlin', '+49 30 5550 7731'],
  ['Elektro Dvořák', 'Electrical', 'Am Umspannwerk 4', 'Berlin', '+49 30 5550 8080'],
  ['Rossi Fenster', 'Windows and doors', 'Glashüttenweg 21', 'Teltow', '+49 3328 5550 14'],
  ['Fliesen Brandt', 'Floors and tiles', 'Keramikstraße 5', 'Berlin', '+49 30 5550 3345'],
  ['Gerüstbau Nowak', 'Scaffolding', 'Bauhofstraße 40', 'Bernau', '+49 3338 5550 77'],
  ['Ingenieurbüro Sandmann', 'Structural engineering', 'Statikerweg 1', 'Berlin', '+49 30 5550 9012'],
  ['Prüfbüro Ettl', 'Fire protection', 'Löschteich 6', 'Berlin', '+49 30 5550 1120'],
] as const;
type CompanyName = (typeof COMPANIES)[number][0];

type DemoContact = {
  key: string;
  firstName: string;
  lastName: string;
  company: CompanyName;
  jobTitle: string;
  phone: string;
};

const CONTACTS: readonly DemoContact[] = [
  {
    key: 'brandt',
    firstName: 'Uwe',
    lastName: 'Brandt',
    company: 'Fliesen Brandt',
    jobTitle: 'Master tiler',
    phone: '+49 30 5550 3346',
  },
  {
    key: 'nowak',
    firstName: 'Kamil',
    lastName: 'Nowak',
    company: 'Gerüstbau Nowak',
    jobTitle: 'Foreman',
    phone: '+49 3338 5550 78',
  },
  {
    key: 'sandmann',
    firstName: 'Ines',
    lastName: 'Sandmann',
    company: 'Ingenieurbüro Sandmann',
    jobTitle: 'Structural engineer',
    phone: '+49 30 5550 9013',
  },
  {
    key: 'ettl',
    firstName: 'Bernd',
    lastName: 'Ettl',
    company: 'Prüfbüro Ettl',
    jobTitle: 'Fire safety inspector',
    phone: '+49 30 5550 1121',
  },
  {
    key: 'keller',
    firstName: 'Rolf',
    lastName: 'Keller',
    company: 'Keller Haustechnik',
    jobTitle: 'Managing director',
    phone: '+49 331 5550 621',
  },
];

/** Nobody's mail reaches anybody: the domain is one that never exists. */
const mailOf = (name: string): string => `office@${plain(name)}.example`;

export async function makeCompanies(parts: Parts, by: Where, projectId: string): Promise<void> {
  const { organisationId, userId } = by;
  const now = parts.clock.now();
  await tenantTransaction(parts.pool, organisationId, async (db) => {
    for (const [name, craft, street, city, phone] of COMPANIES) {
      await db.query(
        `INSERT INTO company (organisation_id, id, name, craft, street, zip, city, country, phone, email, notes, created_by,
           created_at, changed_at) VALUES ($1, $2, $3, $4, $5, '', $6, 'DE', $7, $8, '', $9, $10, $10) ON CONFLICT DO NOTHING`,
        [organisationId, demoId(`company ${name}`), name, craft, street, city, phone, mailOf(name), userId, now],
      );
    }
    for (const one of CONTACTS) {
      await db.query(
        `INSERT INTO company_contact (organisation_id, id, company_id, first_name, last_name, email, phone, fax, job_title,
           department, internal_id, craft, notes, created_by, created_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, '', $8, '', '', $11, '', $9, $10, $10) ON CONFLICT DO NOTHING`,
        [
          organisationId,
          demoId(`contact ${one.key}`),
          demoId(`company ${one.company}`),
          one.firstName,
          one.lastName,
          mailOf(one.company),
          one.phone,
          one.jobTitle,
          userId,
          now,
          COMPANIES.find(([name]) => name === one.company)?.[1] ?? '',
        ],
      );
    }
  });
  await systemTransaction(parts.pool, (db) =>
    db.query(
      `UPDATE organisation_member m SET company_id = said.company_id FROM unnest($2::uuid[], $3::uuid[]) said (user_id, company_id)
     WHERE m.organisation_id = $1 AND m.user_id = said.user_id AND m.company_id IS NULL`,
      [
        organisationId,
        DEMO_PEOPLE.map(({ key }) => demoId(key)),
        DEMO_PEOPLE.map(({ company }) => demoId(`company ${company}`)),
      ],
    ),
  );
  await runSite(parts, by, projectId, 'contact.add', async ({ tx, db }) => {
    const known = await db.query<Known>(
      `SELECT ${CONTACT} ${CONTACT_FROM} WHERE k.organisation_id = $1 AND k.id = ANY ($2::uuid[])`,
      [organisationId, CONTACTS.map(({ key }) => demoId(`contact ${key}`))],
    );
    for (const contact of known.rows) {
      const id = demoId(`named ${contact.contactId}`);
      if (!(await tx.get('contact', id))) tx.put('contact', { id, projectId, ...contact, state: 'active' });
    }
  });
}
