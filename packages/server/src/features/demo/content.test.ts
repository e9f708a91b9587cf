// The people of the demo do only what they may: who talks about a pin sees it whole, by role, as its author or by a task of his.
// Subcontractors talk on their tasks only.
import { expect, test } from 'vitest';
import { DEMO_PINS, type PersonKey, TEAMS } from './content.ts';
import { DEMO_PEOPLE } from './people.ts';

const SEES_ALL = new Set(['administrator', 'contributor', 'internalViewer']);
const AUTHORS = new Set<PersonKey>(['anna', 'tomas', 'jonas']);
const roleOf = (key: PersonKey) => DEMO_PEOPLE.find((one) => one.key === key)?.role ?? 'none';

test.each(DEMO_PINS.filter((pin) => pin.talk))('$sheet $title', ({ by, tasks = [], talk = [] }) => {
  const author = AUTHORS.has(by) ? by : 'anna';
  const assigned = tasks
    .filter(({ state }) => state !== 'draft')
    .flatMap(({ to }): readonly PersonKey[] =>
      to in TEAMS ? TEAMS[to as keyof typeof TEAMS].people : [to as PersonKey],
    );
  for (const [person] of talk) {
    const works = assigned.includes(person) && roleOf(person) !== 'subcontractor';
    const sees = SEES_ALL.has(roleOf(person)) || person === author || works;
    expect(sees, `${person} does not see this pin`).toBe(true);
  }
});
