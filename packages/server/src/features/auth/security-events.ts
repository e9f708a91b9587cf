// Records security events of accounts and sessions. Never contains passwords, tokens or addresses of unknown people.
import type { Pool, PoolClient } from 'pg';

export type SecurityEvent = {
  kind:
    | 'signin.done'
    | 'signin.failed'
    | 'session.ended'
    | 'session.reused'
    | 'sessions.ended'
    | 'device_key.issued'
    | 'password.changed'
    | 'membership.changed'
    | 'code.failed'
    | 'codes.locked'
    | 'codes.unlocked'
    | 'recovery_code.used'
    | 'recovery_codes.made'
    | 'second_step.on'
    | 'second_step.off'
    | 'second_step.ending'
    | 'second_step.kept'
    | 'second_step.lapsed'
    | 'passkey.added'
    | 'passkey.removed'
    | 'account.activated'
    | 'account.changed'
    | 'account.erased'
    | 'email.changing'
    | 'email.changed'
    | 'device.registered'
    | 'device.unregistered'
    | 'support_token.made'
    | 'policy.changed'
    | 'licence.changed'
    | 'sign_on.done'
    | 'sign_on.refused'
    | 'sign_on.changed'
    | 'domain.decided'
    | 'operator.looked'
    | 'upload.infected';
  /** Whom it concerns. */
  userId?: string | null;
  /** Who did it, if that is not the user. */
  actorId?: string;
  organisationId?: string | null;
  sessionId?: string | null;
  detail?: Record<string, string | number | boolean>;
};

export const noteEvent = (db: Pool | PoolClient, event: SecurityEvent, now: Date): Promise<void> =>
  noteEvents(db, [event], now);

export async function noteEvents(db: Pool | PoolClient, events: readonly SecurityEvent[], now: Date): Promise<void> {
  await db.query(
    `INSERT INTO security_event (at, kind, user_id, organisation_id, session_id, detail, actor_id)
     SELECT $1, kind, "userId", "organisationId", "sessionId", coalesce(detail, '{}'), "actorId"
     FROM jsonb_to_recordset($2::jsonb) AS n (kind text, "userId" uuid, "organisationId" uuid, "sessionId" uuid,
       detail jsonb, "actorId" uuid)`,
    [now, JSON.stringify(events)],
  );
}
