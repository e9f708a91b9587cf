// `npm run account`: creates an organisation and its owner in an installation that starts without the demo.
import { randomUUID } from 'node:crypto';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { fitsPolicy } from '@plumbline/core/features/auth/password-policy';
import { z } from 'zod';
import { readConfig } from '../config/config.ts';
import { WrongOwner } from '../config/data-folder-owner.ts';
import { ConfigError } from '../config/variables.ts';
import { EmbeddedDatabaseError, startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { systemTransaction } from '../db/tx/transaction.ts';
import { createOrganisation, createUser, joinOrganisation } from '../features/organisations/store.ts';

const USAGE = `Makes an organisation and its owner.

  npm run account -- --email you@example.org --first-name Anna --last-name Berger --organisation "Studio Berger"

The password is asked for; from a script it is read from the standard input.
The embedded database must not be in use: stop the program first.`;

const wanted = z.object({
  email: z.email('--email takes an e-mail address'),
  'first-name': z.string({ error: '--first-name is missing' }).trim().min(1),
  'last-name': z.string({ error: '--last-name is missing' }).trim().min(1),
  organisation: z.string({ error: '--organisation is missing' }).trim().min(1),
});

const PASSWORD_WANTED =
  'The password needs 8 characters or more, with a capital, a small letter, a digit and a sign, and none of your names';

async function readPassword(): Promise<string> {
  if (stdin.isTTY) stdout.write(`${PASSWORD_WANTED}.\nPassword: `);
  const lines = createInterface({ input: stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}

const quiet = { info() {}, warn() {}, error: (text: unknown) => process.stderr.write(`${String(text)}\n`) };

async function make(values: z.output<typeof wanted>, password: string): Promise<void> {
  const config = readConfig();
  const embedded =
    config.database.kind === 'embedded'
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: quiet })
      : undefined;
  const url = config.database.kind === 'server' ? config.database.url : (embedded?.url ?? '');
  const pool = openPool(url, quiet, 4);
  try {
    await migrate(pool);
    const [organisationId, userId, now] = [randomUUID(), randomUUID(), new Date()];
    await systemTransaction(pool, async (db) => {
      await createOrganisation(db, { id: organisationId, name: values.organisation, now });
      await createUser(db, {
        id: userId,
        email: values.email,
        password,
        firstName: values['first-name'],
        lastName: values['last-name'],
        now,
      });
      await joinOrganisation(db, { organisationId, userId, owner: true, now });
    });
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}

const REFUSED = [ConfigError, WrongOwner, EmbeddedDatabaseError];

async function main(): Promise<number> {
  const options = Object.fromEntries(Object.keys(wanted.shape).map((name) => [name, { type: 'string' as const }]));
  let given: Record<string, unknown>;
  try {
    given = parseArgs({ options }).values;
  } catch {
    given = {};
  }
  const values = wanted.safeParse(given);
  if (!values.success) {
    process.stderr.write(`${values.error.issues[0]?.message ?? ''}\n\n${USAGE}\n`);
    return 2;
  }
  const password = await readPassword();
  const { email, 'first-name': firstName, 'last-name': lastName } = values.data;
  if (!fitsPolicy(password, { firstName, lastName, username: email })) {
    process.stderr.write(`${PASSWORD_WANTED}.\n`);
    return 2;
  }
  try {
    await make(values.data, password);
  } catch (error) {
    const taken = typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
    if (taken) process.stderr.write(`An account for ${values.data.email} already exists.\n`);
    else if (REFUSED.some((kind) => error instanceof kind)) process.stderr.write(`${(error as Error).message}\n`);
    else throw error;
    return 1;
  }
  stdout.write(`Made ${values.data.organisation}; ${values.data.email} can sign in.\n`);
  return 0;
}

process.exit(await main());
