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
