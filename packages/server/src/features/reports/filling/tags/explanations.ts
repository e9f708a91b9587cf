// What each placeholder shows, in the words of the interface. Part of the list for authors and of the guide.
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import type { ScopeName } from './grammar.ts';

/** A text; or what is counted, followed by which of it. */
type Label = TextKey | readonly [what: TextKey, ...which: TextKey[]];

/** What `{count.tasks…}` and `{group.tasks…}` show. */
const taskCounts = (name: 'count' | 'group'): Record<string, Label> => ({
  [`${name}.tasks`]: 'task.list',
  [`${name}.tasks.open`]: ['task.list', 'task.status.open'],
  [`${name}.tasks.overdue`]: ['task.list', 'task.status.overdue'],
  [`${name}.tasks.rejected`]: ['task.list', 'task.status.rejected'],
  [`${name}.tasks.done`]: ['task.list', 'task.status.done'],
  [`${name}.tasks.closed`]: ['task.list', 'task.status.closed'],
  [`${name}.tasks.unfinished`]: [
    'task.list',
    'task.status.open',
    'task.status.overdue',
    'task.status.rejected',
    'task.status.done',
  ],
});

const REPORT: Record<string, Label> = {
  'report.title': 'report.title',
  'report.number': 'pin.number',
  'report.date': 'report.doc.date',
  'report.time': 'report.saved.time',
  'report.createdBy': 'pin.creator',
  'project.title': 'project.partName',
  'project.company': 'project.company',
  'project.address': 'project.address',
  'project.start': 'project.start',
  'project.end': 'project.end',
  'project.picture': 'project.pictureBlobId',
  'project.logo': 'project.headerLogoBlobId',
  'project.footerLogo': 'project.footerLogoBlobId',
  'count.pins': 'pin.list',
  'count.pins.open': ['pin.list', 'pin.status.open'],
  'count.pins.closed': ['pin.list', 'pin.status.closed'],
  'count.pins.inactive': ['pin.list', 'pin.status.inactive'],
  ...taskCounts('count'),
  'count.tasks.inactive': ['task.list', 'task.status.inactive'],
  'count.photos': 'report.doc.photos',
  'count.people': ['report.attendees', 'report.attendeePeople'],
  pins: 'pin.list',
  tasks: 'task.list',
  attendees: 'report.attendees',
  weather: 'report.weather',
  signatures: 'report.signatures',
  companies: 'report.doc.byCompany',
  trades: 'report.doc.byTrade',
  categories: 'report.doc.byCategory',
  plans: 'report.doc.byPlan',
  rooms: 'report.tags.byRoom',
  statuses: 'report.tags.byStatus',
  pinCompanies: 'report.tags.pinCompanies',
};

const PIN: Record<string, Label> = {
  'pin.number': 'pin.number',
  'pin.title': 'pin.title',
  'pin.category': 'pin.category',
  'pin.status': 'pin.status',
  'pin.mark': 'report.tags.pinMark',
  'pin.plan': 'pin.plan',
  'pin.plan.revision': 'plan.revision',
  'pin.plan.sheet': 'plan.sheet',
  'pin.plan.code': 'report.tags.planCode',
  'pin.room': 'pin.room',
  'pin.position': 'report.tags.position',
  'pin.planCrop': 'report.options.section.planCrop',
  'pin.notes': 'pin.notes',
  'pin.tags': 'pin.tags',
  'pin.t1': 'pin.template.1',
  'pin.t2': 'pin.template.2',
  'pin.t3': 'pin.template.3',
  'pin.field': 'field.fields',
  'pin.rating': 'pin.ratings',
  'pin.createdBy': 'pin.creator',
  'pin.createdAt': 'pin.created',
  'pin.photo': 'report.tags.firstPhoto',
  photos: 'report.doc.photos',
  photoRows: 'report.tags.photoRows',
  tasks: 'task.list',
  comments: 'task.comments',
  fields: 'field.fields',
  ratings: 'pin.ratings',
};

const photoWith = (name: string, picture: Label): Record<string, Label> => ({
  [name]: picture,
  [`${name}.caption`]: 'media.caption',
  [`${name}.takenAt`]: 'report.tags.takenAt',
  [`${name}.createdBy`]: 'media.gallery.who',
});

export const EXPLANATIONS: Readonly<Record<ScopeName, Readonly<Record<string, Label>>>> = {
  report: REPORT,
  pin: PIN,
  photo: { ...photoWith('photo', 'report.doc.photo'), 'photo.number': 'pin.number' },
  photoRow: {
    ...photoWith('photo1', 'report.tags.photoInRow'),
    ...photoWith('photo2', 'report.tags.photoInRow'),
    ...photoWith('photo3', 'report.tags.photoInRow'),
    ...photoWith('photo4', 'report.tags.photoInRow'),
  },
  task: {
    'task.number': 'task.number',
    'task.title': 'task.title',
    'task.description': 'task.description',
    'task.status': 'task.status',
    'task.mark': 'report.tags.taskMark',
    'task.assignee': 'task.assignee',
    'task.company': 'task.company',
    'task.craft': 'task.craft',
    'task.subStatus': 'task.subStatus',
    'task.dueDate': 'task.dueDate',
    'task.createdBy': 'task.createdBy',
    'task.pin.number': ['pin.one', 'pin.number'],
    'task.pin.title': ['pin.one', 'pin.title'],
    'task.pin.plan': ['pin.one', 'pin.plan'],
    comments: 'task.comments',
  },
  comment: {
    'comment.text': 'media.comment',
    'comment.createdBy': 'pin.creator',
    'comment.date': 'report.doc.date',
  },
  field: { 'field.title': 'field.title', 'field.value': 'report.tags.value' },
  rating: {
    'rating.title': 'project.ratingTitle',
    'rating.level': 'report.tags.level',
    'rating.value': 'report.tags.value',
  },
  attendee: { 'attendee.company': 'report.attendeeCompany', 'attendee.people': 'report.attendeePeople' },
  weather: {
    'weather.date': 'report.doc.date',
    'weather.text': 'report.weatherText',
    'weather.low': 'report.doc.low',
    'weather.high': 'report.doc.high',
    'weather.wind': 'report.doc.wind',
    'weather.rain': 'report.doc.rain',
  },
  signature: {
    'signature.role': 'people.role',
    'signature.name': 'people.name',
    'signature.date': 'report.doc.date',
    'signature.image': 'report.doc.signature',
  },
  group: {
    'group.title': 'report.title',
    'group.pins': 'pin.list',
    'group.photos': 'report.doc.photos',
    ...taskCounts('group'),
    'group.bar': 'report.tags.bar',
    'group.overview': 'report.tags.overview',
    'group.code': 'report.tags.planCode',
    pins: 'pin.list',
    tasks: 'task.list',
  },
};

/** What the placeholder of this name shows in a scope. */
export function explanationOf(t: Translator, scope: ScopeName, name: string): string {
  const label = EXPLANATIONS[scope][name];
  if (label === undefined) return name;
  if (typeof label === 'string') return t(label);
  const [what, ...which] = label;
  return `${t(what)}: ${which.map((key) => t(key)).join(', ')}`;
}
