// The companies on the demo site, and their contacts without an account.
import { asciiName } from './people.ts';

/** Name, trade, street, town, telephone. */
export const COMPANIES = [
  ['Studio Ahornweg', 'Architecture and site management', 'Ahornweg 3', 'Berlin', '+49 30 5550 1210'],
  ['Lindenhof Projekt', 'Client', 'Lindenhofweg 2', 'Berlin', '+49 30 5550 4100'],
  ['Keller Haustechnik', 'Heating and ventilation', 'Werkhof 17', 'Potsdam', '+49 331 5550 620'],
  ['Yıldız Trockenbau', 'Drywall', 'Gipsgasse 8', 'Berlin', '+49 30 5550 7731'],
  ['Elektro Dvořák', 'Electrical', 'Am Umspannwerk 4', 'Berlin', '+49 30 5550 8080'],
  ['Rossi Fenster', 'Windows and doors', 'Glashüttenweg 21', 'Teltow', '+49 3328 5550 14'],
  ['Fliesen Brandt', 'Floors and tiling', 'Keramikstraße 5', 'Berlin', '+49 30 5550 3345'],
  ['Gerüstbau Nowak', 'Scaffolding', 'Bauhofstraße 40', 'Bernau', '+49 3338 5550 77'],
  ['Ingenieurbüro Sandmann', 'Structural engineering', 'Statikerweg 1', 'Berlin', '+49 30 5550 9012'],
  ['Prüfbüro Ettl', 'Fire protection', 'Löschteich 6', 'Berlin', '+49 30 5550 1120'],
] as const;
type CompanyName = (typeof COMPANIES)[number][0];

type StoryContact = {
  key: string;
  firstName: string;
  lastName: string;
  company: CompanyName;
  jobTitle: string;
  phone: string;
};

export const CONTACTS: readonly StoryContact[] = [
  {
    key: 'brandt',
    firstName: 'Uwe',
    lastName: 'Brandt',
    company: 'Fliesen Brandt',
    jobTitle: 'Master tiler',
    phone: '+49 30 5550 3346',
  },
  {
    key: 'nowak',
    firstName: 'Kamil',
    lastName: 'Nowak',
    company: 'Gerüstbau Nowak',
    jobTitle: 'Foreman',
    phone: '+49 3338 5550 78',
  },
  {
    key: 'sandmann',
    firstName: 'Ines',
    lastName: 'Sandmann',
    company: 'Ingenieurbüro Sandmann',
    jobTitle: 'Structural engineer',
    phone: '+49 30 5550 9013',
  },
  {
    key: 'ettl',
    firstName: 'Bernd',
    lastName: 'Ettl',
    company: 'Prüfbüro Ettl',
    jobTitle: 'Fire safety inspector',
    phone: '+49 30 5550 1121',
  },
  {
    key: 'keller',
    firstName: 'Rolf',
    lastName: 'Keller',
    company: 'Keller Haustechnik',
    jobTitle: 'Managing director',
    phone: '+49 331 5550 621',
  },
];

/** The domain is reserved and never receives email. */
export const officeEmail = (company: string): string => `office@${asciiName(company)}.example`;
