// The mail and text messages of a test server: queued messages are sent immediately and read as the recipient reads
// them.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { tasksOf } from '@plumbline/server/app/features';
import type { TestServer } from './server.ts';

export type Mailed = { to: string; subject: string; text: string; html: string };
export type Messaged = { to: string; text: string };

const POST = /^(?:auth\.(?:mail|sms)|account\.|organisations\.places)/u;

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
      await server.database.root.query('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [id]);
    }
  }
}

async function readAll<T>(folder: string): Promise<T[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const files = await Promise.all(
    names.map(async (name) => ({ file: path.join(folder, name), at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const sorted = files.sort((a, b) => a.at - b.at);
  return Promise.all(sorted.map(async ({ file }) => JSON.parse(await readFile(file, 'utf8')) as T));
}

/** Mails to an address, oldest first. */
export async function mailsTo(server: TestServer, address: string): Promise<Mailed[]> {
  await deliver(server);
  const all = await readAll<Mailed>(path.join(server.services.config.dataDir, 'mail'));
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
  const all = await readAll<Messaged>(path.join(server.services.config.dataDir, 'sms'));
  return all.filter((message) => message.to === phone);
}
