// Password hashes: Argon2id, 46 MiB, one pass. `isWeaker` detects hashes with older parameters, which are replaced at
// sign-in.
import { hash, parseOptions, verify } from '@node-rs/argon2';

const STRENGTH = { memoryCost: 46 * 1_024, timeCost: 1, parallelism: 1 };
const ARGON2ID = 2;

/** Hashes a password exactly as typed. */
export function hashPassword(password: string): Promise<string> {
  return hash(Buffer.from(password, 'utf8'), STRENGTH);
}

export function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, Buffer.from(password, 'utf8'));
}

/** Whether this hash was created with parameters other than the current ones. */
export function isWeaker(hashed: string): boolean {
  const created = parseOptions(hashed);
  return (
    created.algorithm !== ARGON2ID ||
    created.memoryCost !== STRENGTH.memoryCost ||
    created.timeCost !== STRENGTH.timeCost ||
    created.parallelism !== STRENGTH.parallelism
  );
}
