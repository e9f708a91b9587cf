// An installation without the demo gets its first account from the account command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { startProgram } from './program.ts';
import { signInTo } from './sign-in.ts';

const ACCOUNT = fileURLToPath(import.meta.resolve('@plumbline/server/app/account'));
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-account-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

async function account(password: string): Promise<{ code: number; said: string }> {
  const values = [
    '--email',
    'Olga@example.org',
    '--first-name',
    'Olga',
    '--last-name',
    'Petrova',
    '--organisation',
    'Petrova',
  ];
  const child = spawn(process.execPath, [ACCOUNT, ...values], { env: { ...process.env, DATA_DIR: folder } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  child.stdin.end(`${password}\n`);
  const [code] = await once(child, 'close');
  return { code, said };
}

it('creates an account that can sign in, and creates it only once', async () => {
  expect(await account('too-simple')).toMatchObject({ code: 2 });
  expect(await account('Richtig-lang-26')).toMatchObject({ code: 0 });
  expect((await account('Richtig-lang-26')).said).toContain('already');
  const program = await startProgram({ DATA_DIR: folder, ROLES: 'web' });
  expect((await signInTo(program.url, 'olga@example.org', 'Richtig-lang-26')).status).toBe(200);
  await program.end();
});
