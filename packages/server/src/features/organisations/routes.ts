// The management of an organisation over HTTP: its users.
import * as users from '@plumbline/core/features/organisations/users-contract';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../features.ts';
import { invite } from './invite.ts';
import { countSeats } from './seats.ts';
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
};
