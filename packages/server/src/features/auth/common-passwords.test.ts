import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['Dragon-2026!', 'Mustang1!', '!!Jordan23', 'B4seb4ll!', '1QAZ2wsx', 'QWERTYUIOP', 'Trustno1!'])(
  '%s is common',
  (password) => expect(isCommonPassword(password)).toBe(true),
);

test.each([
  'Plumb-line-2026',
  'Richtig-lang-26',
  'Dragon-fly-over-2026',
  'Xyk-1234',
  'Ab-1-cat-on-roof',
  'Ключ-от-дома-7',
])('%s is not common', (password) => expect(isCommonPassword(password)).toBe(false));
