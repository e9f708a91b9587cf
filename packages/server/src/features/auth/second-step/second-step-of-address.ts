// Which second step an address signs in with. Unknown addresses get a stable made-up answer with the same frequencies
// as real accounts.

import type { twoFactor } from '@plumbline/core/features/auth/contract';
import { PASSWORD_POLICY } from '@plumbline/core/features/auth/password-policy';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { instanceKey, macOf } from '../../../http/security/instance-key.ts';
import type { Services } from '../../../platform/services.ts';

type Flags = { otp: boolean; sms: boolean };
type Share = { otp: number; sms: number };

/** Interval in milliseconds at which the frequencies of real accounts are recounted. */
const RECOUNT_MS = 600_000;

/** A value from 0 to 1, stable for an address on this installation. */
function coinFlip(secret: Buffer, address: string, step: keyof Flags): number {
  return macOf(instanceKey(secret, 'address'), step, address).readUInt32BE(0) / 2 ** 32;
}

export function createTwoFactor({ pool, clock, config }: Services) {
  let counted: { share: Share; at: number } | undefined;
  const shares = async (): Promise<Share> => {
    const now = clock.now().getTime();
    if (counted && now - counted.at < RECOUNT_MS) return counted.share;
    const found = await pool.query<Share>(
      'SELECT coalesce(avg(otp::int), 0)::float8 AS otp, coalesce(avg(sms::int), 0)::float8 AS sms FROM app_user',
    );
    const share = found.rows[0] ?? { otp: 0, sms: 0 };
    counted = { share, at: now };
    return share;
  };
  return async (address: string): Promise<ReplyOf<typeof twoFactor>> => {
    const share = await shares();
    const found = await pool.query<Flags>('SELECT otp, sms FROM app_user WHERE email = $1', [address]);
    const decoy = {
      otp: coinFlip(config.secretKey, address, 'otp') < share.otp,
      sms: coinFlip(config.secretKey, address, 'sms') < share.sms,
    };
    return { ...(found.rows[0] ?? decoy), passwordPolicy: PASSWORD_POLICY };
  };
}
