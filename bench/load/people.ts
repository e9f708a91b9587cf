// The people and projects of the load benchmarks: administrators of one project that is read and of another that is edited.
import { randomUUID } from 'node:crypto';
import { createPerson, makeOrganisation, makeProject, type Person, signIn } from '@plumbline/testkit/actors';
import type { TestServer } from '@plumbline/testkit/server';
import { fill } from '../pins/fill.ts';

export type User = {
  index: number;
  email: string;
  token: string;
  headers: Record<string, string>;
  deviceId: string;
  /** Number of the last edit of the device. */
  edits: number;
};

/**
 * `projectId` holds the pins that are read. Edits go to `editedId`, as `fill` does not count the numbers of its pins, and
 * edits without the program to `bareId`.
 */
export type Crowd = { users: User[]; projectId: string; editedId: string; bareId: string };

/** Signs in `count` people who share a project with `pins` pins. */
export async function prepareCrowd(server: TestServer, count: number, pins: number): Promise<Crowd> {
  const organisationId = await makeOrganisation(server, 'Load');
  const people: Person[] = [];
  for (let at = 0; at < count; at += 1) {
    const name = { firstName: 'User', lastName: String(at) };
    people.push(await createPerson(server, { organisationId, ...name, admin: at === 0 }));
  }
  const [chief, guest] = people;
  if (!chief || !guest) throw new Error('users are missing');
  const make = (title: string) =>
    makeProject(server, {
      ...{ organisationId, title, by: chief },
      members: people.map((person) => [person, 'administrator']),
    });
  const [projectId, editedId, bareId] = [await make('Load'), await make('Edits'), await make('Bare')];
  await fill(server, { projectId, count: pins, by: chief.userId, guest: guest.userId });
  const users: User[] = [];
  for (const [index, person] of people.entries()) {
    const { caller } = await signIn(server, person);
    const headers = { authorization: `Bearer ${caller.token}`, ...(await caller.keyHeader()) };
    users.push({
      ...{ index, email: person.email, token: caller.token ?? '', headers },
      ...{ deviceId: randomUUID(), edits: 0 },
    });
  }
  return { users, projectId, editedId, bareId };
}
