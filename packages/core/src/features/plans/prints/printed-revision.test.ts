import { expect, test } from 'vitest';
import { getPrintedRevision, revisionAddress, revisionCode, revisionOfCode } from './printed-revision.ts';

test.each([
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
])('the code of %s leads back to it', (id) => {
  const code = revisionCode(id);
  expect(revisionOfCode(code)).toBe(id);
  expect(getPrintedRevision.params.safeParse({ code }).success).toBe(true);
});

test('an address is short enough for a QR code with large modules', () => {
  const address = revisionAddress('https://plans.example.org', '0f8fad5b-d9cb-469f-a165-70867728950e');
  expect(address).toBe('https://plans.example.org/print/APj61b2ctGn6FlcIZ3KJUO');
});
