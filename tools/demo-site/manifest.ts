// Composes the manifest of the demo pack from the story and from the geometry of the building.
import type { DemoPhoto, DemoPin, DemoTask, Manifest, Moment } from '@plumbline/server/features/demo/manifest';
import { globalIdOf } from '@plumbline/server/rendering/engines/ifc/testing/ifc-writer';
import { SCHEDULES } from './building/schedules.ts';
import { MODEL_FILE, MODEL_PINS } from './ifc/building.ts';
import { HEIGHT, WIDTH } from './photos/draw.ts';
import { marksOn } from './photos/sketch.ts';
import { positionOf } from './pin-position.ts';
import { SHEETS } from './sheets/sheets.ts';
import { COMPANIES, CONTACTS, officeEmail } from './story/companies.ts';
import { FIELDS, fieldValues } from './story/fields.ts';
import { emailOf, ORGANISATION, PASSWORD, PEOPLE } from './story/people.ts';
import { PINS } from './story/pins.ts';
import { CATEGORIES, FOLDER, PROJECT, REPORTS, TEAMS } from './story/project.ts';
import type { PersonKey, StoryPerson, StoryPin, StoryTask, TeamKey } from './story/types.ts';

const at = (daysAgo: number, minutes: number): Moment => ({ daysAgo, minutes });

/** Only these people may create pins; what others report is entered by the site management. */
const AUTHORS = new Set<PersonKey>(['anna', 'tomas', 'jonas']);
const authorOf = ({ by }: StoryPin): PersonKey => (AUTHORS.has(by) ? by : 'anna');
/** Only the administrator and the contributors may create tasks and link records. */
const managerOf = (pin: StoryPin): PersonKey => (pin.by === 'tomas' ? 'tomas' : 'anna');

const isTeam = (to: PersonKey | TeamKey): to is TeamKey => to in TEAMS;
const personOf = (key: PersonKey): StoryPerson => {
  const found = PEOPLE.find((person) => person.key === key);
  if (!found) throw new TypeError(`there is no person named ${key}`);
  return found;
};

function taskOf(pin: StoryPin, pinKey: string, task: StoryTask, index: number): DemoTask {
  const key = `${pinKey} ${index}`;
  const { to, state, reply } = task;
  const by = managerOf(pin);
  const { company, craft } = isTeam(to) ? TEAMS[to] : personOf(to);
  const assignee: PersonKey = isTeam(to) ? TEAMS[to].people[0] : to;
  const doneDays = Math.max(1, Math.floor(pin.days / 2));
  const moves: DemoTask['moves'] = [];
  const comments: DemoTask['comments'] = [];
  if (state && state !== 'draft') {
    moves.push({ move: 'markDone', by: assignee, at: at(doneDays, 200), comment: null });
    const comment = reply === undefined ? null : { key: `reply ${key}`, text: reply };
    if (state === 'rejected') moves.push({ move: 'reject', by, at: at(doneDays - 1, 240), comment });
    if (state === 'closed') moves.push({ move: 'close', by, at: at(doneDays - 1, 260), comment });
    if (state === 'done' && comment) comments.push({ ...comment, by: assignee, at: at(doneDays, 201) });
  }
  return {
    key,
    title: task.title,
    assignee: { type: isTeam(to) ? 'TeamGroup' : 'User', key: to },
    company,
    craft,
    dueDate: task.due,
    draft: state === 'draft',
    by,
    created: at(pin.days, 60 + index),
    moves,
    comments,
  };
}

function photosOf(pin: StoryPin, pinKey: string, number: number): DemoPhoto[] {
  return (pin.photos ?? []).map((scene, index) => {
    const name = `${String(number).padStart(2, '0')}-${index + 1}`;
    const marks = marksOn(scene);
    return {
      key: `${pinKey} ${index}`,
      file: `photos/${name}.jpg`,
      name: `IMG_${4100 + number * 3 + index}.jpg`,
      width: WIDTH,
      height: HEIGHT,
      taken: at(pin.days, 12 + index * 2),
      posted: at(pin.days, 15 + index),
      sketch: marks ? { file: `photos/${name}-sketch.jpg`, marks: [...marks] } : null,
    };
  });
}

