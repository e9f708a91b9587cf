// What an organisation asks of everybody who signs in.
import type { changeSignInPolicy } from '@plumbline/core/features/account/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import type { Parts } from '../../http/parts.ts';
import type { Session } from '../../http/session.ts';
import { noteEvent } from '../auth/security-events.ts';

type Policy = ReplyOf<typeof changeSignInPolicy>;

export async function readPolicy({ pool }: Parts, { organisationId }: Session): Promise<Policy> {
  const found = await pool.query<Policy>(
    'SELECT force_mfa AS "forceMfa", require_sms AS "requireSms" FROM organisation WHERE id = $1',
    [organisationId],
  );
  return found.rows[0] ?? { forceMfa: false, requireSms: false };
}

export async function changePolicy(
  parts: Parts,
  session: Session,
  { forceMfa, requireSms }: RequestOf<typeof changeSignInPolicy>['body'],
): Promise<Policy> {
  const { organisationId, userId, sessionId } = session;
  await parts.pool.query(
    'UPDATE organisation SET force_mfa = coalesce($2, force_mfa), require_sms = coalesce($3, require_sms) WHERE id = $1',
    [organisationId, forceMfa ?? null, requireSms ?? null],
  );
  const now = parts.clock.now();
  const policy = await readPolicy(parts, session);
  await noteEvent(
    parts.pool,
    { kind: 'policy.changed', organisationId, userId, sessionId, detail: { ...policy } },
    now,
  );
  return policy;
}
