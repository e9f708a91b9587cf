// Composes the manifest of the demo pack from the stories and from the geometry of the buildings.
import type {
  DemoPhoto,
  DemoPin,
  DemoSite,
  DemoTask,
  Manifest,
  Moment,
} from '@plumbline/server/features/demo/manifest';
import { globalIdOf } from '@plumbline/server/rendering/engines/ifc/testing/ifc-writer';
import { SCHEDULES } from './building/schedules.ts';
import { MODEL_FILE, MODEL_PINS } from './ifc/building.ts';
import { HOUSE_SHEETS, houseRooms } from './old-house/sheets.ts';
import { HOUSE_CATEGORIES, HOUSE_PEOPLE, HOUSE_PINS, HOUSE_PROJECT, HOUSE_REPORTS } from './old-house/story.ts';
import { HEIGHT, WIDTH } from './photos/draw.ts';
import type { SceneName } from './photos/scenes/scenes.ts';
import { marksOn } from './photos/sketch.ts';
import { type PlacedRoom, positionIn, positionOf, roomOf } from './pin-position.ts';
import { SHEETS } from './sheets/sheets.ts';
import { COMPANIES, CONTACTS, officeEmail } from './story/companies.ts';
import { FIELDS, fieldValues } from './story/fields.ts';
import { emailOf, ORGANISATION, PASSWORD, PEOPLE } from './story/people.ts';
import { PINS } from './story/pins.ts';
import { CATEGORIES, FOLDER, PROJECT, REPORTS, TEAMS } from './story/project.ts';
import type { PersonKey, StoryPerson, StoryPin, StoryStep, StoryTask, TeamKey } from './story/types.ts';

const at = (daysAgo: number, minutes: number): Moment => ({ daysAgo, minutes });

/** What the pins of both stories have in common. */
type AnyPin = Omit<StoryPin, 'sheet' | 'category' | 'at'> & { sheet: string; at: StoryPin['at'] };

/** Only these people may create pins on the first site; what others report is entered by the site management. */
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

function photo(key: string, file: string, scene: SceneName, name: string, taken: Moment): DemoPhoto {
  const marks = marksOn(scene);
  return {
    key,
    file: `photos/${file}.jpg`,
    name,
    width: WIDTH,
    height: HEIGHT,
    taken,
    posted: at(taken.daysAgo, taken.minutes + 3),
    sketch: marks ? { file: `photos/${file}-sketch.jpg`, marks: [...marks] } : null,
  };
}

/** What happens to a task whose story names only where it ends. */
function stepsTo(pin: AnyPin, { to, state, reply }: StoryTask, by: PersonKey): StoryStep[] {
  if (!state || state === 'draft') return [];
  const doneBy: PersonKey = isTeam(to) ? TEAMS[to].people[0] : to;
  const doneDays = Math.max(1, Math.floor(pin.days / 2));
  const done: StoryStep = { by: doneBy, days: doneDays, does: 'markDone' };
  const says = reply === undefined ? {} : { says: reply };
  if (state === 'done') return [done, ...(reply === undefined ? [] : [{ by: doneBy, days: doneDays, ...says }])];
  return [done, { by, days: doneDays - 1, does: state === 'rejected' ? 'reject' : 'close', ...says }];
}

type Numbered = { pin: AnyPin; pinKey: string; by: PersonKey; file: string; number: number };

function taskOf({ pin, pinKey, by, file, number }: Numbered, task: StoryTask, index: number): DemoTask {
  const key = `${pinKey} ${index}`;
  const { to } = task;
  const { company, craft } = isTeam(to) ? TEAMS[to] : personOf(to);
  const steps = task.steps ?? stepsTo(pin, task, by);
  return {
    key,
    title: task.title,
    assignee: { type: isTeam(to) ? 'TeamGroup' : 'User', key: to },
    company,
    craft,
    dueDate: task.due,
    draft: task.state === 'draft',
    by,
    created: at(pin.days, 60 + index),
    steps: steps.map((step, order) => {
      const minutes = 200 + order * 20;
      const name = `${file}-t${index + 1}${order + 1}`;
      return {
        by: step.by,
        at: at(step.days, minutes),
        move: step.does ?? null,
        comment: step.says === undefined ? null : { key: `step ${key} ${order}`, text: step.says },
        photo: step.photo
          ? photo(
              `${key} ${order}`,
              name,
              step.photo,
              `IMG_${7200 + number * 3 + order}.jpg`,
              at(step.days, minutes - 9),
            )
          : null,
      };
    }),
  };
}

const END = { closed: 'close', inactive: 'deactivate' } as const;
const slug = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
const pinKeyOf = (pin: AnyPin): string => `${pin.sheet} ${slug(pin.title)}`;

