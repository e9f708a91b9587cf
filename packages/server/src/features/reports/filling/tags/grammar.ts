// Every placeholder, in one table: where it is allowed, what it provides, which settings it accepts. This table defines
// the template language: the check, the suggestions, the filling and the list for authors are all derived from it. A
// placeholder is only a lookup in this table; the data are never traversed by a name from a template.
//
//   {pin.title}                      a value
//   {photo [width: 80, height: 60]}  an image that fits into a box in millimetres; also as an image's alternative text
//   {#pins} … {/pins}                repeats its content for each pin: table or sheet rows, paragraphs, or inline
//   {#pin.notes} … {/pin.notes}      keeps its content if there is a value
//   {#any tasks} … {/any tasks}      keeps it once if the list is not empty; {#not tasks} if it is
import type {
  ReportComment,
  ReportData,
  ReportField,
  ReportFieldValue,
  ReportPicture,
  ReportPin,
  ReportRating,
  ReportSignature,
  ReportTask,
  ReportWeather,
} from '@plumbline/core/features/reports/report-data';
import type { ShownTaskStatus } from '@plumbline/core/features/tasks/status';
import { listed } from '@plumbline/locales/one-line';
import type { FileType } from '../package/word-package.ts';
import { PIN_MARK, type RequestedPicture, SIGNATURE, TASK_MARK } from '../pictures/requested-pictures.ts';
import { DATE_FORMATS, type Formats, NUMBER_FORMATS } from './formats.ts';
import { barOf, codeOf, groupsBy, overviewOf, type ReportGroup } from './groups.ts';
import type { TagOptions } from './tag-syntax.ts';

/** What a list provides to the placeholders inside it. */
export type Items = {
  report: ReportData;
  pin: ReportPin;
  photo: { picture: ReportPicture; place: number };
  photoRow: readonly ReportPicture[];
  task: ReportTask;
  comment: ReportComment;
  field: ReportField;
  rating: ReportRating;
  attendee: ReportData['attendees'][number];
  weather: ReportWeather;
  signature: ReportSignature;
  group: ReportGroup;
};
export type ScopeName = keyof Items;

export type OptionKind = 'mm' | 'date-format' | 'value-format' | 'columns' | 'title';
type OptionKinds = Readonly<Record<string, OptionKind>>;

/**
 * What a spreadsheet cell holds instead of text, so that it can be added up and sorted. `plain`: in any cell; others
 * only in cells with a matching number format.
 */
export type Amount = { value: number; plain: boolean } | { moment: string; wholeDay?: boolean };

type TextTag<T> = {
  gives: 'text';
  read: (item: T, formats: Formats, options: TagOptions) => string;
  amount?: (item: T, options: TagOptions) => Amount | null;
  options?: OptionKinds;
};
type PictureTag<T> = { gives: 'picture'; read: (item: T) => RequestedPicture | null; options: OptionKinds };
type ListTag<T> = {
  gives: 'list';
  of: ScopeName;
  read: (item: T, options: TagOptions) => readonly unknown[];
  options?: OptionKinds;
};
export type Tag<T = never> = (TextTag<T> | PictureTag<T> | ListTag<T>) & { worksIn: readonly FileType[] };

const BOTH: readonly FileType[] = ['docx', 'xlsx'];
const WORD: readonly FileType[] = ['docx'];
const BOX: OptionKinds = { width: 'mm', height: 'mm' };

const text = <T>(read: (item: T, formats: Formats) => string): Tag<T> => ({ gives: 'text', read, worksIn: BOTH });
const counted = (value: number | null, plain: boolean): Amount | null => (value === null ? null : { value, plain });
const moment = (value: string | null, wholeDay = false): Amount | null =>
  value === null ? null : { moment: value, wholeDay };
