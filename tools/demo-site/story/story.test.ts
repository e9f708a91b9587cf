// The people of the demo only do what their roles allow; subcontractors comment only on their own tasks.
import { expect, test } from 'vitest';
import { STORY_PINS, scenesOf } from '../manifest.ts';
import { HOUSE_PEOPLE, HOUSE_PINS } from '../old-house/story.ts';
import { SCENES } from '../photos/scenes/scenes.ts';
import { emailOf, PEOPLE } from './people.ts';
import { PINS } from './pins.ts';
import { TEAMS } from './project.ts';
import type { PersonKey, TeamKey } from './types.ts';

const SEES_ALL = new Set(['administrator', 'contributor', 'internalViewer']);
const AUTHORS = new Set<PersonKey>(['anna', 'tomas', 'jonas']);
const roleOf = (key: PersonKey) => PEOPLE.find((person) => person.key === key)?.role ?? 'none';
const isTeam = (to: PersonKey | TeamKey): to is TeamKey => to in TEAMS;

test.each(PINS.filter((pin) => pin.comments))('everyone who comments on $sheet $title sees the whole pin', (pin) => {
  const author = AUTHORS.has(pin.by) ? pin.by : 'anna';
  const assigned = (pin.tasks ?? [])
    .filter(({ state }) => state !== 'draft')
    .flatMap(({ to }): readonly PersonKey[] => (isTeam(to) ? TEAMS[to].people : [to]));
  for (const [person] of pin.comments ?? []) {
    const works = assigned.includes(person) && roleOf(person) !== 'subcontractor';
    const sees = SEES_ALL.has(roleOf(person)) || person === author || works;
    expect(sees, `${person} does not see this pin`).toBe(true);
  }
});

test.each(HOUSE_PINS)('everyone who takes part in $sheet $title sees it', ({ comments = [], tasks = [] }) => {
  const members: Partial<Record<PersonKey, string>> = HOUSE_PEOPLE;
  for (const [person] of comments) expect(SEES_ALL.has(members[person] ?? ''), person).toBe(true);
  for (const { to, steps = [] } of tasks) {
    expect(members).toHaveProperty(to);
    for (const { by } of steps) expect(by === to || SEES_ALL.has(members[by] ?? ''), by).toBe(true);
  }
});

test('every member of a team has its role and belongs to no other team', () => {
  const members = Object.values(TEAMS).flatMap(({ role, people }) => people.map((key) => ({ role, key })));
  expect(new Set(members.map(({ key }) => key)).size).toBe(members.length);
  for (const { role, key } of members) expect(roleOf(key), key).toBe(role);
});

test('every role is represented, and every person has a unique email address', () => {
  expect(new Set(PEOPLE.map(({ role }) => role))).toEqual(
    new Set(['administrator', 'contributor', 'internalViewer', 'externalViewer', 'subcontractor']),
  );
  expect(new Set(PEOPLE.map(emailOf)).size).toBe(PEOPLE.length);
});

test('no two pins of a sheet have the same title', () => {
  expect(new Set(PINS.map(({ sheet, title }) => `${sheet} ${title}`)).size).toBe(PINS.length);
});

test('no two places show the same picture', () => {
  const scenes = STORY_PINS.flat().flatMap(scenesOf);
  expect(new Set(scenes).size).toBe(scenes.length);
  expect(new Set(scenes)).toEqual(new Set(Object.keys(SCENES)));
});
