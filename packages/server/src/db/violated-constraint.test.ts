import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { violatedConstraint } from './violated-constraint.ts';

const failed = (message: string, fields: Partial<DatabaseError>) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), fields);

test('returns the constraint of an error', () => {
  const named = failed('duplicate key', { code: '23505', constraint: 'company_pkey' });
  expect(violatedConstraint(named)).toBe('company_pkey');
});

test('returns the constraint of a partition, which is only in the message', () => {
  const key = 'duplicate key value violates unique constraint "company_name_key_102046"';
  expect(violatedConstraint(failed(key, { code: '23505' }))).toBe('company_name_key');
  const reference =
    'insert or update on table "pin_102008" violates foreign key constraint "pin_organisation_id_plan_id_fkey_102008"';
  expect(violatedConstraint(failed(reference, { code: '23503' }))).toBe('pin_organisation_id_plan_id_fkey');
});

test('returns no constraint for other errors', () => {
  expect(violatedConstraint(failed('relation "pin_102008" does not exist', { code: '42P01' }))).toBeUndefined();
  expect(violatedConstraint(failed('duplicate key', { code: '23505' }))).toBeUndefined();
  expect(violatedConstraint(new Error('company_name_key_102046'))).toBeUndefined();
});
