// Loads the project of the demo from its pack. May be repeated: what is already there stays.
import { DEFAULT_REPORT_OPTIONS } from '@plumbline/core/features/reports/options';
import { runSite } from '../../db/tx/pg-store.ts';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import { readActor } from '../../http/project-actor.ts';
import type { Session } from '../../http/session.ts';
import { CONTACT, CONTACT_FROM, type CompanyContact } from '../../lists/company-contact.ts';
import { create } from '../reports/service.ts';
import { withScratch } from '../uploads/scratch.ts';
import { actorOf, DEMO_PROJECT, demoId, pinId } from './ids.ts';
import { loadDatasets } from './load-datasets.ts';
import { loadPins } from './load-pins.ts';
import { loadPlans } from './load-plans.ts';
import { loadProject } from './load-project.ts';
import { dayOf, type Loading, servicesAt, unlessDone } from './loading.ts';

/** Loads the reports of the demo: creates them as a user does; the worker fills them. */
async function loadReports(loading: Loading): Promise<void> {
  const { services, pack } = loading;
  const session: Session = {
    sessionId: demoId('session'),
    ...actorOf(pack.project.owner),
    owner: true,
    admin: true,
    manageUsers: false,
    licensed: true,
    licenceExpired: false,
    language: pack.project.language,
    timeZone: pack.project.timezone,
    way: 'password',
  };
  const actor = await readActor(services.pool, session, DEMO_PROJECT);
  const day = dayOf(loading, 0);
  for (const { key, title, templateId, pins, attendees, weather } of pack.reports) {
    await unlessDone(() =>
      create(
        services,
        { session, actor, projectId: DEMO_PROJECT },
        {
          id: demoId(`report ${key}`),
          title,
          templateId,
          format: 'docx',
          language: pack.project.language,
          pinIds: pins.map(pinId),
          taskIds: [],
          filter: null,
          attendees,
          weather: weather === null ? null : { day, text: weather, low: null, high: null, wind: null, rain: null },
          options: DEFAULT_REPORT_OPTIONS,
          signed: null,
        },
      ),
    );
  }
}

const companyId = (name: string): string => demoId(`company ${name}`);
const contactId = (key: string): string => demoId(`contact ${key}`);

/** Loads the companies of the demo and their contacts who are not users, and adds the contacts to the project. */
async function loadCompanies(loading: Loading): Promise<void> {
  const { companies, contacts, people, project } = loading.pack;
  const services = servicesAt(loading, project.created);
  const owner = actorOf(project.owner);
  const { organisationId, userId } = owner;
  const now = services.clock.now();
  await tenantTransaction(services.pool, organisationId, async (db) => {
    for (const { name, craft, street, city, phone, email } of companies) {
      await db.query(
        `INSERT INTO company (organisation_id, id, name, craft, street, zip, city, country, phone, email, notes, created_by,
           created_at, changed_at) VALUES ($1, $2, $3, $4, $5, '', $6, 'DE', $7, $8, '', $9, $10, $10) ON CONFLICT DO NOTHING`,
        [organisationId, companyId(name), name, craft, street, city, phone, email, userId, now],
      );
    }
    for (const { key, firstName, lastName, company: name, jobTitle, phone } of contacts) {
      const company = companies.find((one) => one.name === name);
      if (!company) throw new TypeError(`there is no company named ${name}`);
      await db.query(
        `INSERT INTO company_contact (organisation_id, id, company_id, first_name, last_name, email, phone, fax, job_title,
           department, internal_id, craft, notes, created_by, created_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, '', $8, '', '', $11, '', $9, $10, $10) ON CONFLICT DO NOTHING`,
        [
          ...[organisationId, contactId(key), companyId(name), firstName, lastName, company.email, phone, jobTitle],
          ...[userId, now, company.craft],
        ],
      );
    }
  });
  await systemTransaction(services.pool, (db) =>
    db.query(
      `UPDATE organisation_member m SET company_id = said.company_id FROM unnest($2::uuid[], $3::uuid[]) said (user_id, company_id)
     WHERE m.organisation_id = $1 AND m.user_id = said.user_id AND m.company_id IS NULL`,
      [organisationId, people.map(({ key }) => demoId(key)), people.map(({ company }) => companyId(company))],
    ),
  );
  await runSite(services, owner, DEMO_PROJECT, 'contact.add', async ({ tx, db }) => {
    const known = await db.query<CompanyContact>(
      `SELECT ${CONTACT} ${CONTACT_FROM} WHERE k.organisation_id = $1 AND k.id = ANY ($2::uuid[])`,
      [organisationId, contacts.map(({ key }) => contactId(key))],
    );
    for (const contact of known.rows) {
      const id = demoId(`named ${contact.contactId}`);
      if (!(await tx.get('contact', id)))
        tx.put('contact', { id, projectId: DEMO_PROJECT, ...contact, state: 'active' });
    }
  });
}

export async function loadDemo(loading: Loading): Promise<void> {
  await loadProject(loading);
  await loadCompanies(loading);
  await withScratch(loading.services, (folder) => loadPlans(loading, folder));
  const records = await loadDatasets(loading);
  await withScratch(loading.services, (folder) => loadPins(loading, records, folder));
  await loadReports(loading);
  loading.services.log.info('the demo project is complete');
}
