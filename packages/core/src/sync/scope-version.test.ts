import { expect, test } from 'vitest';
import { z } from 'zod';
import { pinRow } from '../site/rows/pins.ts';
import { RULES } from './scope.ts';
import { scopeVersion } from './scope-version.ts';

const version = scopeVersion(RULES);

test('the version is the same for the same rules', () => {
  expect(scopeVersion({ ...RULES })).toBe(version);
  expect(version).toMatch(/^[0-9a-f]{16}$/u);
});

test.each(Object.keys(RULES.rows))('adding a field to %s, or removing one, changes the version', (entity) => {
  const row = RULES.rows[entity];
  if (!(row instanceof z.ZodObject)) throw new TypeError(`${entity} is no object`);
  const extended = z.strictObject({ ...row.shape, added: z.string() });
  expect(scopeVersion({ ...RULES, rows: { ...RULES.rows, [entity]: extended } })).not.toBe(version);
  const { id: _id, ...rest } = row.shape;
  expect(scopeVersion({ ...RULES, rows: { ...RULES.rows, [entity]: z.strictObject(rest) } })).not.toBe(version);
});

test('a nested field, and a field that may now be null, change the version', () => {
  const nested = pinRow.shape.modelPosition.unwrap();
  for (const change of [
    { modelPosition: z.strictObject({ ...nested.shape, added: z.string() }).nullable() },
    { title: pinRow.shape.title.nullable() },
  ]) {
    const pin = z.strictObject({ ...pinRow.shape, ...change });
    expect(scopeVersion({ ...RULES, rows: { ...RULES.rows, pin } })).not.toBe(version);
  }
});

test('a longer text limit does not change the version', () => {
  const pin = z.strictObject({ ...pinRow.shape, title: z.string().max(9_999) });
  expect(scopeVersion({ ...RULES, rows: { ...RULES.rows, pin } })).toBe(version);
});

test('a view permission and each visibility rule change the version', () => {
  const never = () => false;
  for (const change of [
    { rights: [...RULES.rights, 'subcontractor plan.view no'] },
    { canSeePin: never },
    { canSeeTask: never },
    { canSeeMedia: never },
    { canSeeSavedView: never },
    { canSeeMarkup: never },
  ]) {
    expect(scopeVersion({ ...RULES, ...change })).not.toBe(version);
  }
});
