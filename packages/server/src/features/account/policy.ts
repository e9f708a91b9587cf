// The sign-in policy of an organisation.
import type { changeSignInPolicy } from '@plumbline/core/features/account/sign-in-policy-contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { isAllowed } from '../../http/limits/allowed-networks.ts';
import { plainAddress } from '../../http/limits/client-address.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { noteEvent } from '../auth/security-events.ts';

type Policy = ReplyOf<typeof changeSignInPolicy>;

/** Security events contain neither nulls nor lists. */
const noted = (policy: Policy): Record<string, boolean | number | string> =>
  Object.fromEntries(
    Object.entries(policy).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(' ') : (value ?? 'default'),
    ]),
  );

export async function readPolicy({ pool }: Services, { organisationId }: Session): Promise<Policy> {
  const found = await pool.query<Policy>(
    `SELECT force_mfa AS "forceMfa", require_sms AS "requireSms", password_min_length AS "passwordMinLength",
       session_days AS "sessionDays", session_idle_days AS "sessionIdleDays", networks FROM organisation WHERE id = $1`,
    [organisationId],
  );
  if (!found.rows[0]) throw new AppError('not_found');
  return found.rows[0];
}

export async function changePolicy(
  services: Services,
  session: Session,
  ip: string,
  body: RequestOf<typeof changeSignInPolicy>['body'],
): Promise<Policy> {
  const { organisationId, userId, sessionId } = session;
  if (body.networks && !isAllowed(body.networks, ip)) {
    throw new AppError('network_excludes_you', { params: { address: plainAddress(ip) } });
  }
  await services.pool.query(
    `UPDATE organisation SET force_mfa = coalesce($2, force_mfa), require_sms = coalesce($3, require_sms),
       password_min_length = CASE WHEN $4 THEN $5 ELSE password_min_length END,
       session_days = CASE WHEN $6 THEN $7 ELSE session_days END,
       session_idle_days = CASE WHEN $8 THEN $9 ELSE session_idle_days END,
       networks = coalesce($10, networks)
     WHERE id = $1`,
    [
      organisationId,
      body.forceMfa ?? null,
      body.requireSms ?? null,
      ...(['passwordMinLength', 'sessionDays', 'sessionIdleDays'] as const).flatMap((field) => [
        body[field] !== undefined,
        body[field] ?? null,
      ]),
      body.networks ?? null,
    ],
  );
  const now = services.clock.now();
  const policy = await readPolicy(services, session);
  await noteEvent(
    services.pool,
    { kind: 'policy.changed', organisationId, userId, sessionId, detail: noted(policy) },
    now,
  );
  return policy;
}
