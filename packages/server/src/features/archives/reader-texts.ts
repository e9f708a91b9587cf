// The words that the page of an archive shows, and by which its history names fields and rows.
import { ROLES } from '@plumbline/core/access/capabilities';
import type { Entity } from '@plumbline/core/site/entities';
import { HISTORY_LABELS, HISTORY_REFERENCES } from '@plumbline/core/site/history-fields';
import { FIELD_TYPES } from '@plumbline/core/site/rows/fields';
import { MEMBER_STATES } from '@plumbline/core/site/rows/people';
import { PIN_COLOUR_NAMES } from '@plumbline/core/site/values/pin-colours';
import type { TextKey } from '@plumbline/locales/keys';

/** What a row of each kind is called. */
const NOUNS: Readonly<Record<Entity | 'folder', TextKey>> = {
  project: 'project.partName',
  member: 'organisation.role.member',
  contact: 'archive.history.contact',
  team: 'people.team',
  category: 'pin.category',
  field: 'field.untitled',
  plan: 'pin.plan',
  folder: 'import.folder',
  revision: 'plan.revision',
  model: 'models.title',
  ground: 'archive.history.ground',
  markup: 'archive.history.markup',
  pin: 'pin.one',
  task: 'pin.do.task',
  post: 'pin.history.post',
  comment: 'pin.history.comment',
  group: 'report.saved.group',
  savedView: 'report.saved.view',
};

const LABELS: Readonly<Record<string, TextKey>> = HISTORY_LABELS;

export const HISTORY_RULES = { labels: LABELS, references: HISTORY_REFERENCES, nouns: NOUNS };

/** Texts for values of closed sets, whose keys end in the value. */
const VALUES: readonly TextKey[] = [
  ...ROLES.map((role) => `role.${role}` as const),
  ...MEMBER_STATES.map((state) => `people.state.${state}` as const),
  ...PIN_COLOUR_NAMES.map((colour) => `colour.${colour}` as const),
  ...FIELD_TYPES.map((type) => `field.type.${type}` as const),
];

const TEXTS: readonly TextKey[] = [
  'archive.noSignatures',
  'archive.problem.added',
  'archive.problem.changed',
  'archive.problem.head',
  'archive.problem.history',
  'archive.problem.missing',
  'archive.signedBy',
  'archive.verified',
  'archive.verify',
  'archive.verifyFolder',
  'archive.withheld',
  'export.printNow',
  'media.photos',
  'nav.pins',
  'nav.plans',
  'nav.projects',
  'nav.tasks',
  'people.members',
  'pin.category',
  'pin.creator',
  'pin.field.fields',
  'pin.history.changedWhat',
  'pin.history.createdWhat',
  'pin.history.empty',
  'pin.history.from',
  'pin.history.no',
  'pin.history.program',
  'pin.history.taskNumbered',
  'pin.history.to',
  'pin.history.yes',
  'pin.level',
  'pin.notes',
  'pin.rating.costs',
  'pin.rating.priority',
  'pin.ratings',
  'pin.room',
  'pin.status',
  'pin.status.closed',
  'pin.status.inactive',
  'pin.status.open',
  'pin.tab.history',
  'pin.tags',
  'plan.revision',
  'shell.search',
  'task.assignee',
  'task.description',
  'task.dueDate',
  'task.status',
  'task.status.closed',
  'task.status.done',
  'task.status.draft',
  'task.status.inactive',
  'task.status.open',
  'task.status.rejected',
  'ui.nothingFound',
  'viewer.zoomIn',
  'viewer.zoomOut',
];

export const READER_TEXTS: readonly TextKey[] = [
  ...new Set([...TEXTS, ...VALUES, ...Object.values(NOUNS), ...Object.values(LABELS)]),
];

/** The placeholders in these texts. */
export const READER_VALUES = ['at', 'changes', 'days', 'files', 'key', 'level', 'name', 'number', 'what'] as const;
