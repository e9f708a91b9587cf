// The operator key: stored in the data folder, it grants access to operator-only functions.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Config } from '../../config/config.ts';
import { take } from '../../http/limits/rate-limit.ts';
import { instanceKey, macOf, sameBytes } from '../../http/security/instance-key.ts';
import type { Services } from '../../platform/services.ts';
import { noteEvent } from './security-events.ts';

export const operatorKey = ({ secretKey }: Pick<Config, 'secretKey'>): string =>
  macOf(instanceKey(secretKey, 'operator'), 'mailbox').subarray(0, 18).toString('base64url');

/** Throws `forbidden` for a wrong key and counts the attempt; records each access by the operator. */
export async function requireOperator({ pool, clock, config }: Services, block: string, key: string): Promise<void> {
  const limits = [{ bucket: `operator:${block}`, max: 30, windowMs: 3_600_000 }];
  if (!sameBytes(Buffer.from(operatorKey(config)), Buffer.from(key.trim()))) {
    await take(pool, limits, clock.now());
    throw new AppError('forbidden');
  }
  await noteEvent(pool, { kind: 'operator.looked' }, clock.now());
}
