import { expect, test } from 'vitest';
import { phoneToCall } from './contact-data.ts';

test.each([
  ['administrator', 'other', '+43 1', '+43 1'],
  ['contributor', 'other', '+43 1', '+43 1'],
  ['internalViewer', 'other', '+43 1', '+43 1'],
  ['subcontractor', 'other', '+43 1', ''],
  ['externalViewer', 'other', '+43 1', ''],
  ['administrator', 'self', '+43 1', ''],
  ['administrator', 'other', null, ''],
  ['administrator', null, undefined, ''],
] as const)('%s calls the assignee %s with the number %s at "%s"', (role, assigneeId, phone, expected) => {
  expect(phoneToCall({ role, userId: 'self' }, assigneeId, phone)).toBe(expected);
});
