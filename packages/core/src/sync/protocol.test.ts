// During an upgrade, a newer device may reach an older server: fields the server does not know are ignored.
import { expect, test } from 'vitest';
import { pullQuery, pushBody, sentMutation } from './protocol.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const EDIT = { n: 1, id: ID, projectId: ID, name: 'pin.create', input: { added: 1 }, at: '' };

test('a push with fields of a newer device is read without them', () => {
  const body = { deviceId: ID, mutations: [EDIT], receipt: { n: 1, id: ID } };
  const newer = { ...body, mutations: [{ ...EDIT, added: 1 }], receipt: { ...body.receipt, added: 1 }, added: 1 };
  expect(pushBody.parse(newer)).toEqual(body);
});

test('an added field never turns a skip into an edit, or an edit without its fields into a skip', () => {
  expect(sentMutation.parse({ n: 2, skip: true, added: 1 })).toEqual({ n: 2, skip: true });
  expect(sentMutation.parse({ ...EDIT, skip: true })).toEqual({ n: 1, skip: true });
  expect(sentMutation.safeParse({ n: 2, added: 1 }).success).toBe(false);
});

test('a pull with fields of a newer device is read without them', () => {
  expect(pullQuery.parse({ projectId: ID, from: '3', added: '1' })).toMatchObject({ projectId: ID, from: 3 });
  expect(pullQuery.parse({ projectId: ID, from: '3', added: '1' })).not.toHaveProperty('added');
});