const number = <T>(read: (item: T) => number | null): Tag<T> => ({
  gives: 'text',
  read: (item, formats) => formats.number(read(item)),
  amount: (item) => counted(read(item), true),
  worksIn: BOTH,
});
const unit = <T>(read: (item: T) => number | null, name: string): Tag<T> => ({
  gives: 'text',
  read: (item, formats) => formats.unit(read(item), name),
  amount: (item) => counted(read(item), false),
  worksIn: BOTH,
});
const date = <T>(read: (item: T) => string | null, wholeDay = false): Tag<T> => ({
  gives: 'text',
  read: (item, formats, options) => formats.date(read(item), options.format),
  amount: (item) => moment(read(item), wholeDay),
  options: { format: 'date-format' },
  worksIn: BOTH,
});
const picture = <T>(read: (item: T) => RequestedPicture | null): Tag<T> => ({
  gives: 'picture',
  read,
  options: BOX,
  worksIn: BOTH,
});
const list = <T>(of: ScopeName, read: (item: T, options: TagOptions) => readonly unknown[]): Tag<T> => ({
  gives: 'list',
  of,
  read,
  worksIn: BOTH,
});

const photo = (given: ReportPicture | null | undefined, alt = ''): RequestedPicture | null =>
  given ? { kind: 'photo', picture: given, alt: given.caption === '' ? alt : given.caption } : null;

function fieldAmount(value: ReportFieldValue | null): Amount | null {
  if (value?.type === 'number' || value?.type === 'currency') return counted(value.value, false);
  if (value?.type === 'percentage') return counted(value.value / 100, false);
  // Excel stores time in days.
  if (value?.type === 'duration') return counted(value.minutes / 1_440, false);
  if (value?.type === 'date') return moment(value.value);
  if (value?.type !== 'custom') return null;
  if (value.format.type === 'DATE' && typeof value.value === 'string') return moment(value.value);
  if (typeof value.value !== 'number') return null;
  const parts = { PERCENTAGE: 100, TIME: 1_440 } as const;
  const per = value.format.type === 'PERCENTAGE' || value.format.type === 'TIME' ? parts[value.format.type] : 1;
  return counted(value.value / per, false);
}

const PHOTO_COLUMNS = [1, 2, 3, 4] as const;

