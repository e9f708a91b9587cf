import { EMPTY_SETTINGS } from '@plumbline/core/site/rows/projects';
import { expect, test } from 'vitest';
import {
  changedFields,
  rebased,
  type SettingsDraft,
  settingsChange,
  settingsProblems,
  tabOf,
} from './settings-draft.ts';

const draft: SettingsDraft = {
  title: 'Harbour house',
  company: '',
  address: '',
  postCode: '',
  country: '',
  start: null,
  end: null,
  notes: '',
  timezone: 'Europe/Vienna',
  language: 'de',
  managerName: '',
  managerPhone: '',
  ratings: [{ id: 'costs', title: 'Costs', levels: ['low', 'high'] }],
  ...EMPTY_SETTINGS,
};
const scale = (change: object) => ({ ratings: [{ id: 'costs', title: 'Costs', levels: ['low', 'high'], ...change }] });

test.each([
  [{}, {}],
  [{ title: ' ' }, { title: 'REQUIRED' }],
  [{ title: 'Hof' }, { title: 'TOO_SHORT' }],
  [{ title: 'x'.repeat(201) }, { title: 'TOO_LONG' }],
  [{ notes: 'x'.repeat(10_001) }, { notes: 'TOO_LONG' }],
  [{ start: '2026-05-01', end: '2026-05-01' }, { end: 'BEFORE_START' }],
  [scale({ title: '' }), { 'ratings.0.title': 'EMPTY' }],
  [scale({ levels: ['low', ' '] }), { 'ratings.0.levels.1': 'EMPTY' }],
  [{ managerPhone: '030 12345' }, { managerPhone: 'NOT_VALID' }],
  [{ managerPhone: '+12' }, { managerPhone: 'NOT_VALID' }],
  [{ managerPhone: '+49 30 12345' }, {}],
])('%j yields the problems %j', (change, problems) => {
  expect(settingsProblems({ ...draft, ...change }, draft)).toEqual(problems);
});

test('an unchanged phone number is not validated again', () => {
  const before = { ...draft, managerPhone: '030 12345' };
  expect(settingsProblems({ ...before, company: 'x' }, before)).toEqual({});
});

test('only changes are sent; dates and coordinates are sent in pairs', () => {
  expect(settingsChange(draft, { ...draft, ...scale({}) })).toEqual({});
  expect(settingsChange(draft, { ...draft, notes: 'x' })).toEqual({ notes: 'x' });
  expect(settingsChange(draft, { ...draft, end: '2026-05-01' })).toEqual({ start: null, end: '2026-05-01' });
  expect(settingsChange(draft, { ...draft, latitude: 1, longitude: 2 })).toEqual({ latitude: 1, longitude: 2 });
});

test.each([
  ['title', 'details'],
  ['ratings.1.levels.4', 'details'],
  ['latitude', 'address'],
  ['assistantId', 'stakeholders'],
  ['footerLogoBlobId', 'design'],
  ['categories.0.title', undefined],
])('%s belongs to %s', (path, tab) => {
  expect(tabOf(path)).toBe(tab);
});

test('when newer settings arrive, local changes are kept, others are adopted, and conflicts are listed', () => {
  const mine = { ...draft, company: 'Mine', notes: 'Mine', address: 'Same' };
  const theirs = { ...draft, company: 'Theirs', title: 'Their title', address: 'Same' };
  const { draft: next, clashes, taken } = rebased(draft, mine, theirs);
  expect(next).toEqual({ ...draft, company: 'Mine', notes: 'Mine', address: 'Same', title: 'Their title' });
  expect(clashes).toEqual(['company']);
  expect(taken).toEqual(['title']);
  expect(changedFields(theirs, next)).toEqual(['company', 'notes']);
});
