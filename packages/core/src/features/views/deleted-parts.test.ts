import { expect, test } from 'vitest';
import { type NamedThings, namedIds, withoutDeleted } from './deleted-parts.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [paint, old, unknown] = [id(1), id(2), id(3)];
const known = new Map([
  [paint, { name: 'Paint', active: true }],
  [old, { name: 'Old', active: false }],
]);
const things: NamedThings = { category: known, field: known, plan: known, person: known };

test('a view without deleted parts stays as it is', () => {
  const query = { status: ['open'], category: [paint], plan: ['none'], order: ['-dueDate'], search: ['door'] };
  expect(withoutDeleted(query, things)).toEqual({ query, deleted: [] });
});

test.each([
  [{ category: [old, paint] }, { category: [paint] }, [{ kind: 'category', name: 'Old' }]],
  [{ category: [unknown], status: ['open'] }, { status: ['open'] }, [{ kind: 'category', name: '' }]],
  [{ creator: [old], assignee: [old, paint] }, { assignee: [paint] }, [{ kind: 'person', name: 'Old' }]],
  [{ order: [`-field.${old}`] }, {}, [{ kind: 'field', name: 'Old' }]],
  [{ columns: [`${old},${paint},company`] }, { columns: [`${paint},company`] }, [{ kind: 'field', name: 'Old' }]],
  [{ field: [`${old}:set`, `${paint}:n:1..5`] }, { field: [`${paint}:n:1..5`] }, [{ kind: 'field', name: 'Old' }]],
  // An inactive plan still has pins in the lists.
  [{ plan: [old] }, { plan: [old] }, []],
  [{ plan: [unknown] }, {}, [{ kind: 'plan', name: '' }]],
])('reports the deleted parts of %j', (query, kept, deleted) => {
  expect(withoutDeleted(query, things)).toEqual({ query: kept, deleted });
});

test('all ids in a query are found', () => {
  const query = { status: ['open'], category: [paint, old], plan: ['none', old], field: [`${unknown}:set`] };
  expect(namedIds(query)).toEqual([paint, old, unknown]);
});
