import { describe, expect, test } from 'vitest';
import { columnProblem, proposeColumns, type Target } from './columns.ts';
import { PersonReader, phoneOf, type ReaderOptions, splitName } from './rows.ts';

describe('columns', () => {
  test.each([
    [
      ['E-Mail', 'Vorname', 'Nachname', 'Gewerk', 'Firma', 'Rolle', 'Handy'],
      ['email', 'firstName', 'lastName', 'craft', 'companyName', 'role', 'phone'],
    ],
    [
      ['Adresse e-mail', 'Prénom', 'Nom de famille', 'Société', 'Téléphone', 'Équipe'],
      ['email', 'firstName', 'lastName', 'companyName', 'phone', 'team'],
    ],
    [
      ['Електронна поща', 'Имя', 'Фамилия', 'Телефон', 'Роль'],
      ['ignore', 'firstName', 'lastName', 'phone', 'role'],
    ],
    [
      ['Почта', 'KULLANICI ADI', 'SOYADI', 'ŞİRKET'],
      ['email', 'ignore', 'lastName', 'companyName'],
    ],
    [
      ['Name', 'E-mail', 'E-mail (2)', '#4', 'Shoe size'],
      ['fullName', 'email', 'ignore', 'ignore', 'ignore'],
    ],
    [
      ['First name', 'Last name', 'Name', 'Login'],
      ['firstName', 'lastName', 'ignore', 'username'],
    ],
  ] as const)('%j', (heads, expected) => {
    expect(proposeColumns(heads, 'members')).toEqual(expected);
  });

  test.each([
    ['members', ['email', 'ignore', 'ignore'], undefined],
    ['members', ['username', 'firstName'], undefined],
    ['users', ['email', 'username'], 'email_and_username'],
    ['users', ['firstName'], 'email_missing'],
    ['members', ['email', 'craft', 'craft'], 'column_twice'],
    ['contacts', ['email', 'lastName'], 'company_missing'],
    ['contacts', ['companyName'], undefined],
  ] as const)('%s by %j: %s', (kind, columns, problem) => {
    expect(columnProblem(kind, columns)).toBe(problem);
  });
});

test.each([
  ['Anna Berger', { firstName: 'Anna', lastName: 'Berger' }],
  ['Anna Maria Berger', { firstName: 'Anna Maria', lastName: 'Berger' }],
  ['Berger, Anna', { firstName: 'Anna', lastName: 'Berger' }],
  ['Berger', { firstName: '', lastName: 'Berger' }],
])('the name %s', (name, parts) => {
  expect(splitName(name)).toEqual(parts);
});

test.each([
  ['+43 664 1234567', '+43 664 1234567'],
  ["'+43 664", '+43 664'],
  ['0043 664', '+43 664'],
  ['0664 123', undefined],
  ['+4', undefined],
  ['+43 <script>', undefined],
])('the number %s is %s', (said, number) => {
  expect(phoneOf(said)).toBe(number);
});

describe('rows', () => {
  const columns: Target[] = ['email', 'fullName', 'role', 'team', 'phone', 'language', 'companyName'];
  const options: ReaderOptions = {
    kind: 'members',
    columns,
    role: 'contributor',
    language: 'de',
    roleOf: (word) => (word === 'Subunternehmer' ? 'subcontractor' : undefined),
    languageOf: (word) => (word === 'English' ? 'en' : undefined),
    teamOf: (title) => (title === 'Plaster' ? { id: 't', title, role: 'subcontractor' } : undefined),
  };
  const read = (...cells: string[]) => new PersonReader(options).read(cells, 2);

  test('a row becomes a person, with defaults for missing values', () => {
    expect(read(' Anna@Example.org ', 'Anna  Berger')).toMatchObject({
      person: { email: 'anna@example.org', firstName: 'Anna', lastName: 'Berger', role: 'contributor', language: 'de' },
    });
    expect(read('a@b.org', '', '', 'Plaster', '', 'English')).toMatchObject({
      person: { role: 'subcontractor', teamId: 't', language: 'en' },
    });
    expect(read('', ' ', '')).toBeUndefined();
    expect(read('a@b.org', '=HYPERLINK("x")')).toMatchObject({ person: { lastName: '=HYPERLINK("x")' } });
  });

  test.each([
    [['', 'Anna Berger'], 'email_missing', 'Anna Berger'],
    [['anna at example', 'A'], 'email_invalid', 'anna at example'],
    [['a@b.org', '', 'Chef'], 'role_unknown', 'Chef'],
    [['a@b.org', '', '', 'Roof'], 'team_unknown', 'Roof'],
    [['a@b.org', '', '', '', '0664'], 'phone_invalid', '0664'],
    [['a@b.org', '', '', '', '', 'Klingon'], 'language_unknown', 'Klingon'],
    [['a@b.org', 'x'.repeat(300)], 'too_long', 'x'.repeat(80)],
    [['a@b.org', '', '', '', '', '', '', 'more'], 'cells_too_many', 'more'],
  ])('%j: %s', (cells, problem, value) => {
    expect(read(...cells)).toMatchObject({ problem, value });
  });

  test('a repeated address refers to the row where it first occurred', () => {
    const reader = new PersonReader(options);
    reader.read(['a@b.org'], 2);
    expect(reader.read(['A@B.org'], 7)).toMatchObject({ problem: 'email_twice', value: '2' });
  });

  test('contacts need a company, not an address', () => {
    const reader = new PersonReader({ ...options, kind: 'contacts' });
    expect(reader.read(['', 'Anna Berger'], 2)).toMatchObject({ problem: 'company_missing' });
    const row = ['', 'Anna Berger', '', '', '', '', 'Berger Bau'];
    expect(reader.read(row, 3)).toMatchObject({ person: { companyName: 'Berger Bau', role: null } });
    expect(reader.read(row, 4)).toMatchObject({ problem: 'email_twice', value: '3' });
  });
});
