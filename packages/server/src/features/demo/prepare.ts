// Fills an empty database with the demo: the accounts at once, the project by jobs, because its plans are rendered like all others.
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { hashPassword } from '../auth/passwords.ts';
import { createOrganisation, createUser, joinOrganisation } from '../organisations/store.ts';
import { DEMO_ORGANISATION, demoId } from './ids.ts';
import { loadDemo } from './load-demo.ts';
import { loadModel } from './load-model.ts';
import type { Manifest } from './manifest.ts';
import { readPack } from './pack.ts';

const LOAD = 'demo.load';
const LOAD_MODEL = 'demo.model';
/** Advisory lock: of several processes that start at once, one prepares the demo. */
const LOCK = 7_586_248;

export type PreparedDemo = {
  /** Whether its project is still being loaded. */
  loading: boolean;
  login: { email: string; password: string };
};

async function createAccounts(services: Services, pack: Manifest): Promise<'created' | 'present' | 'other'> {
  const now = services.clock.now();
  const organisationId = DEMO_ORGANISATION;
  const { name, timezone, password } = pack.organisation;
  const passwordHash = await hashPassword(password);
  return systemTransaction(services.pool, async (db) => {
    await db.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const found = await db.query<{ demo: boolean }>('SELECT id = $1 AS demo FROM organisation', [organisationId]);
    if (found.rows.some(({ demo }) => demo)) return 'present';
    if (found.rows.length > 0) return 'other';
    await createOrganisation(db, { id: organisationId, name, now });
    for (const { key, email, firstName, lastName, owner, role } of pack.people) {
      const userId = demoId(key);
      await createUser(db, {
        ...{ id: userId, email, passwordHash, firstName, lastName },
        timeZone: timezone,
        accepted: true,
        now,
      });
      await joinOrganisation(db, { organisationId, userId, owner, createProjects: role === 'contributor', now });
    }
    await services.queue.enqueue(db, LOAD, { organisationId }, { key: LOAD, maxAttempts: 5 });
    return 'created';
  });
}

/** Creates the accounts of the demo in an empty database. Undefined: there is no demo here. */
export async function prepareDemo(services: Services): Promise<PreparedDemo | undefined> {
  const pack = readPack();
  if (!pack) {
    services.log.warn('this installation was built without the demo');
    return undefined;
  }
  const accounts = await createAccounts(services, pack);
  const [first] = pack.people;
  if (accounts === 'other' || !first) return undefined;
  return { loading: accounts === 'created', login: { email: first.email, password: pack.organisation.password } };
}

function packOrFail(): Manifest {
  const pack = readPack();
  if (!pack) throw new Error('the demo was requested by a process that has it, but this one was built without it');
  return pack;
}

export const demoTasks = (services: Services): Tasks => ({
  [LOAD]: async (payload, { signal }) => {
    await loadDemo({ services, pack: packOrFail(), now: services.clock.now(), signal });
    await systemTransaction(services.pool, (db) =>
      services.queue.enqueue(db, LOAD_MODEL, payload, { key: LOAD_MODEL, maxAttempts: 5 }),
    );
  },
  [LOAD_MODEL]: async (_payload, { signal }) => {
    const pack = packOrFail();
    for (const site of pack.sites) await loadModel({ services, pack, site, now: services.clock.now(), signal });
  },
});
