import { expect, test } from 'vitest';
import { type Facts, listBy, readListView, TEAM_SORTS, writeListView } from './list-view.ts';

const first = readListView({}, TEAM_SORTS);

test('defaults are not written, and every view survives a round trip through its address', () => {
  expect(writeListView(first, TEAM_SORTS)).toEqual({});
  const view = {
    search: '42',
    inactive: true,
    role: 'subcontractor',
    company: 'Keller & Söhne',
    sort: 'members',
    order: 'desc',
  } as const;
  expect(readListView(writeListView(view, TEAM_SORTS), TEAM_SORTS)).toEqual(view);
});

test('unknown and malformed parts of an address are ignored', () => {
  const broken = { search: 7, inactive: 'maybe', role: 'king', sort: 'constructor', order: 1, company: '' };
  expect(readListView(broken, TEAM_SORTS)).toEqual({ ...first, search: '7' });
  expect(readListView({ search: 'x'.repeat(300) }, TEAM_SORTS).search).toHaveLength(200);
});

type Team = { title: string; active: boolean; role: 'contributor' | 'subcontractor'; company: string; members: number };
const teams: Team[] = [
  { title: 'Crew 10', active: true, role: 'subcontractor', company: 'Keller', members: 2 },
  { title: 'Crew 9', active: true, role: 'contributor', company: 'Keller', members: 12 },
  { title: 'Old crew', active: false, role: 'subcontractor', company: 'Novák', members: 0 },
];
const facts = ({ title, active, role, company, members }: Team): Facts<(typeof TEAM_SORTS)[number]> => ({
  active,
  role,
  company,
  words: [title, company],
  by: { title, role, company, craft: '', members },
});
const shown = (part: Partial<typeof first>) =>
  listBy(teams, facts, { ...first, ...part }, 'en').map((one) => one.title);

test('inactive rows are hidden unless requested', () => {
  expect(shown({})).toEqual(['Crew 9', 'Crew 10']);
  expect(shown({ inactive: true })).toEqual(['Crew 9', 'Crew 10', 'Old crew']);
});

test('numbers within text and plain numbers are sorted numerically in both directions', () => {
  expect(shown({ sort: 'members' })).toEqual(['Crew 10', 'Crew 9']);
  expect(shown({ order: 'desc' })).toEqual(['Crew 10', 'Crew 9']);
});

test('each search word, the role and the company narrow the list', () => {
  expect(shown({ search: 'KELLER 9' })).toEqual(['Crew 9']);
  expect(shown({ role: 'subcontractor' })).toEqual(['Crew 10']);
  expect(shown({ company: 'Novák', inactive: true })).toEqual(['Old crew']);
});