/** What of a pin does not depend on its site. */
function contentOf(numbered: Numbered, closedBy: PersonKey) {
  const { pin, pinKey, file, number } = numbered;
  return {
    key: pinKey,
    plan: pin.sheet,
    created: at(pin.days, 10),
    title: pin.title,
    notes: pin.notes ?? '',
    tags: [...(pin.tags ?? [])],
    ratings: pin.priority ? { priority: pin.priority } : {},
    photos: (pin.photos ?? []).map((scene, index) =>
      photo(
        `${pinKey} ${index}`,
        `${file}-${index + 1}`,
        scene,
        `IMG_${4100 + number * 3 + index}.jpg`,
        at(pin.days, 12 + index * 2),
      ),
    ),
    tasks: (pin.tasks ?? []).map((task, index) => taskOf(numbered, task, index)),
    comments: (pin.comments ?? []).map(([by, text], index) => ({
      key: `comment ${pinKey} ${index}`,
      by,
      at: at(Math.max(0, pin.days - 1 - index), 300 + index * 7),
      text,
    })),
    end: pin.end ? { move: END[pin.end], by: closedBy, at: at(1, 320) } : null,
  };
}

const fileOf = (prefix: string, number: number): string => `${prefix}${String(number).padStart(2, '0')}`;
const roomName = ({ name, number }: PlacedRoom): string => `${name} ${number}`;

function pinOf(pin: StoryPin, number: number): DemoPin {
  const [x, y] = positionOf(pin, number);
  const room = roomOf(pin);
  const numbered = { pin, pinKey: pinKeyOf(pin), by: managerOf(pin), file: fileOf('', number), number };
  return {
    ...contentOf(numbered, PROJECT_OWNER),
    x,
    y,
    by: authorOf(pin),
    category: pin.category,
    room: room ? roomName(room) : '',
    fields: fieldValues(pin, number),
    record: typeof pin.at === 'string' ? { dataset: 'rooms', key: pin.at, by: managerOf(pin) } : null,
  };
}

function plans(): DemoSite['plans'] {
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

const PROJECT_OWNER: PersonKey = 'anna';
const reportsOf = <P extends AnyPin>(
  list: readonly (Omit<DemoSite['reports'][number], 'pins' | 'created'> & {
    daysAgo: number;
    pins: (pin: P) => boolean;
  })[],
  pins: readonly P[],
): DemoSite['reports'] =>
  list.map(({ daysAgo, pins: chosen, ...report }) => ({
    ...report,
    attendees: [...report.attendees],
    created: at(daysAgo, 570),
    pins: pins.filter(chosen).map(pinKeyOf),
  }));

const lindenhof = (): DemoSite => ({
  key: 'project',
  project: { ...PROJECT, start: -110, end: 190, created: at(110, 0), owner: PROJECT_OWNER, assistant: 'lena' },
  members: PEOPLE.map(({ key, role }) => ({ person: key, role })),
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
  reports: reportsOf(REPORTS, PINS),
});

const HOUSE_OWNER: PersonKey = 'lena';

/** Oldest first, as on the first site: numbers follow this order. */
const housePins = HOUSE_PINS.toSorted((a, b) => b.days - a.days);

function housePin(pin: (typeof HOUSE_PINS)[number], number: number): DemoPin {
  const room = houseRooms(pin.sheet).find((one) => one.number === pin.at);
  if (!room) throw new TypeError(`no room ${pin.at} on ${pin.sheet}`);
  const [x, y] = positionIn(room, number);
  const numbered = { pin, pinKey: pinKeyOf(pin), by: pin.by, file: fileOf('K', number), number: 200 + number };
  return {
    ...contentOf(numbered, HOUSE_OWNER),
    x,
    y,
    by: pin.by,
    category: pin.category,
    room: roomName(room),
    fields: {},
    record: null,
  };
}

const oldHouse = (): DemoSite => ({
  key: 'project kastanienallee',
  project: { ...HOUSE_PROJECT, start: -240, end: 24, created: at(72, 0), owner: HOUSE_OWNER, assistant: 'tomas' },
  members: Object.entries(HOUSE_PEOPLE).map(([person, role]) => ({ person, role })),
  teams: [],
  categories: Object.entries(HOUSE_CATEGORIES).map(([key, category]) => ({ key, ...category })),
  fields: [],
  folder: null,
  plans: HOUSE_SHEETS.map(({ sheet, title, file, published }, index) => ({
    key: sheet,
    title,
    sheetNumber: sheet,
    inFolder: false,
    revisions: [{ version: 'A', file: `sheets/${file}`, published: at(published, 20 + index) }],
  })),
  datasets: [],
  pins: housePins.map((pin, index) => housePin(pin, index + 1)),
  model: null,
  reports: reportsOf(HOUSE_REPORTS, housePins),
});

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
  sites: [lindenhof(), oldHouse()],
});

/** Every photo of a pin, those on its tasks last. */
export const photosOf = ({ photos, tasks }: DemoPin): DemoPhoto[] => [
  ...photos,
  ...tasks.flatMap(({ steps }) => steps.flatMap((step) => (step.photo ? [step.photo] : []))),
];

/** The scenes of a pin's photos, in the order of `photosOf`. */
export const scenesOf = ({ photos = [], tasks = [] }: AnyPin): SceneName[] => [
  ...photos,
  ...tasks.flatMap(({ steps = [] }) => steps.flatMap((step) => (step.photo ? [step.photo] : []))),
];

/** The pins of every site, in the order of the manifest. */
export const STORY_PINS: readonly (readonly AnyPin[])[] = [PINS, housePins];
