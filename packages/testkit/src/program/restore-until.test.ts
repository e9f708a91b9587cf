// An operator's commands for continuous backups: the running program copies its changes, and any moment can be restored.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCommand, startProgram } from './program.ts';
import { signInTo } from './sign-in.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-restore-until-'));
const settings = {
  DATA_DIR: path.join(scratch, 'data'),
  BACKUP_FOLDER: path.join(scratch, 'backups'),
  BACKUP_KEY: 'a key for backups that is long enough to be one',
  BACKUP_CONTINUOUS_DAYS: '7',
};
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const run = (args: readonly string[], input?: string) => runCommand(args, settings, input);
const email = ['--email', 'olga@example.org'];
const PERSON = ['--first-name', 'Olga', '--last-name', 'Petrova', '--organisation', 'Petrova'];

it('copies the changes of the running program, and restores the moment between two of them', async () => {
  const [first, second] = ['Richtig-lang-26', 'Anders-lang-27'];
  expect(await run(['account', ...email, ...PERSON], `${first}\n`)).toMatchObject({ code: 0 });
  expect(await run(['backup'])).toMatchObject({ code: 0 });
  expect(await run(['password', ...email], `${second}\n`)).toMatchObject({ code: 0 });
  const moment = new Date();
  // The database stops after each command: it completes a segment of its changes for the program to copy.
  expect(await run(['disable', ...email])).toMatchObject({ code: 0 });
  const waiting = () =>
    readdirSync(path.join(settings.DATA_DIR, 'database/wal')).filter((name) => /^[0-9A-F]{24}$/u.test(name));
  expect(waiting()).not.toEqual([]);

  const program = await startProgram({ ...settings, ROLES: 'web,worker' });
  await expect.poll(waiting).toEqual([]);
  expect((await signInTo(program.url, 'olga@example.org', second)).status).toBe(400);
  const restore = ['restore', '--until', moment.toISOString()];
  expect(await run([...restore, '--force'])).toMatchObject({ code: 1, said: expect.stringContaining('in use') });
  await program.end();

  expect(await run(restore)).toMatchObject({ code: 1, said: expect.stringContaining('--force') });
  const restored = await run([...restore, '--force']);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('and the changes since') });
  const again = await startProgram({ ...settings, ROLES: 'web' });
  const status = async (secret: string) => (await signInTo(again.url, 'olga@example.org', secret)).status;
  expect([await status(first), await status(second)]).toEqual([400, 200]);
  await again.end();
});
