// An operator's commands: the first account, a new password, a backup of the running program, and its restore after the loss of everything.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCommand, startProgram } from './program.ts';
import { signInTo } from './sign-in.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-administration-'));
const data = path.join(scratch, 'data');
const settings = {
  DATA_DIR: data,
  BACKUP_FOLDER: path.join(scratch, 'backups'),
  BACKUP_KEY: 'a key for backups that is long enough to be one',
};
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const plumbline = (args: readonly string[], input?: string) => runCommand(args, settings, input);

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

it('explains unknown commands and options', async () => {
  expect(await plumbline(['sing'])).toMatchObject({ code: 2, said: expect.stringContaining('no command sing') });
  expect(await plumbline(['restore', '--all'])).toMatchObject({ code: 2, said: expect.stringContaining('--all') });
});
