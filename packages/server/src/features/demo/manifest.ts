// The manifest of the demo pack, as JSON: everything the demo contains except for the files it names. Dates are relative to
// the day on which the demo is loaded. Keys are unique across all sites.
import { ROLES } from '@plumbline/core/access/capabilities';
import { attendee } from '@plumbline/core/features/reports/contract';
import { fieldFormat } from '@plumbline/core/site/rows/fields';
import { ratingScale } from '@plumbline/core/site/rows/projects';
import { PIN_COLOUR_NAMES } from '@plumbline/core/site/values/pin-colours';
import { marks } from '@plumbline/core/site/values/sketch';
import { z } from 'zod';

/** Names a row within its kind; ids are derived from it. */
const key = z.string().min(1);
/** A file of the pack, as a path from its folder. */
const file = z.string().regex(/^(?:[\w-]+\/)?[\w.-]+$/u);
/** Days from today; negative in the past. */
const dayOffset = z.int();
/** A moment of a working day: minutes after 06:30 UTC, so many days ago. */
const moment = z.strictObject({ daysAgo: z.int().min(0), minutes: z.int() });

const person = z.strictObject({
  key,
  email: z.email(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  craft: z.string(),
  role: z.enum(ROLES),
  owner: z.boolean(),
});

const company = z.strictObject({
  name: z.string(),
  craft: z.string(),
  street: z.string(),
  city: z.string(),
  phone: z.string(),
  email: z.email(),
});
const contact = z.strictObject({
  key,
  firstName: z.string(),
  lastName: z.string(),
  /** Name of the company. */
  company: z.string(),
  jobTitle: z.string(),
  phone: z.string(),
});

const project = z.strictObject({
  title: z.string(),
  company: z.string(),
  address: z.string(),
  postCode: z.string(),
  country: z.string(),
  notes: z.string(),
  timezone: z.string(),
  language: z.string(),
  managerName: z.string(),
  managerPhone: z.string(),
  ratings: z.array(ratingScale),
  start: dayOffset,
  end: dayOffset,
  created: moment,
  /** Keys of people. */
  owner: key,
  assistant: key.nullable(),
});
/** A member of the project. */
const member = z.strictObject({ person: key, role: z.enum(ROLES) });
const team = z.strictObject({
  key,
  title: z.string(),
  company: z.string(),
  craft: z.string(),
  role: z.enum(ROLES),
  people: z.array(key),
});
const category = z.strictObject({ key, title: z.string(), colour: z.enum(PIN_COLOUR_NAMES) });
const field = z.strictObject({ key, title: z.string(), format: fieldFormat, categories: z.array(key) });

const revision = z.strictObject({ version: z.string(), file, published: moment });
const plan = z.strictObject({
  key,
  title: z.string(),
  sheetNumber: z.string(),
  inFolder: z.boolean(),
  revisions: z.array(revision).min(1),
});
const dataset = z.strictObject({ key, title: z.string(), file, idColumn: z.string(), titleColumn: z.string() });

const comment = z.strictObject({ key, by: key, at: moment, text: z.string() });
const photo = z.strictObject({
  key,
  file,
  /** Name under which the photo was uploaded. */
  name: z.string(),
  width: z.int(),
  height: z.int(),
  taken: moment,
  posted: moment,
  /** `file`: the photo with the marks drawn on it. */
  sketch: z.strictObject({ file, marks }).nullable(),
});
/** A change of the status of a task, a comment on it and a photo of the work, each where there is one. */
const step = z.strictObject({
  by: key,
  at: moment,
  move: z.enum(['markDone', 'reject', 'close']).nullable(),
  comment: z.strictObject({ key, text: z.string() }).nullable(),
  photo: photo.nullable(),
});
const task = z.strictObject({
  key,
  title: z.string(),
  assignee: z.strictObject({ type: z.enum(['User', 'TeamGroup']), key }),
  company: z.string(),
  craft: z.string(),
  dueDate: dayOffset,
  draft: z.boolean(),
  by: key,
  created: moment,
  steps: z.array(step),
});
const pin = z.strictObject({
  key,
  plan: key,
  /** Fractions of the width and height of the sheet. */
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  by: key,
  created: moment,
  title: z.string(),
  category: key,
  /** Name and number as the drawing states them; empty outside of rooms. */
  room: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  ratings: z.record(z.string(), z.int()),
  /** By the keys of the fields; the value of a date field is a day offset. */
  fields: z.record(key, z.union([z.string(), z.number(), z.array(z.string())])),
  /** The record it is linked to. */
  record: z.strictObject({ dataset: key, key, by: key }).nullable(),
  photos: z.array(photo),
  tasks: z.array(task),
  comments: z.array(comment),
  end: z.strictObject({ move: z.enum(['close', 'deactivate']), by: key, at: moment }).nullable(),
});

const model = z.strictObject({
  file,
  pins: z.array(
    z.strictObject({
      key,
      /** IFC global ids. */
      storey: z.string(),
      element: z.string(),
      /** Metres on the storey. */
      at: z.tuple([z.number(), z.number(), z.number()]),
      title: z.string(),
      category: key,
    }),
  ),
});

const report = z.strictObject({
  key,
  title: z.string(),
  created: moment,
  templateId: z.string(),
  pins: z.array(key),
  attendees: z.array(attendee),
  weather: z.string().nullable(),
});

const site = z.strictObject({
  key,
  project,
  members: z.array(member).min(1),
  teams: z.array(team),
  categories: z.array(category),
  fields: z.array(field),
  /** Name of the folder for the plans that are in one; null without such plans. */
  folder: z.string().nullable(),
  plans: z.array(plan),
  datasets: z.array(dataset),
  pins: z.array(pin),
  model: model.nullable(),
  reports: z.array(report),
});

export const manifest = z.strictObject({
  organisation: z.strictObject({ name: z.string(), timezone: z.string(), password: z.string() }),
  people: z.array(person).min(1),
  companies: z.array(company),
  contacts: z.array(contact),
  sites: z.array(site).min(1),
});
export type Manifest = z.infer<typeof manifest>;
export type DemoSite = Manifest['sites'][number];
export type DemoPin = DemoSite['pins'][number];
export type DemoTask = DemoPin['tasks'][number];
export type DemoPhoto = DemoPin['photos'][number];
export type Moment = z.infer<typeof moment>;
