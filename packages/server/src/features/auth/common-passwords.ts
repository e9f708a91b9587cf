// The 49,000 most common passwords of the zxcvbn project. Read at the first use: browsers check a short list, the server this
// one.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wordsIn } from '@plumbline/core/features/auth/password-policy';
import { z } from 'zod';

const LIST = '@zxcvbn-ts/language-common/src/passwords.json';
/** Shorter words are part of many good passwords. */
const MIN_WORD = 4;

let known: ReadonlySet<string> | undefined;

function common(): ReadonlySet<string> {
  known ??= new Set(
    z.array(z.string()).parse(JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(LIST)), 'utf8'))),
  );
  return known;
}

/** Whether the password is listed, in any case, or is mostly a listed word with digits and symbols around it. */
export function isCommonPassword(password: string): boolean {
  const mostly = (word: string) => word.length >= MIN_WORD && word.length * 2 >= password.length;
  return [password.toLowerCase(), ...wordsIn(password).filter(mostly)].some((word) => common().has(word));
}
