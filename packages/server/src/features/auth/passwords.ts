// Password hashes: Argon2id, 46 MiB, one pass. Hashes of older strength are known by `isWeaker` and replaced at sign-in.
import { hash, parseOptions, verify } from '@node-rs/argon2';

const STRENGTH = { memoryCost: 46 * 1_024, timeCost: 1, parallelism: 1 };
const ARGON2ID = 2;

/** The hash of a password taken exactly as typed. */
export function hashPassword(password: string): Promise<string> {
  return hash(Buffer.from(password, 'utf8'), STRENGTH);
}

export function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, Buffer.from(password, 'utf8'));
}

/** Was this hash made with other parameters than today's? */
export function isWeaker(hashed: string): boolean {
  const made = parseOptions(hashed);
  return (
    made.algorithm !== ARGON2ID ||
    made.memoryCost !== STRENGTH.memoryCost ||
    made.timeCost !== STRENGTH.timeCost ||
    made.parallelism !== STRENGTH.parallelism
  );
}
