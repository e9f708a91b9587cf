// The management of an organisation over HTTP: its companies, contacts, licence and usage.
import * as companies from '@plumbline/core/features/organisations/companies-contract';
import * as organisation from '@plumbline/core/features/organisations/organisation-contract';
import type { Feature } from '../../http/feature.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Parts } from '../../platform/services.ts';
import { editCompany, joinCompanies, makeCompany, readCompanies, setCompaniesActive } from './companies.ts';
import { contactTasks, editContact, makeContact, readContacts, setContactsActive } from './contacts.ts';
import { readLicence, takePlan } from './licence.ts';
import { membershipTasks } from './project-memberships.ts';
import { readUsage } from './usage.ts';

export const organisations: Feature = (serve, parts) => {
  serve(organisation.readLicence, ({ session }) => readLicence(parts, session));
  serve(organisation.changeLicence, ({ session }, { body }) => takePlan(parts, session, body));
  serve(organisation.organisationUse, ({ session }) => readUsage(parts, session));

  serve(companies.listCompanies, ({ session }, { query }) => readCompanies(parts, session, query));
  serve(companies.createCompany, ({ session }, { body }) => makeCompany(parts, session, body));
  serve(companies.changeCompany, ({ session }, { params, body }) =>
    editCompany(parts, session, params.companyId, body),
  );
  serve(companies.changeCompanies, ({ session }, { body }) => setCompaniesActive(parts, session, body));
  serve(companies.changeContacts, ({ session }, { body }) => setContactsActive(parts, session, body));
  serve(companies.mergeCompany, ({ session }, { params, body }) =>
    joinCompanies(parts, session, params.companyId, body.into),
  );
  serve(companies.listContacts, ({ session }, { query }) => readContacts(parts, session, query));
  serve(companies.createContact, ({ session }, { body }) => makeContact(parts, session, body));
  serve(companies.changeContact, ({ session }, { params, body }) =>
    editContact(parts, session, params.contactId, body),
  );
};

export const organisationTasks = (parts: Parts): Tasks => ({ ...membershipTasks(parts), ...contactTasks(parts) });
