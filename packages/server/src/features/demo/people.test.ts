import { expect, test } from 'vitest';
import { TEAMS } from './content.ts';
import { DEMO_PEOPLE, emailOf } from './people.ts';

test('everybody in a team of the demo has its role, and is in no other', () => {
  const placed = Object.values(TEAMS).flatMap(({ role, people }) => people.map((key) => ({ role, key })));
  expect(new Set(placed.map((one) => one.key)).size).toBe(placed.length);
  for (const { role, key } of placed) expect(DEMO_PEOPLE.find((one) => one.key === key)?.role, key).toBe(role);
});

test('every role is held, and no two people sign in alike', () => {
  expect(new Set(DEMO_PEOPLE.map((one) => one.role))).toEqual(
    new Set(['administrator', 'contributor', 'internalViewer', 'externalViewer', 'subcontractor']),
  );
  expect(new Set(DEMO_PEOPLE.map(emailOf)).size).toBe(DEMO_PEOPLE.length);
});
