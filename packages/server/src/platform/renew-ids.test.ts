import { randomUUID } from 'node:crypto';
import { id } from '@plumbline/core/kernel/text';
import { expect, test } from 'vitest';
import { renewIn, withNewIds } from './renew-ids.ts';

test('an id is mapped to the same new id within a scope, and to another one in other scopes', () => {
  const old = randomUUID();
  const renew = renewIn('a');
  expect(renew(old)).toBe(renew(old.toUpperCase()));
  expect(renew(old)).not.toBe(old);
  expect(renewIn('b')(old)).not.toBe(renew(old));
  for (let round = 0; round < 200; round += 1) expect(id.parse(renew(randomUUID()))).toMatch(/^[0-9a-f-]{36}$/u);
});

test('ids are renewed wherever rows refer to each other, texts never', () => {
  const [pin, field, other] = [randomUUID(), randomUUID(), randomUUID()];
  const row = {
    id: pin,
    title: other,
    links: [other],
    fields: { [field]: other },
    filter: { categoryIds: [other], text: other, field: [`${field}:min:3`] },
    query: { category: [other], order: [`-field.${field}`], search: [other] },
    ratings: { costs: 2 },
    planId: null,
  };
  const renew = renewIn('a');
  expect(withNewIds(row, renew)).toEqual({
    id: renew(pin),
    title: other,
    links: [renew(other)],
    fields: { [renew(field)]: other },
    filter: { categoryIds: [renew(other)], text: other, field: [`${renew(field)}:min:3`] },
    query: { category: [renew(other)], order: [`-field.${renew(field)}`], search: [other] },
    ratings: { costs: 2 },
    planId: null,
  });
});
