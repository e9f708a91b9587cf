// People for tests: an organisation with a project in which every role is held by a signed-in user, and a second
// organisation.
import { randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@plumbline/core/access/capabilities';
import type { SiteTx } from '@plumbline/core/site/entities';
import { EMPTY_SETTINGS } from '@plumbline/core/site/rows/projects';
import { createSite, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { hashPassword } from '@plumbline/server/features/auth/passwords';
import { beginSession } from '@plumbline/server/features/auth/session/sessions';
import { createOrganisation, createUser, joinOrganisation } from '@plumbline/server/features/organisations/store';
import { Caller } from './calls.ts';
import type { TestServer } from './server.ts';

export const PASSWORD = 'Richtschnur-2026!';

let hashed: Promise<string> | undefined;
/** Hashed once: a hash takes as long as everything else about a new person. */
function passwordHash(): Promise<string> {
  hashed ??= hashPassword(PASSWORD);
  return hashed;
}

export type Person = {
  userId: string;
  organisationId: string;
  email: string;
  firstName: string;
  lastName: string;
};
/** A signed-in person. */
export type Actor = Person & { caller: Caller; refreshToken: string; cookie: string };

type NewPerson = {
  organisationId: string;
  firstName: string;
  lastName: string;
  owner?: boolean;
  admin?: boolean;
  createProjects?: boolean;
};

/** Creates an account in an organisation, with the address `first.last.<random>@example.org`. */
export async function createPerson(server: TestServer, requested: NewPerson): Promise<Person> {
  const { organisationId, firstName, lastName, ...membership } = requested;
  const userId = randomUUID();
  const email = `${firstName}.${lastName}.${userId.slice(0, 8)}@example.org`.toLowerCase();
  const now = server.clock.now();
  const user = { id: userId, email, passwordHash: await passwordHash(), firstName, lastName, accepted: true, now };
  await systemTransaction(server.services.pool, async (db) => {
    await createUser(db, user);
    await joinOrganisation(db, { organisationId, userId, ...membership, now });
  });
  return { userId, organisationId, email, firstName, lastName };
}

export const WEB_CLIENT = `Basic ${Buffer.from('web:').toString('base64')}`;

/** Signs in by password, as the browser does. */
export async function signIn(server: TestServer, person: Person, password = PASSWORD): Promise<Actor> {
  const response = await new Caller(server.app).raw({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { authorization: WEB_CLIENT, 'content-type': 'application/json' },
    payload: JSON.stringify({ grant_type: 'password', username: person.email, password }),
  });
  if (response.status !== 200) throw new Error(`sign-in was rejected: ${JSON.stringify(response.body)}`);
  const tokens = response.body as { access_token: string; refresh_token: string };
  const cookies = [response.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0]);
  const cookie = cookies.join('; ');
  const caller = new Caller(server.app, tokens.access_token, cookie);
  return { ...person, caller, refreshToken: tokens.refresh_token, cookie };
}

/** Starts a session without verifying the password, where the sign-in is not the subject of the test. */
async function admit(server: TestServer, person: Person): Promise<Actor> {
  const { reply, cookie: secret } = await systemTransaction(server.services.pool, (db) =>
    beginSession(server.services, db, { ...person, securityEpoch: 0, userAgent: 'test' }),
  );
  const cookie = `plumbline_session=${secret}`;
  const caller = new Caller(server.app, reply.access_token, cookie);
  return { ...person, caller, refreshToken: reply.refresh_token, cookie };
}

export async function makeOrganisation(server: TestServer, name: string): Promise<string> {
  const id = randomUUID();
  await systemTransaction(server.services.pool, (db) => createOrganisation(db, { id, name, now: server.clock.now() }));
  return id;
}

/** The row that makes a person a member. */
export const memberOf = (person: Person, projectId: string, role: Role) => ({
  id: randomUUID(),
  projectId,
  userId: person.userId,
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  phone: '',
  companyName: '',
  craft: '',
  role,
  state: 'active' as const,
});

/** Creates a project of the organisation with these members. */
export async function makeProject(
  server: TestServer,
  {
    organisationId,
    title,
    by,
    members,
  }: { organisationId: string; title: string; by: Person; members: [Person, Role][] },
): Promise<string> {
  const projectId = randomUUID();
  await createSite(server.services, { organisationId, userId: by.userId }, projectId, async ({ tx }) => {
    tx.put('project', {
      id: projectId,
      projectId,
      title,
      company: '',
      address: '',
      postCode: '',
      country: '',
      start: null,
      end: null,
      notes: '',
      timezone: 'Europe/Vienna',
      language: 'en',
      managerName: '',
      managerPhone: '',
      ...EMPTY_SETTINGS,
      ratings: [],
      active: true,
      createdBy: by.userId,
      createdAt: tx.now(),
    });
    for (const [person, role] of members) tx.put('member', memberOf(person, projectId, role));
  });
  return projectId;
}

/** Writes rows as the system, bypassing permissions, to set up a test. */
export function writeRows(
  server: TestServer,
  { organisationId, projectId }: { organisationId: string; projectId: string },
  write: (tx: SiteTx) => void | Promise<void>,
): Promise<void> {
  return runSiteAsSystem(server.services, { organisationId, userId: null }, projectId, 'test.write', async ({ tx }) => {
    await write(tx);
  });
}

const NAMES: Record<Role, [string, string]> = {
  administrator: ['Ada', 'Amann'],
  contributor: ['Carl', 'Cerny'],
  internalViewer: ['Ina', 'Ilg'],
  externalViewer: ['Emil', 'Egger'],
  subcontractor: ['Susi', 'Stark'],
  none: ['Nora', 'Nagl'],
};

export type World = {
  organisationId: string;
  projectId: string;
  /** One person for each project role. */
  roles: Record<Role, Actor>;
  /** Owner of the organisation, not a member of the project. */
  owner: Actor;
  /** In the organisation, but not a member of the project. */
  colleague: Actor;
  nobody: Caller;
  /** A second organisation with its own project. */
  other: { organisationId: string; projectId: string; administrator: Actor };
};

/** Creates an organisation with all six roles signed in, and a second organisation. */
export async function createWorld(server: TestServer): Promise<World> {
  const organisationId = await makeOrganisation(server, 'Bauhütte GmbH');
  const enter = async (newPerson: NewPerson) => admit(server, await createPerson(server, newPerson));
  const entered: [Role, Actor][] = [];
  for (const role of ROLES) {
    const [firstName, lastName] = NAMES[role];
    entered.push([role, await enter({ organisationId, firstName, lastName })]);
  }
  // Every role is a key.
  const roles = Object.fromEntries(entered) as Record<Role, Actor>;
  const owner = await enter({ organisationId, firstName: 'Olga', lastName: 'Ortner', owner: true });
  const colleague = await enter({ organisationId, firstName: 'Kurt', lastName: 'Kern' });
  const members = entered.map(([role, actor]): [Person, Role] => [actor, role]);
  const projectId = await makeProject(server, {
    organisationId,
    title: 'Harbour house',
    by: roles.administrator,
    members,
  });

  const otherId = await makeOrganisation(server, 'Fremdbau AG');
  const administrator = await enter({ organisationId: otherId, firstName: 'Fritz', lastName: 'Fremd', admin: true });
  const otherProject = await makeProject(server, {
    organisationId: otherId,
    title: 'Foreign tower',
    by: administrator,
    members: [[administrator, 'administrator']],
  });
  return {
    organisationId,
    projectId,
    roles,
    owner,
    colleague,
    nobody: new Caller(server.app),
    other: { organisationId: otherId, projectId: otherProject, administrator },
  };
}
