// Stopping while clients block it: a client that stalls in the middle of a request, and a mail server that does not
// respond. The program and its database still stop cleanly and in time, and unfinished work resumes at the next start.
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { askPasswordReset } from '@plumbline/core/features/account/entry-contract';
import { afterAll, expect, it } from 'vitest';
import { addressOf } from '../../calls.ts';
import { mailServer } from '../../mail-server.ts';
import { runCommand, startProgram } from '../program.ts';

const EMAIL = 'olga@example.org';
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-held-up-'));
const { smtp, mails, received } = mailServer();
const silentSockets: Socket[] = [];
const silent = createServer((socket) => void silentSockets.push(socket));
afterAll(async () => {
  for (const socket of silentSockets) socket.destroy();
  silent.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

async function makeAccount(): Promise<void> {
  const values = ['--email', EMAIL, '--first-name', 'Olga', '--last-name', 'Petrova', '--organisation', 'Petrova'];
  const made = await runCommand(['account', ...values], { DATA_DIR: folder }, 'Richtig-lang-26\n');
  expect(made).toMatchObject({ code: 0 });
}

/** Sends half of a request and then stalls. */
async function standStill(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': '1000' };
  const half = request(`${url}/api/oauth/token`, { method: 'POST', headers });
  half.on('error', () => undefined);
  // The server has received this before it answers the next request.
  await new Promise((resolve) => half.write('{"grant_type":', resolve));
  await fetch(`${url}/healthz`);
}

it('stops cleanly, and sends the mail at the next start', async () => {
  await makeAccount();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const settings = (port: number) => ({
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Plumbline <plans@bau.example>',
    WORKER_RECOVERY_MS: '1000',
  });
  const program = await startProgram(settings((silent.address() as AddressInfo).port));
  // Also needed where mails are sent, to approve domains.
  expect(existsSync(path.join(folder, 'operator.key'))).toBe(true);
  const connected = once(silent, 'connection');
  await fetch(`${program.url}${addressOf(askPasswordReset, { query: { email: EMAIL } })}`, {
    method: askPasswordReset.method,
  });
  await connected;
  await standStill(program.url);
  expect(await program.end('SIGTERM')).toBe(0);
  // No process uses the folder any more: the database has shut down cleanly.
  expect(existsSync(path.join(folder, 'database/cluster/postmaster.pid'))).toBe(false);
  expect(mails).toEqual([]);

  const again = await startProgram(settings((smtp.server.address() as AddressInfo).port));
  // The lock of the stopped worker expires only after a while.
  await received;
  expect(await again.end('SIGTERM')).toBe(0);
  expect(mails).toEqual([EMAIL]);
}, 120_000);
