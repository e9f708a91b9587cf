import english from '@plumbline/locales/messages/en.json' with { type: 'json' };
import { createTranslator } from '@plumbline/locales/translate';
import { expect, test } from 'vitest';
import { Refusal } from '../../api/failure.ts';
import { failureText } from './shown-failure.ts';

const t = createTranslator('en', english);

test('an unexpected error is shown with the id under which the server has logged it', () => {
  const internal = { code: 'internal', incident: '5f0c2d1e' };
  expect(failureText(t, new Refusal(500, internal))).toBe(`${t('error.internal')} (5f0c2d1e)`);
  expect(failureText(t, new Refusal(403, { code: 'forbidden' }))).toBe(t('error.forbidden'));
});

test('the text of the server is shown for a code that this version does not know', () => {
  const newer = { code: 'invented_later', error_description: 'Come back on Monday' };
  expect(failureText(t, new Refusal(409, newer))).toBe('Come back on Monday');
  expect(failureText(t, new Refusal(409, { code: 'invented_later' }))).toBe(t('error.bad_request'));
});

test('an ended session opens the sign-in dialog without waiting for a page that cannot load', () => {
  for (const code of ['invalid_token', 'session_ended'])
    expect(failureText(t, new Refusal(401, { code }))).toBe(t('error.session_ended'));
});
