import { expect, test } from 'vitest';
import { newPasswordProblems, repeatOutcome } from './new-password.tsx';

const person = { firstName: 'Nina', lastName: 'Neu', username: 'nina@neubau.example' };

test.each([
  ['', 'REQUIRED'],
  ['Ab-1', 'TOO_SHORT'],
  [`Ab-1${'x'.repeat(300)}`, 'TOO_LONG'],
  ['Grün-2026-\ud800', 'NOT_VALID'],
  ['Nina-auf-dem-Bau-1', 'CONTAINS_NAME'],
  ['ohne zahl und zeichen', 'NOT_CONTAINING_REQUIRED_VALUES'],
  ['Password2026!', 'TOO_COMMON'],
  ['Wasserwaage-2026!', undefined],
])('the new password %s: %s', (password, problem) => {
  expect(newPasswordProblems({ password, repeat: password || 'x' }, person, 8).password).toBe(problem);
});

test.each([
  ['Wasserwaage-2026!', '', undefined, 'REQUIRED'],
  ['Wasserwaage-2026!', 'Wasser', undefined, 'NOT_MATCH'],
  ['Wasserwaage-2026!', 'Wasserwaage-2026!', 'MATCH', undefined],
  ['Wasserwaage-2026!', 'Wasserwaage-2027!', 'NOT_MATCH', 'NOT_MATCH'],
  ['Wasserwaage-2026!', 'Wx', 'NOT_MATCH', 'NOT_MATCH'],
])('%s repeated as %s is %s while typing, and %s when sent', (password, repeat, typing, sent) => {
  expect(repeatOutcome({ password, repeat })).toBe(typing);
  expect(newPasswordProblems({ password, repeat }, person, 8).repeat).toBe(sent);
});
