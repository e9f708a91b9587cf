// Loads the sites of the demo from its pack. May be repeated: what is already there stays.
import { DEFAULT_REPORT_OPTIONS } from '@plumbline/core/features/reports/options';
import { runSite } from '../../db/tx/pg-store.ts';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import { readActor } from '../../http/project-actor.ts';
import type { Session } from '../../http/session.ts';
import { CONTACT, CONTACT_FROM, type CompanyContact } from '../../lists/company-contact.ts';
import { create } from '../reports/service.ts';
import { withScratch } from '../uploads/scratch.ts';
import { actorOf, demoId, pinId, projectIdOf } from './ids.ts';
import { loadDatasets } from './load-datasets.ts';
import { loadPins } from './load-pins.ts';
import { loadPlans } from './load-plans.ts';
import { loadProject } from './load-project.ts';
import { dayOf, type Loading, servicesAt, unlessDone } from './loading.ts';

/** Loads the reports of a site: creates them as a user does; the worker fills them. */
async function loadReports(loading: Loading): Promise<void> {
  const { pack, site } = loading;
  const { owner, language } = site.project;
  const projectId = projectIdOf(site);
  const ownsAll = pack.people.some(({ key, owner: all }) => all && key === owner);
  const session: Session = {
    sessionId: demoId('session'),
    ...actorOf(owner),
    owner: ownsAll,
    admin: ownsAll,
    manageUsers: false,
    licensed: true,
    licenceExpired: false,
    language,
    timeZone: site.project.timezone,
    way: 'password',
  };
  const actor = await readActor(loading.services.pool, session, projectId);
  for (const { key, created, title, templateId, pins, attendees, weather } of site.reports) {
    const day = dayOf(loading, -created.daysAgo);
    await unlessDone(() =>
      create(
        servicesAt(loading, created),
        { session, actor, projectId },
        {
          id: demoId(`report ${key}`),
          title,
          templateId,
          format: 'docx',
          language,
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

/** Loads the companies of the demo and their contacts who are not users, and adds the contacts to the site. */
async function loadCompanies(loading: Loading): Promise<void> {
  const { companies, contacts, people } = loading.pack;
  const { project } = loading.site;
  const projectId = projectIdOf(loading.site);
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
  await runSite(services, owner, projectId, 'contact.add', async ({ tx, db }) => {
    const known = await db.query<CompanyContact>(
      `SELECT ${CONTACT} ${CONTACT_FROM} WHERE k.organisation_id = $1 AND k.id = ANY ($2::uuid[])`,
      [organisationId, contacts.map(({ key }) => contactId(key))],
    );
    for (const contact of known.rows) {
      const id = demoId(`named ${contact.contactId}`);
      if (!(await tx.get('contact', id))) tx.put('contact', { id, projectId, ...contact, state: 'active' });
    }
  });
}

async function loadSite(loading: Loading): Promise<void> {
  await loadProject(loading);
  await loadPlans(loading);
  const records = await loadDatasets(loading);
  await withScratch(loading.services, (folder) => loadPins(loading, records, folder));
  await loadReports(loading);
}

export async function loadDemo(loading: Omit<Loading, 'site'>): Promise<void> {
  for (const [index, site] of loading.pack.sites.entries()) {
    await loadSite({ ...loading, site });
    if (index === 0) await loadCompanies({ ...loading, site });
  }
  loading.services.log.info('the demo project is complete');
}
