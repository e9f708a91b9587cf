// Emails a user in the language and at the address of their account.
import type { Pool, PoolClient } from 'pg';
import type { Services } from '../../../platform/services.ts';
import type { MailKind } from './compose.ts';
import { sendMail } from './jobs.ts';

type Extra = { params?: Record<string, string | number>; link?: string };

/** Enqueues the email in the transaction of `db`. Does nothing if the account no longer exists. */
export async function mailPerson(
  services: Pick<Services, 'config' | 'queue' | 'newId'>,
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
  await sendMail(services, db, {
    kind,
    to,
    language,
    params: { name, ...params },
    ...(link !== undefined && { link }),
  });
}
