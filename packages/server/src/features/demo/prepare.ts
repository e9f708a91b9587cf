// An empty database gets the demo: the accounts at once, the site by a job, for its plans go the way of every plan.
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Parts } from '../../platform/services.ts';
import { createOrganisation, createUser, joinOrganisation } from '../organisations/store.ts';
import { demoId } from './ids.ts';
import { DEMO_PROJECT, makeDemo } from './make.ts';
import { makeDemoModel } from './model/make.ts';
import { DEMO_ORGANISATION, DEMO_PASSWORD, DEMO_PEOPLE, emailOf } from './people.ts';

export const MAKE = 'demo.make';
const MAKE_MODEL = 'demo.model';
const LOCK = 7_586_248;

/** Makes the accounts of the demo in an empty database. `none`: there are other organisations, and no demo. */
export function prepareDemo(parts: Parts): Promise<'making' | 'there' | 'none'> {
  const now = parts.clock.now();
  return systemTransaction(parts.pool, async (db) => {
    await db.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const organisationId = demoId('organisation');
    const found = await db.query<{ demo: boolean }>('SELECT id = $1 AS demo FROM organisation', [organisationId]);
    if (found.rows.some(({ demo }) => demo)) return 'there';
    if (found.rows.length > 0) return 'none';
    await createOrganisation(db, { id: organisationId, name: DEMO_ORGANISATION, now });
    for (const person of DEMO_PEOPLE) {
      const userId = demoId(person.key);
      const owner = 'owner' in person && person.owner;
      await createUser(db, {
        id: userId,
        email: emailOf(person),
        password: DEMO_PASSWORD,
        firstName: person.firstName,
        lastName: person.lastName,
        timeZone: 'Europe/Berlin',
        accepted: true,
        now,
      });
      await joinOrganisation(db, { organisationId, userId, owner, createProjects: person.role === 'contributor', now });
    }
    await parts.queue.enqueue(db, MAKE, { organisationId }, { key: MAKE, maxAttempts: 5 });
    return 'making';
  });
}

export const demoTasks = (parts: Parts): Tasks => ({
  [MAKE]: async (payload, context) => {
    await makeDemo(parts, context.signal);
    await systemTransaction(parts.pool, (db) =>
      parts.queue.enqueue(db, MAKE_MODEL, payload, { key: MAKE_MODEL, maxAttempts: 5 }),
    );
  },
  [MAKE_MODEL]: (_payload, context) => makeDemoModel(parts, DEMO_PROJECT, context.signal),
});
