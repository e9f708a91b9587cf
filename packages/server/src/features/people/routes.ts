// People of a project over HTTP.
import {
  addContacts,
  addMember,
  addMembers,
  changeMember,
  changeMembers,
  changeProjectContact,
  changeProjectContacts,
  listAssignees,
  listContactChoices,
  listMemberChoices,
  listMembers,
  listTeams,
} from '@plumbline/core/features/people/contract';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { addSeveral, readMemberChoices } from './add-members.ts';
import { changeContactState, changeContactStates, nameContacts, readChoices } from './contacts.ts';
import { readAssignees, readMembers, readTeams } from './read.ts';
import { addToProject, setMembershipState, setMembershipStates } from './write.ts';

export const people: Feature = (serve, services) => {
  const { pool } = services;
  serve(listMembers, ({ session: { organisationId }, projectId, actor }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readMembers(db, { organisationId, projectId }, actor, query)),
  );
  serve(listTeams, ({ session: { organisationId }, projectId }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readTeams(db, { organisationId, projectId }, query)),
  );
  serve(listAssignees, ({ session: { organisationId }, projectId }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readAssignees(db, { organisationId, projectId }, query)),
  );
  serve(listContactChoices, ({ session: { organisationId }, projectId }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readChoices(db, { organisationId, projectId }, query)),
  );
  serve(listMemberChoices, ({ session: { organisationId }, projectId }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readMemberChoices(db, { organisationId, projectId }, query)),
  );
  serve(addMembers, ({ session, projectId }, { body }) => addSeveral(services, session, projectId, body));
  serve(addContacts, ({ session, projectId }, { body }) => nameContacts(services, session, projectId, body));
  serve(changeProjectContact, ({ session }, { params, body }) => changeContactState(services, session, params, body));
  serve(changeProjectContacts, ({ session, projectId }, { body }) =>
    changeContactStates(services, session, projectId, body),
  );
  serve(addMember, ({ session, projectId }, { body }) => addToProject(services, session, projectId, body));
  serve(changeMembers, ({ session, projectId }, { body }) => setMembershipStates(services, session, projectId, body));
  serve(changeMember, ({ session }, { params, body }) => setMembershipState(services, session, params, body));
};
