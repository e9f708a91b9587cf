// The caller's passkeys: added and removed with the password. They are a second step, and sign in without the password.
import type { Passkey, PasskeyAttestation } from '@plumbline/core/features/auth/passkey-contract';
import { MAX_PASSKEYS } from '@plumbline/core/features/auth/passkey-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { mailPerson } from '../auth/emails/to-person.ts';
import { createChallenge, useChallenge } from '../auth/passkeys/challenges.ts';
import { partyOf } from '../auth/passkeys/relying-party.ts';
import { TIMEOUT_MS } from '../auth/passkeys/sign-in.ts';
import { noteEvent } from '../auth/security-events.ts';
import { endSessionsOf } from '../auth/session/sessions.ts';
import { requirePassword } from './own-password.ts';
import { stepIsOn } from './steps.ts';

type Row = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null };

/** EdDSA, ES256 and RS256: what every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];

export async function readPasskeys({ pool }: Services, { userId }: Session): Promise<Passkey[]> {
  const found = await pool.query<Row>(
    `SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt", synced FROM passkey
     WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  );
  return found.rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }));
}

export async function beginPasskey(services: Services, { userId }: Session, password: string) {
  await requirePassword(services, userId, password);
  const { pool, config } = services;
  const [person, known] = await Promise.all([
    pool.query<{ email: string; name: string }>(
      "SELECT email, concat_ws(' ', first_name, last_name) AS name FROM app_user WHERE id = $1",
      [userId],
    ),
    pool.query<{ id: Buffer; transports: string[] }>(
      'SELECT credential_id AS id, transports FROM passkey WHERE user_id = $1',
      [userId],
    ),
  ]);
  if (known.rows.length >= MAX_PASSKEYS) throw new AppError('too_many_passkeys');
  const { email = '', name = '' } = person.rows[0] ?? {};
  const challenge = await createChallenge(services, { kind: 'add', userId });
  const party = partyOf(config);
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: party.id, name: party.name },
    // The standard asks for bytes that say nothing about the person.
    user: { id: Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: TIMEOUT_MS,
    attestation: 'none' as const,
    excludeCredentials: known.rows.map(({ id, transports }) => ({
      id: id.toString('base64url'),
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  };
}

async function verify(services: Services, userId: string, credential: PasskeyAttestation) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { id, origin } = partyOf(services.config);
  const { transports, ...answer } = credential.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: 'public-key',
        response: answer,
        clientExtensionResults: {},
      },
      expectedChallenge: (challenge) => useChallenge(services, challenge, { kind: 'add', userId }),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo && { ...registrationInfo, transports: transports ?? [] };
  } catch (error) {
    services.log.info({ err: error }, 'a new passkey was refused');
    return undefined;
  }
}

const UNIQUE_VIOLATION = '23505';

/** The recovery codes if this is the first second step; none otherwise. */
export async function addPasskey(
  services: Services,
  session: Session,
  { name, credential }: { name: string; credential: PasskeyAttestation },
): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = session;
  const verified = await verify(services, userId, credential);
  if (!verified) throw new AppError('passkey_refused');
  const { pool, clock, newId } = services;
  const now = clock.now();
  const { id, publicKey, counter } = verified.credential;
  return systemTransaction(pool, async (db) => {
    const before = await db.query<{ on: boolean; count: number }>(
      `SELECT otp OR sms OR passkey AS on, (SELECT count(*)::int FROM passkey WHERE user_id = $1) AS count
       FROM app_user WHERE id = $1 FOR UPDATE`,
      [userId],
    );
    const { on = false, count = 0 } = before.rows[0] ?? {};
    if (count >= MAX_PASSKEYS) throw new AppError('too_many_passkeys');
    await db.query(
      `INSERT INTO passkey (id, user_id, credential_id, public_key, counter, transports, name, synced, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        newId(),
        userId,
        Buffer.from(id, 'base64url'),
        Buffer.from(publicKey),
        counter,
        verified.transports,
        name,
        verified.credentialBackedUp,
        now,
      ],
    );
    await db.query('UPDATE app_user SET passkey = true WHERE id = $1', [userId]);
    if (!on) return { recoveryCodes: await stepIsOn(services, db, session, { kind: 'passkeyAdded', passkey: name }) };
    await noteEvent(db, { kind: 'passkey.added', userId, sessionId }, now);
    await mailPerson(services, db, userId, 'passkeyAdded', { params: { passkey: name } });
    return { recoveryCodes: [] };
  }).catch((error: unknown) => {
    const known = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
    throw known ? new AppError('passkey_refused') : error;
  });
}

export async function removePasskey(
  services: Services,
  session: Session,
  { passkeyId, password }: { passkeyId: string; password: string },
): Promise<void> {
  const { userId, sessionId, organisationId } = session;
  await requirePassword(services, userId, password);
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    const found = await db.query<{ others: boolean; enough: boolean; forced: boolean }>(
      `SELECT u.otp OR u.sms AS others, CASE WHEN o.require_sms THEN u.sms ELSE u.otp OR u.sms END AS enough,
         o.force_mfa AS forced
       FROM app_user u, organisation o WHERE u.id = $1 AND o.id = $2 FOR UPDATE OF u`,
      [userId, organisationId],
    );
    const { others = false, enough = false, forced = false } = found.rows[0] ?? {};
    const removed = await db.query('DELETE FROM passkey WHERE id = $1 AND user_id = $2', [passkeyId, userId]);
    if (removed.rowCount !== 1) throw new AppError('not_found');
    const left = await db.query('SELECT FROM passkey WHERE user_id = $1 LIMIT 1', [userId]);
    await noteEvent(db, { kind: 'passkey.removed', userId, sessionId }, now);
    if (left.rowCount !== 0) return;
    if (forced && !enough) throw new AppError('second_step_required');
    await db.query('UPDATE app_user SET passkey = false WHERE id = $1', [userId]);
    if (others) return;
    await db.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
    await noteEvent(db, { kind: 'second_step.off', userId, sessionId }, now);
    await endSessionsOf(db, userId, { reason: 'second step ended', except: sessionId, now });
    await mailPerson(services, db, userId, 'secondStepOff');
  });
}
