// The users of an organisation over HTTP.
import * as users from '@plumbline/core/features/people/users-contract';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import type { Feature } from '../../../http/feature.ts';
import { countMembershipStatuses } from '../../../lists/membership-status.ts';
import { countSeats } from '../../organisations/seats.ts';
import { act, change, leave } from './change.ts';
import { inviteToProjects } from './invite-to-projects.ts';
import { readUsers } from './list.ts';

export const organisationUsers: Feature = (serve, services) => {
  const { pool, clock } = services;
  serve(users.listUsers, ({ session }, { query }) => readUsers(services, session, query));
  serve(users.userFigures, async ({ session: { organisationId } }) => {
    const states = await tenantSnapshot(pool, organisationId, (db) =>
      countMembershipStatuses(db, organisationId, clock.now()),
    );
    const { seats, taken } = await countSeats(pool, organisationId);
    return { states, licences: taken, seats };
  });
  serve(users.inviteUser, ({ session }, { body }) => inviteToProjects(services, session, body));
  serve(users.changeUser, ({ session }, { params, body }) => change(services, session, params.userId, body));
  serve(users.actOnUsers, ({ session }, { body }) => act(services, session, body));
  serve(users.leaveOrganisation, ({ session }) => leave(services, session));
};
