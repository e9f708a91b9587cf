import { expect, test } from 'vitest';
import { parseInput } from '../../kernel/action.ts';
import { newProject, projectChange } from './contract.ts';

const project = {
  id: '0192a7f0-0000-7000-8000-000000000001',
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
};

function problems(change: object): unknown {
  try {
    parseInput(newProject, { ...project, ...change });
    return [];
  } catch (error) {
    return (error as { details: { fields: unknown } }).details.fields;
  }
}

test.each([
  [{}, []],
  [{ start: '2026-01-01', end: '2026-01-02' }, []],
  [{ end: '2026-01-02' }, []],
  [{ title: 'Haus' }, []],
  [{ title: ' Hof ' }, [{ path: 'title', outcome: 'TOO_SHORT' }]],
  [{ start: '2026-01-02', end: '2026-01-02' }, [{ path: 'end', outcome: 'BEFORE_START' }]],
  [{ start: '2026-01-02', end: '2026-01-01' }, [{ path: 'end', outcome: 'BEFORE_START' }]],
  [{ start: '02.01.2026' }, [{ path: 'start', outcome: 'NOT_VALID' }]],
])('a new project with %j', (change, expected) => {
  expect(problems(change)).toEqual(expected);
});

test('a change names only what changes', () => {
  expect(parseInput(projectChange, { active: false })).toEqual({ active: false });
});
