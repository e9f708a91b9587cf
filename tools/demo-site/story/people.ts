// The people of the demo and how they sign in. Every role is represented.
import type { StoryPerson } from './types.ts';

export const PASSWORD = 'Plumb-line-2026';

export const PEOPLE = [
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
] as const satisfies readonly StoryPerson[];

export const ORGANISATION = 'Studio Ahornweg';

/** A name reduced to the letters a to z. */
export const asciiName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/[^a-z]/gu, '');

/** The address a person signs in with; the domain is reserved and never receives email. */
export const emailOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${asciiName(firstName)}.${asciiName(lastName)}@plumbline.example`;
