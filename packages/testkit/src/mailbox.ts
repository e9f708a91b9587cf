// The mail and text messages of a test server: queued messages are sent immediately and read as the recipient reads
// them.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { tasksOf } from '@plumbline/server/app/features';
import type { TestServer } from './server.ts';

export type Mailed = { to: string; subject: string; text: string; html: string };
export type Messaged = { to: string; text: string };

const POST = /^(?:auth\.(?:mail|sms)|account\.|organisations\.places)/u;

/** The messages in each folder, oldest first: the times of files that are written within milliseconds are equal. */
const arrived = new Map<string, string[]>();

const folderOf = (server: TestServer, kind: 'mail' | 'sms'): string => path.join(server.services.config.dataDir, kind);

/** The messages in the folder, with those added that have come since the last call. */
async function messagesIn(folder: string): Promise<string[]> {
  const known = arrived.get(folder) ?? [];
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const added = await Promise.all(
    names
      .filter((name) => !known.includes(name))
      .map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const all = [...known, ...added.sort((a, b) => a.at - b.at).map(({ name }) => name)];
  arrived.set(folder, all);
  return all.filter((name) => names.includes(name));
}

/** Runs the queued jobs about accounts and memberships, including those they enqueue. */
export async function deliver(server: TestServer): Promise<void> {
  const tasks = tasksOf(server.services);
  for (;;) {
    const waiting = await server.database.root.query<{ id: string; task: string; payload: unknown }>(
      `SELECT j.id::text, t.identifier AS task, j.payload FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
    );
    const post = waiting.rows.filter((job) => POST.test(job.task));
    if (post.length === 0) return;
    for (const { id, task, payload } of post) {
      const { signal } = new AbortController();
      await tasks[task]?.(payload, { id, attempt: 1, maxAttempts: 1, signal });
      await Promise.all([messagesIn(folderOf(server, 'mail')), messagesIn(folderOf(server, 'sms'))]);
      await server.database.root.query('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [id]);
    }
  }
}

async function readAll<T>(folder: string): Promise<T[]> {
  const names = await messagesIn(folder);
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as T));
}

/** Mails to an address, oldest first. */
export async function mailsTo(server: TestServer, address: string): Promise<Mailed[]> {
  await deliver(server);
  const all = await readAll<Mailed>(folderOf(server, 'mail'));
  return all.filter((mail) => mail.to === address);
}

export async function lastMail(server: TestServer, address: string): Promise<Mailed> {
  const mail = (await mailsTo(server, address)).at(-1);
  if (!mail) throw new Error(`nothing was sent to ${address}`);
  return mail;
}

/** The token in the link of a mail: the last part of its URL. */
export function tokenOf(mail: Mailed): string {
  const token = /https?:\/\/\S+[/#]([\w-]{43})\b/u.exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`no link in: ${mail.text}`);
  return token;
}

/** Text messages to a phone, oldest first. */
export async function messagesTo(server: TestServer, phone: string): Promise<Messaged[]> {
  await deliver(server);
  const all = await readAll<Messaged>(folderOf(server, 'sms'));
  return all.filter((message) => message.to === phone);
}
