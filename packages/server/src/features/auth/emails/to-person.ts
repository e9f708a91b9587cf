// A mail to somebody with an account, in the language and at the address the account has.
import type { Pool, PoolClient } from 'pg';
import type { Parts } from '../../../platform/services.ts';
import type { MailKind } from './compose.ts';
import { sendMail } from './jobs.ts';

type Extra = { params?: Record<string, string | number>; link?: string };

/** Puts the mail in within the transaction of `db`. Nobody is told where the account is gone. */
export async function mailPerson(
  parts: Pick<Parts, 'config' | 'queue' | 'newId'>,
  db: Pool | PoolClient,
  userId: string,
  kind: MailKind,
  { params = {}, link }: Extra = {},
): Promise<void> {
  const found = await db.query<{ to: string; language: string; name: string }>(
    'SELECT email AS "to", language, first_name AS name FROM app_user WHERE id = $1',
    [userId],
  );
  const person = found.rows[0];
  if (!person) return;
  const { to, language, name } = person;
  await sendMail(parts, db, { kind, to, language, params: { name, ...params }, ...(link !== undefined && { link }) });
}
