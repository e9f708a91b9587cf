// The management of an organisation over HTTP: its companies, contacts, licence and usage.
import { organisationActivity } from '@plumbline/core/features/organisations/activity-log';
import * as companies from '@plumbline/core/features/organisations/companies-contract';
import * as organisation from '@plumbline/core/features/organisations/organisation-contract';
import type { Feature } from '../../http/feature.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { readActivityLog } from './activity-log.ts';
import { addCompany, editCompany, mergeCompanies, readCompanies, setCompaniesActive } from './companies.ts';
import { addContact, contactTasks, editContact, readContacts, setContactsActive } from './contacts.ts';
import { choosePlan, readLicence } from './licence.ts';
import { membershipTasks } from './project-memberships.ts';
import { readStorage } from './storage.ts';
import { readUsage } from './usage.ts';

export const organisations: Feature = (serve, services) => {
  serve(organisation.readLicence, ({ session }) => readLicence(services, session));
  serve(organisation.changeLicence, ({ session }, { body }) => choosePlan(services, session, body));
  serve(organisationActivity, ({ session }, { query }) => readActivityLog(services, session, query));
  serve(organisation.organisationStorage, ({ session }) => readStorage(services, session));
  serve(organisation.organisationUse, ({ session }) => readUsage(services, session));

  serve(companies.listCompanies, ({ session }, { query }) => readCompanies(services, session, query));
  serve(companies.createCompany, ({ session }, { body }) => addCompany(services, session, body));
  serve(companies.changeCompany, ({ session }, { params, body }) =>
    editCompany(services, session, params.companyId, body),
  );
  serve(companies.changeCompanies, ({ session }, { body }) => setCompaniesActive(services, session, body));
  serve(companies.changeContacts, ({ session }, { body }) => setContactsActive(services, session, body));
  serve(companies.mergeCompany, ({ session }, { params, body }) =>
    mergeCompanies(services, session, params.companyId, body.into),
  );
  serve(companies.listContacts, ({ session }, { query }) => readContacts(services, session, query));
  serve(companies.createContact, ({ session }, { body }) => addContact(services, session, body));
  serve(companies.changeContact, ({ session }, { params, body }) =>
    editContact(services, session, params.contactId, body),
  );
};

export const organisationTasks = (services: Services): Tasks => ({
  ...membershipTasks(services),
  ...contactTasks(services),
});
