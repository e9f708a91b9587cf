// Calls of the load benchmarks against one program. Remembers what was confirmed, to compare with the database.
import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { me } from '@plumbline/core/features/auth/contract';
import { listPins } from '@plumbline/core/features/pins/contract';
import { listPlans } from '@plumbline/core/features/plans/contract';
import { getProject, listProjects } from '@plumbline/core/features/projects/contract';
import { listTasks } from '@plumbline/core/features/tasks/contract';
import { versionedPath } from '@plumbline/core/kernel/services';
import { LIVE_PATH, syncPull, syncPush } from '@plumbline/core/sync/contract';
import type { PushReply } from '@plumbline/core/sync/protocol';
import { PASSWORD, WEB_CLIENT } from '@plumbline/testkit/actors';
import { addressOf } from '@plumbline/testkit/calls';
import { sendFile } from '@plumbline/testkit/program/upload';
import type { Crowd, User } from './people.ts';

const UPLOAD_BYTES = 64_000;

export type Confirmed = { pins: string[]; files: Map<string, string> };
export type Client = ReturnType<typeof clientOf>;

/** The reads of a screen each: projects, one project, its plans, open pins, tasks, the own account. */
export function readsOf({ projectId }: Pick<Crowd, 'projectId'>): string[] {
  const params = { projectId };
  return [
    addressOf(listProjects, {}),
    addressOf(getProject, { params }),
    addressOf(listPlans, { params }),
    addressOf(listPins, { params, query: { status: 'open', size: 50 } }),
    addressOf(listTasks, { params, query: { size: 50 } }),
    addressOf(me, {}),
  ];
}

/** The address of a pull that finds nothing new. */
export const pullOf = (projectId: string, head: number): string =>
  addressOf(syncPull, { query: { projectId, from: head } });

/** The body of a push with one new pin, as the user's next edit. */
export function newPin({ deviceId, edits }: User, projectId: string, id: string) {
  const input = { id, planId: null, x: null, y: null };
  const at = new Date().toISOString();
  const mutation = { n: edits + 1, id: randomUUID(), projectId, name: 'pin.create', input, at };
  return { deviceId, mutations: [mutation] };
}

/** `sockets` connections are kept open, as through a proxy. */
export function clientOf(url: string, sockets: number, { editedId }: Pick<Crowd, 'editedId'>, confirmed: Confirmed) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });

  const send = (headers: Record<string, string>, target: string, body?: object): Promise<string> =>
    new Promise((resolve, reject) => {
      const method = body ? 'POST' : 'GET';
      const json = body && { 'content-type': 'application/json' };
      const asked = request(url + target, { agent, method, headers: { ...headers, ...json } }, async (response) => {
        let text = '';
        for await (const piece of response) text += String(piece);
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${target}: ${response.statusCode} ${text.slice(0, 300)}`));
      });
      asked.on('error', reject);
      asked.end(body && JSON.stringify(body));
    });

  return {
    close: () => agent.destroy(),

    read: (user: User, target: string) => send(user.headers, target),

    async edit(user: User): Promise<void> {
      const id = randomUUID();
      const n = user.edits + 1;
      const reply = await send(user.headers, addressOf(syncPush, {}), newPin(user, editedId, id));
      const { last, results } = JSON.parse(reply) as PushReply;
      if (last !== n || results[0]?.outcome !== 'applied') throw new Error(`an edit was not applied: ${reply}`);
      user.edits = n;
      confirmed.pins.push(id);
    },

    async upload({ token, index }: User): Promise<void> {
      const id = randomUUID();
      const bytes = Buffer.alloc(UPLOAD_BYTES, `${id} ${index}`);
      const file = { purpose: 'file', name: 'notes.txt', mime: 'text/plain' } as const;
      await sendFile({ token, id, ...file, bytes, urlOf: () => url });
      confirmed.files.set(id, createHash('sha256').update(bytes).digest('hex'));
    },

    /** The following calls of the user belong to the new session: tokens of the one before expire during a long run. */
    async signIn(user: User): Promise<void> {
      const body = { grant_type: 'password', username: user.email, password: PASSWORD };
      const reply = JSON.parse(await send({ authorization: WEB_CLIENT }, '/api/oauth/token', body));
      user.token = reply.access_token;
      user.headers = { ...user.headers, authorization: `Bearer ${user.token}` };
    },

    /** Opens a live stream on a connection of its own; `heard` is called with each head of the edited project. */
    openStream: (user: User, heard: (head: number) => void): Promise<() => void> =>
      new Promise((resolve, reject) => {
        const { headers } = user;
        const asked = request(url + versionedPath(LIVE_PATH), { agent: false, headers }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`a stream was answered with ${response.statusCode}`));
          response.on('error', () => {});
          let text = '';
          response.on('data', (piece) => {
            text += String(piece);
            const events = text.split('\n\n');
            text = events.pop() ?? '';
            for (const event of events) {
              const data = /^data: (.+)$/mu.exec(event)?.[1];
              const said = data ? (JSON.parse(data) as { projectId?: string; head?: number }) : {};
              if (said.projectId === editedId && said.head !== undefined) heard(said.head);
            }
          });
          resolve(() => asked.destroy());
        });
        asked.on('error', reject);
        asked.end();
      }),
  };
}
