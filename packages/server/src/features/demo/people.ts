// The people of the demo: each role is held, and each team is of one role, as everywhere.
import type { Role } from '@plumbline/core/access/capabilities';

export const DEMO_PASSWORD = 'Plumb-line-2026';

export type DemoPerson = {
  key: string;
  firstName: string;
  lastName: string;
  company: string;
  craft: string;
  role: Role;
  owner?: boolean;
};

export const DEMO_PEOPLE = [
  {
    key: 'anna',
    firstName: 'Anna',
    lastName: 'Berger',
    company: 'Studio Ahornweg',
    craft: 'Site management',
    role: 'administrator',
    owner: true,
  },
  {
    key: 'tomas',
    firstName: 'Tomáš',
    lastName: 'Novák',
    company: 'Studio Ahornweg',
    craft: 'Site supervision',
    role: 'contributor',
  },
  {
    key: 'lena',
    firstName: 'Lena',
    lastName: 'Hartmann',
    company: 'Studio Ahornweg',
    craft: 'Site supervision',
    role: 'contributor',
  },
  {
    key: 'mia',
    firstName: 'Mia',
    lastName: 'Lindqvist',
    company: 'Lindenhof Projekt',
    craft: 'Client',
    role: 'internalViewer',
  },
  {
    key: 'jonas',
    firstName: 'Jonas',
    lastName: 'Keller',
    company: 'Keller Haustechnik',
    craft: 'Heating and ventilation',
    role: 'externalViewer',
  },
  {
    key: 'elif',
    firstName: 'Elif',
    lastName: 'Yıldız',
    company: 'Yıldız Trockenbau',
    craft: 'Drywall',
    role: 'subcontractor',
  },
  {
    key: 'petra',
    firstName: 'Petra',
    lastName: 'Vogt',
    company: 'Keller Haustechnik',
    craft: 'Plumbing',
    role: 'subcontractor',
  },
  {
    key: 'marek',
    firstName: 'Marek',
    lastName: 'Dvořák',
    company: 'Elektro Dvořák',
    craft: 'Electrical',
    role: 'subcontractor',
  },
  {
    key: 'sofia',
    firstName: 'Sofia',
    lastName: 'Rossi',
    company: 'Rossi Fenster',
    craft: 'Windows and doors',
    role: 'subcontractor',
  },
] as const satisfies readonly DemoPerson[];

export const DEMO_ORGANISATION = 'Studio Ahornweg';

export const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/[^a-z]/gu, '');

/** Where a person of the demo signs in; the domain is one that never exists. */
export const emailOf = ({ firstName, lastName }: Pick<DemoPerson, 'firstName' | 'lastName'>): string =>
  `${plain(firstName)}.${plain(lastName)}@plumbline.example`;
