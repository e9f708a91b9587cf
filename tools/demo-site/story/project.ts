// The demo project, its teams, categories and reports.
import type { Role } from '@plumbline/core/access/capabilities';
import type { PinColour } from '@plumbline/core/site/values/pin-colours';
import type { PersonKey, StoryPin } from './types.ts';

export const PROJECT = {
  title: 'Lindenhof: offices, clinic and flats',
  company: 'Lindenhof Projekt',
  address: 'Lindenhofweg 12',
  postCode: '00412 Neuwalden',
  country: 'DE',
  notes: 'New building with a basement and three storeys. Site access through gate 1 on Lindenhofweg only.',
  timezone: 'Europe/Berlin',
  language: 'en',
  managerName: 'Anna Berger',
  managerPhone: '+49 30 5550 1212',
  ratings: [{ id: 'priority', title: 'Priority', levels: ['Low', 'Normal', 'High'] }],
};

export const FOLDER = 'Site plan, section and elevations';

export const CATEGORIES = {
  fire: { title: 'Fire protection', colour: 'Red' },
  drywall: { title: 'Drywall', colour: 'Muesli' },
  electrical: { title: 'Electrical', colour: 'Yellow' },
  heating: { title: 'Heating and ventilation', colour: 'Orange' },
  water: { title: 'Plumbing', colour: 'Blue' },
  openings: { title: 'Windows and doors', colour: 'Turquoise' },
  floors: { title: 'Floors and tiling', colour: 'Ochre' },
  structure: { title: 'Structure', colour: 'Violet' },
  safety: { title: 'Site safety', colour: 'Pink' },
  handover: { title: 'Handover', colour: 'DarkGreen' },
} as const satisfies Record<string, { title: string; colour: PinColour }>;

/** Every member of a team has the role of the team. */
export const TEAMS = {
  drywallers: {
    title: 'Drywall crew',
    company: 'Yıldız Trockenbau',
    craft: 'Drywall',
    role: 'subcontractor',
    people: ['elif'],
  },
  services: {
    title: 'Building services',
    company: 'Keller Haustechnik',
    craft: 'Building services',
    role: 'subcontractor',
    people: ['petra', 'marek'],
  },
  management: {
    title: 'Site supervision',
    company: 'Studio Ahornweg',
    craft: 'Site supervision',
    role: 'contributor',
    people: ['tomas', 'lena'],
  },
} as const satisfies Record<
  string,
  { title: string; company: string; craft: string; role: Role; people: readonly PersonKey[] }
>;

type StoryReport = {
  key: string;
  title: string;
  templateId: string;
  pins: (pin: StoryPin) => boolean;
  /** Created so many days ago. */
  daysAgo: number;
  attendees: { company: string; people: number }[];
  weather: string | null;
};

export const REPORTS: readonly StoryReport[] = [
  {
    key: 'diary 1',
    title: 'Site diary',
    templateId: 'builtin:siteDiary',
    pins: (pin: StoryPin) => pin.days === 3,
    daysAgo: 3,
    attendees: [
      { company: 'Studio Ahornweg', people: 2 },
      { company: 'Keller Haustechnik', people: 4 },
      { company: 'Yıldız Trockenbau', people: 6 },
    ],
    weather: 'Rain in the morning, dry from noon, 8 °C',
  },
  {
    key: 'diary 2',
    title: 'Site diary',
    templateId: 'builtin:siteDiary',
    pins: (pin: StoryPin) => pin.days === 2,
    daysAgo: 2,
    attendees: [
      { company: 'Studio Ahornweg', people: 2 },
      { company: 'Keller Haustechnik', people: 3 },
      { company: 'Elektro Dvořák', people: 2 },
      { company: 'Gerüstbau Nowak', people: 4 },
    ],
    weather: 'Overcast, gusts up to 50 km/h, crane stopped from 14:00',
  },
  {
    key: 'meeting',
    title: 'Site meeting, ground floor',
    templateId: 'builtin:siteReport',
    pins: (pin: StoryPin) => pin.sheet === 'A-102' && !pin.end && (pin.photos?.length ?? 0) > 0,
    daysAgo: 0,
    attendees: [
      { company: 'Studio Ahornweg', people: 3 },
      { company: 'Keller Haustechnik', people: 3 },
      { company: 'Yıldız Trockenbau', people: 5 },
      { company: 'Elektro Dvořák', people: 2 },
    ],
    weather: 'Cloudy, 7 °C, light wind',
  },
  {
    key: 'defects',
    title: 'Open defects, second floor',
    templateId: 'builtin:defectList',
    pins: (pin: StoryPin) => pin.sheet === 'A-104' && !pin.end,
    daysAgo: 0,
    attendees: [],
    weather: null,
  },
];
