// People of a project over HTTP.
import {
  addMember,
  changeMember,
  listAssignees,
  listMembers,
  listTeams,
} from '@plumbline/core/features/people/contract';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../features.ts';
import { readAssignees, readMembers, readTeams } from './read.ts';
import { changeStanding, takeIn } from './write.ts';

export const people: Feature = (serve, parts) => {
  const { pool } = parts;
  serve(listMembers, ({ session: { organisationId }, projectId }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readMembers(db, { organisationId, projectId }, query)),
  );
  serve(listTeams, ({ session: { organisationId }, projectId }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readTeams(db, { organisationId, projectId }, query)),
  );
  serve(listAssignees, ({ session: { organisationId }, projectId }, { query }) =>
    tenantSnapshot(pool, organisationId, (db) => readAssignees(db, { organisationId, projectId }, query)),
  );
  serve(addMember, ({ session, projectId }, { body }) => takeIn(parts, session, projectId, body));
  serve(changeMember, ({ session }, { params, body }) => changeStanding(parts, session, params, body));
};
