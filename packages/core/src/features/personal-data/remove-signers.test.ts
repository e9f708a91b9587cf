// The names of those who sign a report are typed by hand.
import { expect, it } from 'vitest';
import { isNameOf, withoutSigner } from './remove-signers.ts';

const ERNA = { firstName: 'Erna', lastName: 'Löschmann-Weg', email: 'erna@example.org', phones: [] };

it.each([
  'Erna Löschmann-Weg',
  'löschmann-weg',
  'Löschmann-Weg, Erna',
  'DI Dr. E. LÖSCHMANN-WEG',
  'Erna  M. Löschmann-Weg',
])('recognises %s', (name) => expect(isNameOf(name, ERNA)).toBe(true));

it.each(['', 'Erna', 'Otto Löschmann-Weg', 'Erna Weg', 'Löschmann'])('does not take %j for the person', (name) =>
  expect(isNameOf(name, ERNA)).toBe(false),
);

it('replaces the name and keeps the role', () => {
  const other = { role: 'Contractor', name: 'Cem Öz' };
  const options = { order: 'number', signers: [{ role: 'Site manager', name: 'E. Löschmann-Weg' }, other] };
  expect(withoutSigner(options, ERNA, 'Person 12AB')).toEqual({
    order: 'number',
    signers: [{ role: 'Site manager', name: 'Person 12AB' }, other],
  });
  expect(withoutSigner({ signers: [other] }, ERNA, 'Person 12AB')).toEqual({ signers: [other] });
});
