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
  const made = parseOptions(hashed);
  return (
    made.algorithm !== ARGON2ID ||
    made.memoryCost !== STRENGTH.memoryCost ||
    made.timeCost !== STRENGTH.timeCost ||
    made.parallelism !== STRENGTH.parallelism
  );
}