const END = { closed: 'close', inactive: 'deactivate' } as const;
const slug = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
const pinKeyOf = (pin: StoryPin): string => `${pin.sheet} ${slug(pin.title)}`;

function pinOf(pin: StoryPin, number: number): DemoPin {
  const key = pinKeyOf(pin);
  const [x, y] = positionOf(pin, number);
  return {
    key,
    plan: pin.sheet,
    x,
    y,
    by: authorOf(pin),
    created: at(pin.days, 10),
    title: pin.title,
    category: pin.category,
    notes: pin.notes ?? '',
    tags: [...(pin.tags ?? [])],
    ratings: pin.priority ? { priority: pin.priority } : {},
    fields: fieldValues(pin, number),
    record: typeof pin.at === 'string' ? { dataset: 'rooms', key: pin.at, by: managerOf(pin) } : null,
    photos: photosOf(pin, key, number),
    tasks: (pin.tasks ?? []).map((task, index) => taskOf(pin, key, task, index)),
    comments: (pin.comments ?? []).map(([by, text], index) => ({
      key: `comment ${key} ${index}`,
      by,
      at: at(Math.max(0, pin.days - 1 - index), 300 + index * 7),
      text,
    })),
    end: pin.end ? { move: END[pin.end], by: 'anna', at: at(1, 320) } : null,
  };
}

function plans(): Manifest['plans'] {
  const numbers = [...new Set(SHEETS.map(({ sheet }) => sheet))];
  return numbers.map((sheet) => {
    const files = SHEETS.flatMap((item, index) => (item.sheet === sheet ? [{ item, index }] : []));
    return {
      key: sheet,
      title: files[0]?.item.title ?? sheet,
      sheetNumber: sheet,
      inFolder: sheet === 'A-001' || sheet === 'A-201',
      revisions: files.map(({ item, index }) => ({
        version: item.revision,
        file: `sheets/${item.file}`,
        published: at(item.revision === 'A' ? 96 : 12, 20 + index),
      })),
    };
  });
}

export const composeManifest = (): Manifest => ({
  organisation: { name: ORGANISATION, timezone: PROJECT.timezone, password: PASSWORD },
  people: PEOPLE.map((person: StoryPerson) => ({
    ...person,
    email: emailOf(person),
    owner: person.owner ?? false,
  })),
  companies: COMPANIES.map(([name, craft, street, city, phone]) => ({
    ...{ name, craft, street, city, phone },
    email: officeEmail(name),
  })),
  contacts: [...CONTACTS],
  project: { ...PROJECT, start: -110, end: 190, created: at(110, 0), owner: 'anna', assistant: 'lena' },
  teams: Object.entries(TEAMS).map(([key, team]) => ({ key, ...team, people: [...team.people] })),
  categories: Object.entries(CATEGORIES).map(([key, category]) => ({ key, ...category })),
  fields: FIELDS.map(({ key, title, format, categories = [] }) => ({
    key,
    title,
    format,
    categories: [...categories],
  })),
  folder: FOLDER,
  plans: plans(),
  datasets: Object.entries(SCHEDULES).map(([key, { name, title, idColumn, titleColumn }]) => ({
    ...{ key, title, idColumn, titleColumn },
    file: `datasets/${name}`,
  })),
  pins: PINS.map((pin, index) => pinOf(pin, index + 1)),
  model: {
    file: MODEL_FILE,
    pins: MODEL_PINS.map(({ storey, element, at: [x, y, z], ...pin }) => ({
      ...pin,
      at: [x, y, z],
      storey: globalIdOf(storey),
      element: globalIdOf(element),
    })),
  },
  reports: REPORTS.map(({ pins, ...report }) => ({ ...report, pins: PINS.filter(pins).map(pinKeyOf) })),
});
