// Creates an organisation and its owner in an installation that starts without the demo.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { migrate } from '../../db/migrate.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { hashPassword } from '../../features/auth/passwords.ts';
import { createOrganisation, createUser, joinOrganisation } from '../../features/organisations/store.ts';
import { withInstallation } from './installation.ts';
import { readPassword } from './read-password.ts';
import { UsageError } from './usage-error.ts';

const wanted = z.object({
  email: z.email('--email needs an email address'),
  'first-name': z.string({ error: '--first-name is missing' }).trim().min(1),
  'last-name': z.string({ error: '--last-name is missing' }).trim().min(1),
  organisation: z.string({ error: '--organisation is missing' }).trim().min(1),
});

async function create(values: z.output<typeof wanted>, password: string): Promise<void> {
  await withInstallation({}, async ({ pool }) => {
    await migrate(pool);
    const [organisationId, userId, now] = [randomUUID(), randomUUID(), new Date()];
    await systemTransaction(pool, async (db) => {
      await createOrganisation(db, { id: organisationId, name: values.organisation, now });
      await createUser(db, {
        id: userId,
        email: values.email,
        passwordHash: await hashPassword(password),
        firstName: values['first-name'],
        lastName: values['last-name'],
        now,
      });
      await joinOrganisation(db, { organisationId, userId, owner: true, now });
    });
  });
}

const UNIQUE_VIOLATION = '23505';

export async function account(args: string[]): Promise<number> {
  const options = Object.fromEntries(Object.keys(wanted.shape).map((name) => [name, { type: 'string' as const }]));
  const values = wanted.safeParse(parseArgs({ args, options }).values);
  if (!values.success) throw new UsageError(`${values.error.issues[0]?.message ?? ''}.`);
  const { email, 'first-name': firstName, 'last-name': lastName } = values.data;
  const password = await readPassword({ firstName, lastName, username: email });
  try {
    await create(values.data, password);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
    process.stderr.write(`An account for ${values.data.email} already exists.\n`);
    return 1;
  }
  process.stdout.write(`Created ${values.data.organisation}; ${values.data.email} can sign in.\n`);
  return 0;
}
