// Signs in with a passkey: possession of the device, and its PIN or biometric check, are both factors.
import type { PasskeyAssertion } from '@plumbline/core/features/auth/passkey-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import { clientAddress } from '../../../http/limits/client-address.ts';
import { take } from '../../../http/limits/rate-limit.ts';
import type { Services } from '../../../platform/services.ts';
import { noteEvent } from '../security-events.ts';
import type { Issued } from '../session/sessions.ts';
import { type Admitted, admit } from '../sign-in.ts';
import { createChallenge, useChallenge } from './challenges.ts';
import { partyOf } from './relying-party.ts';

export const TIMEOUT_MS = 120_000;
const MINUTE = 60_000;
const MAX_PER_MINUTE = 60;

type Row = Admitted & {
  passkeyId: string;
  publicKey: Buffer;
  counter: string;
  transports: AuthenticatorTransport[];
};

// As for passwords: accounts that must use the organisation's provider cannot sign in with a passkey. One reported lost
// ends with its waiting period.
const PASSKEY = `
  SELECT p.id AS "passkeyId", p.public_key AS "publicKey", p.counter, p.transports,
         u.id, NULL AS hash, u.security_epoch AS epoch,
         (SELECT m.organisation_id FROM organisation_member m
          WHERE m.user_id = u.id AND m.active ORDER BY m.created_at, m.organisation_id LIMIT 1) AS "organisationId"
  FROM passkey p JOIN app_user u ON u.id = p.user_id
  WHERE p.credential_id = $1 AND u.active AND NOT requires_sso(u.id) AND u.email = coalesce($2, u.email)
    AND coalesce(u.second_step_ends_at > $3, true)`;

const limit = ({ pool, clock }: Services, ip: string): Promise<void> =>
  take(pool, [{ bucket: `passkey:${clientAddress(ip)}`, max: MAX_PER_MINUTE, windowMs: MINUTE }], clock.now());

export async function requestOptions(services: Services, ip: string) {
  await limit(services, ip);
  const challenge = await createChallenge(services, { kind: 'sign in', userId: null });
  const { id } = partyOf(services.config);
  return {
    challenge: challenge.toString('base64url'),
    rpId: id,
    timeout: TIMEOUT_MS,
    userVerification: 'required' as const,
  };
}

/** The counter of the passkey after this use; undefined if the signature is not valid. */
async function verify(services: Services, credential: PasskeyAssertion, row: Row): Promise<number | undefined> {
  // Loaded at the first use: it takes a quarter of a second.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id, origin } = partyOf(services.config);
  const { authenticatorAttachment: _, ...answer } = credential;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: (challenge) => useChallenge(services, challenge, { kind: 'sign in', userId: null }),
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(row.publicKey),
        counter: Number(row.counter),
        transports: row.transports,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    services.log.info({ err: error }, 'a passkey was refused');
    return undefined;
  }
}

/** Throws `passkey_refused`, whatever the reason. */
export async function signInWithPasskey(
  services: Services,
  {
    credential,
    username,
    ip,
    userAgent,
  }: { credential: PasskeyAssertion; username: string | undefined; ip: string; userAgent: string },
): Promise<Issued> {
  await limit(services, ip);
  const { pool, clock } = services;
  const key = Buffer.from(credential.id, 'base64url');
  const email = username?.trim().toLowerCase() ?? null;
  const row = (await systemTransaction(pool, (db) => db.query<Row>(PASSKEY, [key, email, clock.now()]))).rows[0];
  const counter = row && (await verify(services, credential, row));
  if (!row || counter === undefined) {
    await noteEvent(pool, { kind: 'signin.failed', userId: row?.id ?? null, detail: { by: 'passkey' } }, clock.now());
    throw new AppError('passkey_refused');
  }
  // Of two uses of one counter value, which a copied key would cause, one succeeds. Synchronised passkeys do not count.
  const used = await pool.query(
    'UPDATE passkey SET counter = $2, last_used_at = $3 WHERE id = $1 AND (counter < $2 OR ($2 = 0 AND counter = 0))',
    [row.passkeyId, counter, clock.now()],
  );
  if (used.rowCount !== 1) throw new AppError('passkey_refused');
  const issued = await admit(services, row, { userAgent, by: 'passkey' });
  if (!issued) throw new AppError('account_inactive');
  return issued;
}
