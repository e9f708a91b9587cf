// Random challenges that passkeys sign. Each works once, for a few minutes, and for its purpose only.
import { randomBytes } from 'node:crypto';
import type { Services } from '../../../platform/services.ts';

type Purpose = {
  kind: 'add' | 'sign in';
  /** Null before sign-in, when the user is unknown. */
  userId: string | null;
};

const LIFETIME_MS = 300_000;

export async function createChallenge(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { kind, userId }: Purpose,
): Promise<Buffer> {
  const challenge = randomBytes(32);
  const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS);
  await pool.query('INSERT INTO passkey_challenge (challenge, kind, user_id, expires_at) VALUES ($1, $2, $3, $4)', [
    challenge,
    kind,
    userId,
    expiresAt,
  ]);
  return challenge;
}

/** Whether the challenge was valid until now. */
export async function useChallenge(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  challenge: string,
  { kind, userId }: Purpose,
): Promise<boolean> {
  const used = await pool.query(
    `DELETE FROM passkey_challenge
     WHERE challenge = $1 AND kind = $2 AND user_id IS NOT DISTINCT FROM $3 AND expires_at > $4`,
    [Buffer.from(challenge, 'base64url'), kind, userId, clock.now()],
  );
  return used.rowCount === 1;
}
