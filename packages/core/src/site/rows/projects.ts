// A project and its pin categories as rows, and the required input of a new project.
import { z } from 'zod';
import { day, enteredDay, id, instant, line, text } from '../../kernel/text.ts';
import { PIN_COLOUR_NAMES } from '../values/pin-colours.ts';

export const MIN_TITLE_LENGTH = 4;

export const MAX_RATING_LENGTH = 80;

/** A rating scale shown on every pin, such as Costs or Priority: one title per level, lowest first. */
export const ratingScale = z.strictObject({
  id: line(40, 1),
  title: line(MAX_RATING_LENGTH, 1),
  levels: z.array(line(MAX_RATING_LENGTH)).max(10),
});

/** The editable content of a project. */
export const projectContent = z.strictObject({
  title: line(200, MIN_TITLE_LENGTH),
  company: line(200),
  address: line(400),
  postCode: line(20),
  /** ISO 3166-1 alpha-2, or empty. */
  country: line(2),
  start: day.nullable(),
  end: day.nullable(),
  notes: text(10_000),
  timezone: line(64, 1),
  language: line(5, 2),
  managerName: line(200),
  managerPhone: line(40),
  ratings: z.array(ratingScale).max(10),
  /** User ids of members: the project's owner and deputy. Null: not assigned. */
  ownerId: id.nullable(),
  assistantId: id.nullable(),
  /** Where the site is, in degrees (WGS 84). */
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  /** Images by their blobs: of the project itself, and the logos in the header and footer of its reports. */
  pictureBlobId: id.nullable(),
  headerLogoBlobId: id.nullable(),
  footerLogoBlobId: id.nullable(),
});

/** The content as users enter it. */
export const projectInput = projectContent.extend({ start: enteredDay.nullable(), end: enteredDay.nullable() });

/** The settings of a project before anyone has edited them. */
export const EMPTY_SETTINGS = {
  ownerId: null,
  assistantId: null,
  latitude: null,
  longitude: null,
  pictureBlobId: null,
  headerLogoBlobId: null,
  footerLogoBlobId: null,
} as const;

/** A new project needs a title; everything else has defaults. Images are added once it exists. */
export const newProject = z.strictObject({
  ...projectInput.omit({ pictureBlobId: true, headerLogoBlobId: true, footerLogoBlobId: true }).partial().shape,
  title: projectInput.shape.title,
});

export const projectRow = z.strictObject({
  id,
  projectId: id,
  ...projectContent.shape,
  active: z.boolean(),
  createdBy: id,
  createdAt: instant,
});
export type ProjectRow = z.infer<typeof projectRow>;

export const categoryRow = z.strictObject({
  id,
  projectId: id,
  title: line(120, 1),
  colour: z.enum(PIN_COLOUR_NAMES),
  active: z.boolean(),
  sort: z.int().min(0),
});
export type CategoryRow = z.infer<typeof categoryRow>;
