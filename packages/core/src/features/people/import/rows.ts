// One row of a table as a person, or why it is none. Pure: words for roles, languages and teams are looked up by the caller.
import type { Role } from '../../../access/capabilities.ts';
import { email as emailSchema } from '../../auth/contract.ts';
import { cleaned, isBlank } from '../../datasets/table.ts';
import type { ImportKind, Target } from './columns.ts';
import type { PersonProblem } from './contract.ts';

export type Person = {
  /** In lower case; empty for a contact without one. */
  email: string;
  firstName: string;
  lastName: string;
  companyName: string;
  craft: string;
  /** Members only. */
  role: Role | null;
  teamId: string | null;
  team: string;
  phone: string;
  language: string;
  jobTitle: string;
  department: string;
  internalId: string;
  fax: string;
  street: string;
  postCode: string;
  city: string;
  country: string;
};

/** Maximum length of each column's values. */
const LENGTHS: Readonly<Record<Exclude<Target, 'ignore' | 'role' | 'language'>, number>> = {
  email: 254,
  username: 254,
  firstName: 100,
  lastName: 100,
  fullName: 201,
  companyName: 200,
  craft: 120,
  team: 120,
  phone: 40,
  jobTitle: 120,
  department: 120,
  internalId: 80,
  fax: 40,
  street: 200,
  postCode: 20,
  city: 120,
  country: 120,
};

export type ReaderOptions = {
  kind: ImportKind;
  columns: readonly Target[];
  /** For rows without a value. */
  role: Role;
  language: string;
  roleOf: (word: string) => Role | undefined;
  languageOf: (word: string) => string | undefined;
  teamOf: (title: string) => { id: string; title: string; role: Role } | undefined;
};

export type CheckedRow =
  | { person: Person; problem?: undefined }
  | { problem: PersonProblem; value: string; person: Pick<Person, 'email' | 'firstName' | 'lastName'> };

/** The last word of a name is the last name; `Berger, Anna` has the reverse order. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const turned = /^([^,]+),\s*(.+)$/u.exec(name);
  if (turned) return { firstName: turned[2] ?? '', lastName: turned[1]?.trim() ?? '' };
  const at = name.lastIndexOf(' ');
  return at < 0
    ? { firstName: '', lastName: name }
    : { firstName: name.slice(0, at).trim(), lastName: name.slice(at + 1) };
}

/** An international phone number: starts with + and has more than a country code. Undefined for anything else. */
export function phoneOf(text: string): string | undefined {
  // An apostrophe stops spreadsheets from computing with it; 00 is a dialled +.
  const number = text.replace(/^'/u, '').replace(/^00/u, '+').trim();
  return /^\+[\d\s()/.-]{3,}$/u.test(number) && number.length > 3 ? number : undefined;
}

/** Reads rows one by one and detects duplicate addresses. */
export class PersonReader {
  readonly #options: ReaderOptions;
  /** Address → the line where it first occurred. */
  readonly #seen = new Map<string, number>();

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Undefined for an empty row, which is skipped. `line` is the row number as shown in a spreadsheet. */
  read(cells: readonly string[], line: number): CheckedRow | undefined {
    if (isBlank(cells)) return undefined;
    const { columns, kind } = this.#options;
    const at = new Map(columns.map((target, index) => [target, index]));
    const get = (target: Target): string => {
      const index = at.get(target);
      return index === undefined ? '' : cleaned(cells[index] ?? '').replaceAll(/\s+/gu, ' ');
    };
    const names = splitName(get('fullName'));
    const firstName = get('firstName') || (get('lastName') === '' ? names.firstName : '');
    const lastName = get('lastName') || (get('firstName') === '' ? names.lastName : '');
    const email = (get('email') || get('username')).replace(/^mailto:/iu, '').toLowerCase();
    const who = { email: email.slice(0, 254), firstName: firstName.slice(0, 100), lastName: lastName.slice(0, 100) };
    const bad = (problem: PersonProblem, value = ''): CheckedRow => ({
      problem,
      value: value.slice(0, 80),
      person: who,
    });

    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) return bad('cells_too_many', cells.at(-1));
    for (const [target, length] of Object.entries(LENGTHS)) {
      // The keys of the table are targets.
      const value = get(target as Target);
      if (value.length > length) return bad('too_long', value);
    }
    if (firstName.length > 100 || lastName.length > 100) return bad('too_long', `${firstName} ${lastName}`);
    if (kind === 'contacts' && get('companyName') === '')
      return bad('company_missing', `${firstName} ${lastName}`.trim());
    if (email === '' && kind !== 'contacts') return bad('email_missing', `${firstName} ${lastName}`.trim());
    if (email !== '' && !emailSchema.safeParse(email).success) return bad('email_invalid', email);
    const said = get('phone');
    const phone = said === '' ? '' : phoneOf(said);
    if (phone === undefined) return bad('phone_invalid', said);
    const membership =
      kind === 'members' ? this.#membership(get('role'), get('team')) : { role: null, teamId: null, team: '' };
    if ('problem' in membership) return bad(membership.problem, membership.value);
    const language = get('language') === '' ? this.#options.language : this.#options.languageOf(get('language'));
    if (language === undefined) return bad('language_unknown', get('language'));
    // Contacts without an address are identified by company and name.
    const key = email || [get('companyName'), firstName, lastName].join('\n').toLocaleLowerCase('und');
    const before = this.#seen.get(key);
    if (before !== undefined) return bad('email_twice', String(before));
    this.#seen.set(key, line);
    return {
      person: {
        ...who,
        ...membership,
        phone,
        language,
        companyName: get('companyName'),
        craft: get('craft'),
        jobTitle: get('jobTitle'),
        department: get('department'),
        internalId: get('internalId'),
        fax: get('fax'),
        street: get('street'),
        postCode: get('postCode'),
        city: get('city'),
        country: get('country'),
      },
    };
  }

  /** Role and team of a member: everyone in a team has its role. */
  #membership(
    roleWord: string,
    teamTitle: string,
  ): Pick<Person, 'role' | 'teamId' | 'team'> | { problem: PersonProblem; value: string } {
    const { roleOf, teamOf } = this.#options;
    const said = roleWord === '' ? undefined : roleOf(roleWord);
    if (roleWord !== '' && (said === undefined || said === 'none')) return { problem: 'role_unknown', value: roleWord };
    if (teamTitle === '') return { role: said ?? this.#options.role, teamId: null, team: '' };
    const team = teamOf(teamTitle);
    if (!team) return { problem: 'team_unknown', value: teamTitle };
    if (said !== undefined && said !== team.role) return { problem: 'team_role', value: team.title };
    return { role: team.role, teamId: team.id, team: team.title };
  }
}
