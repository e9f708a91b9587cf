// The management of an organisation over HTTP: its users, companies and contacts, its licence and use.
import * as companies from '@plumbline/core/features/organisations/companies-contract';
import * as organisation from '@plumbline/core/features/organisations/organisation-contract';
import * as users from '@plumbline/core/features/organisations/users-contract';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Parts } from '../../platform/services.ts';
import { editCompany, joinCompanies, makeCompany, readCompanies, setCompaniesActive } from './companies.ts';
import { contactTasks, editContact, makeContact, readContacts, setContactsActive } from './contacts.ts';
import { invite } from './invite.ts';
import { readLicence, takePlan } from './licence.ts';
import { placeTasks } from './project-memberships.ts';
import { countSeats } from './seats.ts';
import { readUse } from './usage.ts';
import { countStandings, readUsers } from './users-read.ts';
import { act, change, leave } from './users-write.ts';

export const organisations: Feature = (serve, parts) => {
  const { pool, clock } = parts;
  serve(users.listUsers, ({ session }, { query }) => readUsers(parts, session, query));
  serve(users.userFigures, async ({ session: { organisationId } }) => {
    const states = await tenantSnapshot(pool, organisationId, (db) => countStandings(db, organisationId, clock.now()));
    const { seats, taken } = await countSeats(pool, organisationId);
    return { states, licences: taken, seats };
  });
  serve(users.inviteUser, ({ session }, { body }) => invite(parts, session, body));
  serve(users.changeUser, ({ session }, { params, body }) => change(parts, session, params.userId, body));
  serve(users.actOnUsers, ({ session }, { body }) => act(parts, session, body));
  serve(users.leaveOrganisation, ({ session }) => leave(parts, session));

  serve(organisation.readLicence, ({ session }) => readLicence(parts, session));
  serve(organisation.changeLicence, ({ session }, { body }) => takePlan(parts, session, body));
  serve(organisation.organisationUse, ({ session }) => readUse(parts, session));

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

export const organisationTasks = (parts: Parts): Tasks => ({ ...placeTasks(parts), ...contactTasks(parts) });
