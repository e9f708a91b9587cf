// Reads a new password from the standard input, without it appearing among the arguments of a process.
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { fitsPolicy } from '@plumbline/core/features/auth/password-policy';
import { isCommonPassword } from '../../features/auth/common-passwords.ts';
import { UsageError } from './usage-error.ts';

const RULES =
  'The password needs at least 8 characters with an upper-case letter, a lower-case letter, a digit and a special character, must not contain your names, and must not be a common one';

async function readLine(): Promise<string> {
  if (stdin.isTTY) stdout.write(`${RULES}.\nPassword: `);
  const lines = createInterface({ input: stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}

/** Throws UsageError for a password that this person may not have. */
export async function readPassword(person: { firstName: string; lastName: string; username: string }): Promise<string> {
  const password = await readLine();
  if (!fitsPolicy(password, person) || isCommonPassword(password)) throw new UsageError(`${RULES}.`);
  return password;
}
