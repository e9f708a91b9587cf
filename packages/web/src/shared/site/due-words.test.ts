import german from '@plumbline/locales/messages/de.json' with { type: 'json' };
import english from '@plumbline/locales/messages/en.json' with { type: 'json' };
import russian from '@plumbline/locales/messages/ru.json' with { type: 'json' };
import { createTranslator } from '@plumbline/locales/translate';
import { expect, test } from 'vitest';
import { dueColumnPx, dueWords } from './due-words.ts';

const t = createTranslator('en', english, {}, 'en-GB');
const TODAY = '2026-11-25';

test('due dates are relative to today, and full dates in another year', () => {
  const words = ['2026-11-22', '2026-11-24', TODAY, '2026-11-26', '2026-11-28', '2027-01-02'].map((day) =>
    dueWords(t, day, TODAY, true),
  );
  expect(words).toEqual(['3 days late', '1 day late', 'Today', 'Tomorrow', 'Sat 28 Nov', '2 Jan 2027']);
});

test('a past date of finished work is only a date', () => {
  expect(dueWords(t, '2026-11-22', TODAY, false)).toBe('Sun 22 Nov');
});

test('a column of due dates is wider in languages with longer words', () => {
  const widths = (
    [
      ['en', english],
      ['de', german],
      ['ru', russian],
    ] as const
  ).map(([language, messages]) => dueColumnPx(createTranslator(language, messages, {}, language), 116));
  expect(widths).toEqual([116, 157, 178]);
});
