// Commands for a single account: a new password, and disabling or enabling it.
import { parseArgs } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { dropSteps } from '../../features/auth/second-step/second-step.ts';
import { noteEvent } from '../../features/auth/security-events.ts';
import { setPassword, setUserActive } from '../../features/organisations/store.ts';
import { withInstallation } from './installation.ts';
import { readPassword } from './read-password.ts';
import { UsageError } from './usage-error.ts';

const wantedEmail = (email: string | undefined): string => {
  if (email === undefined) throw new UsageError('--email is missing.');
  return email.trim().toLowerCase();
};

type Account = { id: string; firstName: string; lastName: string; username: string; hasPassword: boolean };

async function accountOf(pool: Pool, email: string): Promise<Account | undefined> {
  const found = await pool.query<Account>(
    `SELECT id, first_name AS "firstName", last_name AS "lastName", email AS username,
       password_hash IS NOT NULL AS "hasPassword"
     FROM app_user WHERE email = $1`,
    [email],
  );
  return found.rows[0];
}

/** Changes the account with this email address and prints the outcome. Returns the exit code. */
async function changeAccount(
  email: string,
  change: (db: PoolClient, userId: string, now: Date) => Promise<void>,
  done: string,
): Promise<number> {
  return withInstallation({}, async ({ pool }) => {
    const account = await accountOf(pool, email);
    if (!account) {
      process.stderr.write(`There is no account for ${email}.\n`);
      return 1;
    }
    await systemTransaction(pool, (db) => change(db, account.id, new Date()));
    process.stdout.write(`${done}\n`);
    return 0;
  });
}

export async function password(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { email: { type: 'string' }, 'drop-second-step': { type: 'boolean' } },
  });
  const email = wantedEmail(values.email);
  return withInstallation({}, async ({ pool }) => {
    const account = await accountOf(pool, email);
    if (!account?.hasPassword) {
      // Whoever was invited or signs in with an identity provider has no password to replace.
      process.stderr.write(account ? `${email} has no password yet.\n` : `There is no account for ${email}.\n`);
      return 1;
    }
    const entered = await readPassword(account);
    await systemTransaction(pool, async (db) => {
      const now = new Date();
      await setPassword(db, account.id, { password: entered, now });
      if (!values['drop-second-step']) return;
      await dropSteps(db, account.id);
      await noteEvent(db, { kind: 'second_step.off', userId: account.id }, now);
    });
    process.stdout.write(`${email} has a new password and is signed out everywhere.\n`);
    return 0;
  });
}

const emailOption = { email: { type: 'string' } } as const;

export const disable = async (args: string[]): Promise<number> => {
  const email = wantedEmail(parseArgs({ args, options: emailOption }).values.email);
  const change = (db: PoolClient, userId: string, now: Date) => setUserActive(db, userId, false, now);
  return changeAccount(email, change, `${email} is disabled and signed out everywhere.`);
};

/** For an organisation whose networks shut everyone out. */
export const openNetworks = async (args: string[]): Promise<number> => {
  const email = wantedEmail(parseArgs({ args, options: emailOption }).values.email);
  const change = async (db: PoolClient, userId: string, now: Date) => {
    const opened = await db.query<{ id: string }>(
      `UPDATE organisation o SET networks = '{}' FROM organisation_member m
       WHERE m.organisation_id = o.id AND m.user_id = $1 AND m.owner RETURNING o.id`,
      [userId],
    );
    for (const { id } of opened.rows) {
      await noteEvent(db, { kind: 'policy.changed', organisationId: id, detail: { networks: '' } }, now);
    }
  };
  return changeAccount(email, change, `The organisations that ${email} owns can be used from every network.`);
};

export const enable = async (args: string[]): Promise<number> => {
  const email = wantedEmail(parseArgs({ args, options: emailOption }).values.email);
  const change = (db: PoolClient, userId: string, now: Date) => setUserActive(db, userId, true, now);
  return changeAccount(email, change, `${email} can sign in again.`);
};