function rowsOf(pictures: readonly ReportPicture[], columns: number): ReportPicture[][] {
  const rows: ReportPicture[][] = [];
  for (let at = 0; at < pictures.length; at += columns) rows.push(pictures.slice(at, at + columns));
  return rows;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

const taskCount = (status: ShownTaskStatus) => number((data: ReportData) => data.counts.tasks[status]);
const byTitle = <T extends { title: string }>(all: readonly T[], options: TagOptions): T | undefined =>
  all.find((one) => one.title.toLowerCase() === String(options.title ?? '').toLowerCase());

const REPORT: Record<string, Tag<ReportData>> = {
  'report.title': text((data) => data.report.title),
  'report.number': number((data) => data.report.number),
  // The time is a placeholder of its own, and the days between two dates are whole.
  'report.date': date((data) => data.report.createdAt, true),
  'report.time': text((data, formats) => formats.time(data.report.createdAt)),
  'report.createdBy': text((data) => data.report.createdBy),
  'project.title': text((data) => data.project.title),
  'project.company': text((data) => data.project.company),
  'project.address': text((data) => data.project.address),
  'project.start': date((data) => data.project.start),
  'project.end': date((data) => data.project.end),
  'project.picture': picture(({ project: { picture: given, title } }) =>
    given ? { kind: 'cover', picture: given, alt: title } : null,
  ),
  'project.logo': picture(({ project: { logo, company } }) =>
    logo ? { kind: 'logo', picture: logo, alt: company } : null,
  ),
  'project.footerLogo': picture(({ project: { footerLogo, company } }) =>
    footerLogo ? { kind: 'logo', picture: footerLogo, alt: company } : null,
  ),
  'count.pins': number((data) => data.pins.length),
  'count.pins.open': number((data) => data.counts.pins.open),
  'count.pins.closed': number((data) => data.counts.pins.closed),
  'count.pins.inactive': number((data) => data.counts.pins.inactive),
  'count.tasks': number((data) => sum(Object.values(data.counts.tasks))),
  'count.tasks.open': taskCount('open'),
  'count.tasks.overdue': taskCount('overdue'),
  'count.tasks.rejected': taskCount('rejected'),
  'count.tasks.done': taskCount('done'),
  'count.tasks.closed': taskCount('closed'),
  'count.tasks.inactive': taskCount('inactive'),
  'count.tasks.unfinished': number(({ counts: { tasks } }) => tasks.open + tasks.overdue + tasks.rejected + tasks.done),
  'count.photos': number((data) => sum(data.pins.map((pin) => pin.photos.length))),
  'count.people': number((data) => sum(data.attendees.map((attendee) => attendee.people))),
  pins: list('pin', (data) => data.pins),
  tasks: list('task', (data) => data.tasks),
  attendees: list('attendee', (data) => data.attendees),
  weather: list('weather', (data) => data.weather),
  signatures: list('signature', (data) => data.signatures),
  companies: list('group', (data) => groupsBy(data, 'company')),
  trades: list('group', (data) => groupsBy(data, 'trade')),
  categories: list('group', (data) => groupsBy(data, 'category')),
  plans: list('group', (data) => groupsBy(data, 'plan')),
  rooms: list('group', (data) => groupsBy(data, 'room')),
  statuses: list('group', (data) => groupsBy(data, 'status')),
  pinCompanies: list('group', (data) => groupsBy(data, 'pinCompany')),
};

const PIN: Record<string, Tag<ReportPin>> = {
  'pin.number': number((pin) => pin.number),
  'pin.title': text((pin) => pin.title),
  'pin.category': text((pin) => pin.category?.title ?? ''),
  'pin.status': text((pin, formats) => formats.pinStatus(pin.status)),
  'pin.mark': picture((pin) => ({ kind: PIN_MARK, colour: pin.category?.colour ?? null, status: pin.status })),
  'pin.plan': text((pin) => pin.plan?.title ?? ''),
  'pin.plan.revision': text((pin) => pin.plan?.revision ?? ''),
  'pin.plan.sheet': text((pin) => pin.plan?.sheet ?? ''),
  'pin.plan.code': picture((pin) => codeOf({ pins: [pin] })),
  'pin.room': text((pin) => pin.room),
  'pin.position': text((pin, formats) => formats.position(pin.position)),
  'pin.planCrop': picture((pin) => {
    const alt = [pin.plan?.title ?? '', pin.title].filter((one) => one !== '').join(': ');
    return pin.planCrop ? { kind: 'plan', picture: pin.planCrop, alt } : null;
  }),
  'pin.notes': text((pin) => pin.notes),
  'pin.tags': text((pin) => listed(pin.tags)),
  'pin.t1': text((pin) => pin.t1),
  'pin.t2': text((pin) => pin.t2),
  'pin.t3': text((pin) => pin.t3),
  'pin.field': {
    gives: 'text',
    read: (pin, formats, options) => formats.field(byTitle(pin.fields, options)?.value ?? null, options.format),
    amount: (pin, options) => fieldAmount(byTitle(pin.fields, options)?.value ?? null),
    options: { title: 'title', format: 'value-format' },
    worksIn: BOTH,
  },
  'pin.rating': {
    gives: 'text',
    read: (pin, formats, options) => formats.rating(byTitle(pin.ratings, options)),
    options: { title: 'title' },
    worksIn: BOTH,
  },
  'pin.createdBy': text((pin) => pin.createdBy),
  'pin.createdAt': date((pin) => pin.createdAt),
  'pin.photo': picture((pin) => photo(pin.photos[0])),
  photos: list('photo', (pin) => pin.photos.map((one, place) => ({ picture: one, place: place + 1 }))),
  photoRows: {
    gives: 'list',
    of: 'photoRow',
    read: (pin, options) => rowsOf(pin.photos, typeof options.columns === 'number' ? options.columns : 2),
    options: { columns: 'columns' },
    worksIn: WORD,
  },
  tasks: list('task', (pin) => pin.tasks),
  comments: list('comment', (pin) => pin.comments),
  fields: list('field', (pin) => pin.fields.filter((field) => field.value !== null)),
  ratings: list('rating', (pin) => pin.ratings),
};

const PHOTO: Record<string, Tag<Items['photo']>> = {
  photo: picture(({ picture: given }) => photo(given)),
  'photo.number': number(({ place }) => place),
  'photo.caption': text(({ picture: given }) => given.caption),
  'photo.takenAt': date(({ picture: given }) => given.takenAt),
  'photo.createdBy': text(({ picture: given }) => given.createdBy),
};

/** photo1 to photo4: the images of one row, from the left. */
const PHOTO_ROW: Record<string, Tag<Items['photoRow']>> = Object.fromEntries(
  PHOTO_COLUMNS.flatMap((place): [string, Tag<Items['photoRow']>][] => [
    [`photo${place}`, picture((row) => photo(row[place - 1]))],
    [`photo${place}.caption`, text((row) => row[place - 1]?.caption ?? '')],
    [`photo${place}.takenAt`, date((row) => row[place - 1]?.takenAt ?? null)],
    [`photo${place}.createdBy`, text((row) => row[place - 1]?.createdBy ?? '')],
  ]),
);

const TASK: Record<string, Tag<ReportTask>> = {
  'task.number': number((task) => task.number),
  'task.title': text((task) => task.title),
  'task.description': text((task) => task.description),
  'task.status': text((task, formats) => formats.taskStatus(task.status)),
  'task.mark': picture((task) => ({ kind: TASK_MARK, status: task.status })),
  'task.assignee': text((task) => task.assignee),
  'task.company': text((task) => task.company),
  'task.craft': text((task) => task.craft),
  'task.subStatus': text((task) => task.subStatus),
  'task.dueDate': date((task) => task.dueDate),
  'task.createdBy': text((task) => task.createdBy),
  'task.pin.number': number((task) => task.pin.number),
  'task.pin.title': text((task) => task.pin.title),
  'task.pin.plan': text((task) => task.pin.plan),
  comments: list('comment', (task) => task.comments),
};

const COMMENT: Record<string, Tag<ReportComment>> = {
  'comment.text': text((comment) => comment.text),
  'comment.createdBy': text((comment) => comment.createdBy),
  'comment.date': date((comment) => comment.createdAt),
};

const FIELD: Record<string, Tag<ReportField>> = {
  'field.title': text((field) => field.title),
  'field.value': {
    gives: 'text',
    read: (field, formats, options) => formats.field(field.value, options.format),
    amount: (field) => fieldAmount(field.value),
    options: { format: 'value-format' },
    worksIn: BOTH,
  },
};

const RATING: Record<string, Tag<ReportRating>> = {
  'rating.title': text((rating) => rating.title),
  'rating.level': number((rating) => rating.level),
  'rating.value': text((rating, formats) => formats.rating(rating)),
};

const ATTENDEE: Record<string, Tag<Items['attendee']>> = {
  'attendee.company': text((attendee) => attendee.company),
  'attendee.people': number((attendee) => attendee.people),
};

const WEATHER: Record<string, Tag<ReportWeather>> = {
  'weather.date': date((weather) => weather.day),
  'weather.text': text((weather) => weather.text),
  'weather.low': unit((weather) => weather.low, 'celsius'),
  'weather.high': unit((weather) => weather.high, 'celsius'),
  'weather.wind': unit((weather) => weather.wind, 'kilometer-per-hour'),
  'weather.rain': unit((weather) => weather.rain, 'millimeter'),
};

const SIGNED: Record<string, Tag<ReportSignature>> = {
  'signature.role': text((signature) => signature.role),
  'signature.name': text((signature) => signature.name),
  'signature.date': date((signature) => signature.signedAt),
  'signature.image': picture(({ strokes }) => (strokes ? { kind: SIGNATURE, strokes } : null)),
};

const groupTasks = (...statuses: readonly ShownTaskStatus[]) =>
  number(({ tasks }: ReportGroup) => tasks.filter(({ status }) => statuses.includes(status)).length);

const GROUP: Record<string, Tag<ReportGroup>> = {
  'group.title': text((group, formats) => (group.status ? formats.pinStatus(group.status) : group.title)),
  'group.pins': number((group) => group.pins.length),
  'group.photos': number((group) => sum(group.pins.map((pin) => pin.photos.length))),
  'group.tasks': number((group) => group.tasks.length),
  'group.tasks.open': groupTasks('open'),
  'group.tasks.overdue': groupTasks('overdue'),
  'group.tasks.rejected': groupTasks('rejected'),
  'group.tasks.done': groupTasks('done'),
  'group.tasks.closed': groupTasks('closed'),
  'group.tasks.unfinished': groupTasks('open', 'overdue', 'rejected', 'done'),
  'group.bar': picture((group) => barOf(group)),
  'group.overview': picture((group) => overviewOf(group)),
  'group.code': picture((group) => codeOf(group)),
  pins: list('pin', (group) => group.pins),
  tasks: list('task', (group) => group.tasks),
};

/** All placeholders by scope. */
export const GRAMMAR: { readonly [name in ScopeName]: Readonly<Record<string, Tag<Items[name]>>> } = {
  report: REPORT,
  pin: PIN,
  photo: PHOTO,
  photoRow: PHOTO_ROW,
  task: TASK,
  comment: COMMENT,
  field: FIELD,
  rating: RATING,
  attendee: ATTENDEE,
  weather: WEATHER,
  signature: SIGNED,
  group: GROUP,
};

/**
 * The placeholder of that name in a scope; own properties only, so that `constructor` is as unknown as any other word.
 */
export function tagIn(scope: ScopeName, name: string): Tag | undefined {
  const tags: Readonly<Record<string, Tag>> = GRAMMAR[scope];
  return Object.hasOwn(tags, name) ? tags[name] : undefined;
}

/** The scopes with a placeholder of this name. */
export function scopesWith(name: string): ScopeName[] {
  return (Object.keys(GRAMMAR) as ScopeName[]).filter((scope) => tagIn(scope, name) !== undefined);
}

/** The list that opens a scope, such as `photos` for `photo`; undefined for the report itself. */
export function listOf(scope: ScopeName): string | undefined {
  for (const tags of Object.values(GRAMMAR)) {
    for (const [name, tag] of Object.entries(tags)) if (tag.gives === 'list' && tag.of === scope) return name;
  }
  return undefined;
}

export const TAG_NAMES: readonly string[] = [...new Set(Object.values(GRAMMAR).flatMap((tags) => Object.keys(tags)))];

/** Whether a placeholder accepts these settings with these values. */
export function optionsFit(tag: Tag, options: TagOptions): boolean {
  const kinds: OptionKinds = tag.options ?? {};
  const needsTitle = Object.values(kinds).includes('title');
  if (needsTitle && options.title === undefined) return false;
  return Object.entries(options).every(([name, value]) => Object.hasOwn(kinds, name) && fits(kinds[name], value));
}

function fits(kind: OptionKind | undefined, value: string | number): boolean {
  if (kind === 'mm') return typeof value === 'number' && value >= 2 && value <= 1_000;
  if (kind === 'columns') return typeof value === 'number' && (PHOTO_COLUMNS as readonly number[]).includes(value);
  if (kind === 'value-format') return ([...DATE_FORMATS, ...NUMBER_FORMATS] as readonly unknown[]).includes(value);
  if (kind === 'date-format') return (DATE_FORMATS as readonly unknown[]).includes(value);
  return typeof value === 'string' && value !== '';
}
