import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '../kernel/errors.ts';
import { ACTIONS } from './registry.ts';
import { UPLOAD_KINDS, UPLOAD_REASONS, uploadCode, uploadHint, uploadKind, uploadReason } from './upload-codes.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];

test('the codes are 1 to 30, each for one kind and reason', () => {
  const all = UPLOAD_KINDS.flatMap((kind) => UPLOAD_REASONS.map((reason) => uploadCode(kind, reason)));
  expect(all).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

test('every kind is that of an action, and every reason that of a refusal', () => {
  const kinds = new Set([...ACTIONS.keys()].map(uploadKind));
  for (const kind of UPLOAD_KINDS) expect(kinds).toContain(kind);
  expect(new Set(codes.map(uploadReason))).toEqual(new Set(UPLOAD_REASONS));
});

test.each([
  ['pin.update', 'not_entitled', 1],
  ['comment.create', 'pin_locked', 3],
  ['post.create', 'too_large', 11],
  ['task.setStatus', 'already_changed', 15],
  ['group.update', 'internal', 24],
  ['pin.linkRecord', 'not_found', 26],
] as const)('%s refused with %s has code %i', (action, code, expected) => {
  const kind = uploadKind(action);
  expect(kind && uploadCode(kind, uploadReason(code))).toBe(expected);
});

test.each([
  ['not_found', 'missing'],
  ['already_changed', 'conflict'],
  ['outside_plan', 'invalid'],
  ['too_large', 'file'],
  ['file_infected', 'file'],
  ['pin_locked', undefined],
  ['not_entitled', undefined],
  ['internal', undefined],
] as const)('the hint for %s is %s', (code, expected) => {
  expect(uploadHint(code)).toBe(expected);
});

test('actions on plans have no upload code', () => {
  expect(uploadKind('plan.rename')).toBeUndefined();
});
