// An operator's commands: the first account, a new password, a backup of the running program, and its restore after the loss of everything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { type Settings, startProgram } from './program.ts';
import { signInTo } from './sign-in.ts';

const ADMINISTRATION = fileURLToPath(import.meta.resolve('@plumbline/server/app/plumbline'));
const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-administration-'));
const data = path.join(scratch, 'data');
const settings = {
  DATA_DIR: data,
  BACKUP_FOLDER: path.join(scratch, 'backups'),
  BACKUP_KEY: 'a key for backups that is long enough to be one',
};
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

async function plumbline(
  args: string[],
  input = '',
  environment: Settings = settings,
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [ADMINISTRATION, ...args], { env: { ...process.env, ...environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, said };
}

const PERSON = ['--email', 'Olga@example.org', '--first-name', 'Olga', '--last-name', 'Petrova'];
const account = (password: string) => plumbline(['account', ...PERSON, '--organisation', 'Petrova'], `${password}\n`);
const signIn = (url: string) => signInTo(url, 'olga@example.org', 'Richtig-lang-26');

it('creates an account once, backs up the running program, and restores it after the loss of its data', async () => {
  expect(await account('too-simple')).toMatchObject({ code: 2 });
  expect(await account('Richtig-lang-26')).toMatchObject({ code: 0 });
  const program = await startProgram({ ...settings, ROLES: 'web' });
  expect((await account('Richtig-lang-26')).said).toContain('already');
  expect((await signIn(program.url)).status).toBe(200);
  expect(await plumbline(['backup'])).toMatchObject({ code: 0 });
  expect(await plumbline(['verify'])).toMatchObject({ code: 0, said: expect.stringContaining('intact') });
  const secret = readFileSync(path.join(data, 'secret.key'), 'utf8');
  await program.end();
  rmSync(data, { recursive: true });

  expect(await plumbline(['restore'])).toMatchObject({ code: 0, said: expect.stringContaining('Restored') });
  expect(readFileSync(path.join(data, 'secret.key'), 'utf8')).toBe(secret);
  const restored = await startProgram({ ...settings, ROLES: 'web' });
  expect((await signIn(restored.url)).status).toBe(200);
  await restored.end();
});

it('replaces a password, and disables and enables an account', async () => {
  const email = ['--email', 'OLGA@example.org'];
  const program = await startProgram({ ...settings, ROLES: 'web' });
  const status = async (secret: string) => (await signInTo(program.url, 'olga@example.org', secret)).status;
  expect(await plumbline(['password', ...email], 'too-simple\n')).toMatchObject({ code: 2 });
  expect(await plumbline(['password', ...email, '--drop-second-step'], 'Anders-lang-27\n')).toMatchObject({ code: 0 });
  expect([await status('Richtig-lang-26'), await status('Anders-lang-27')]).toEqual([400, 200]);
  expect(await plumbline(['disable', ...email])).toMatchObject({ code: 0 });
  expect(await status('Anders-lang-27')).toBe(400);
  expect(await plumbline(['enable', ...email])).toMatchObject({ code: 0 });
  expect(await status('Anders-lang-27')).toBe(200);
  expect(await plumbline(['open-networks', ...email])).toMatchObject({ code: 0 });
  const unknown = { code: 1, said: expect.stringContaining('no account') };
  expect(await plumbline(['disable', '--email', 'nobody@example.org'])).toMatchObject(unknown);
  await program.end();
});

it('copies the changes of the running program, and restores the moment between two of them', async () => {
  const folder = path.join(scratch, 'continuous');
  const continuous = {
    ...settings,
    DATA_DIR: folder,
    BACKUP_FOLDER: path.join(scratch, 'continuous-backups'),
    BACKUP_CONTINUOUS_DAYS: '7',
  };
  const run = (args: string[], input?: string) => plumbline(args, input, continuous);
  const email = ['--email', 'olga@example.org'];
  const [first, second] = ['Richtig-lang-26', 'Anders-lang-27'];
  expect(await run(['account', ...PERSON, '--organisation', 'Petrova'], `${first}\n`)).toMatchObject({ code: 0 });
  expect(await run(['backup'])).toMatchObject({ code: 0 });
  expect(await run(['password', ...email], `${second}\n`)).toMatchObject({ code: 0 });
  const moment = new Date();
  // The database stops after each command: it completes a segment of its changes for the program to copy.
  expect(await run(['disable', ...email])).toMatchObject({ code: 0 });
  const waiting = () => readdirSync(path.join(folder, 'database/wal')).filter((name) => /^[0-9A-F]{24}$/u.test(name));
  expect(waiting()).not.toEqual([]);

  const program = await startProgram({ ...continuous, ROLES: 'web,worker' });
  await expect.poll(waiting).toEqual([]);
  expect((await signInTo(program.url, 'olga@example.org', second)).status).toBe(400);
  const restore = ['restore', '--until', moment.toISOString()];
  expect(await run([...restore, '--force'])).toMatchObject({ code: 1, said: expect.stringContaining('in use') });
  await program.end();

  expect(await run(restore)).toMatchObject({ code: 1, said: expect.stringContaining('--force') });
  const restored = await run([...restore, '--force']);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('and the changes since') });
  const again = await startProgram({ ...continuous, ROLES: 'web' });
  const status = async (secret: string) => (await signInTo(again.url, 'olga@example.org', secret)).status;
  expect([await status(first), await status(second)]).toEqual([400, 200]);
  await again.end();
});

it('explains a command that it does not know, and one without settings', async () => {
  expect(await plumbline(['sing'])).toMatchObject({ code: 2, said: expect.stringContaining('no command sing') });
  expect(await plumbline(['restore', '--all'])).toMatchObject({ code: 2, said: expect.stringContaining('--all') });
});
