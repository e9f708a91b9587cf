// Text of an activity entry. Pure.

import type { ActivityField, ActivityKind } from '@plumbline/core/features/dashboard/activity';
import type { ActivityEntry } from '@plumbline/core/features/dashboard/contract';
import { HISTORY_LABELS } from '@plumbline/core/site/history-fields';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import {
  AttachmentIcon,
  CheckIcon,
  CommentIcon,
  DrawIcon,
  EditIcon,
  HideIcon,
  type Icon,
  MicrophoneIcon,
  MovePinIcon,
  NewPinIcon,
  PhotoIcon,
  PlanIcon,
  RestoreIcon,
  SettingsIcon,
  TaskIcon,
  TeamIcon,
  VideoIcon,
} from '../../ui/icons.tsx';

const ICONS: Partial<Record<ActivityKind, Icon>> = {
  pinSet: NewPinIcon,
  pinClosed: CheckIcon,
  pinReopened: RestoreIcon,
  pinInactive: HideIcon,
  pinMoved: MovePinIcon,
  taskGiven: TaskIcon,
  taskStatus: TaskIcon,
  taskHanded: TaskIcon,
  taskDue: TaskIcon,
  photos: PhotoIcon,
  sketch: DrawIcon,
  film: VideoIcon,
  recording: MicrophoneIcon,
  files: AttachmentIcon,
  mediaInactive: HideIcon,
  comment: CommentIcon,
  commentEdited: CommentIcon,
  planAdded: PlanIcon,
  folderAdded: PlanIcon,
  planInactive: HideIcon,
  folderInactive: HideIcon,
  revisionAdded: PlanIcon,
  memberJoined: TeamIcon,
  memberAccepted: TeamIcon,
  memberLeft: TeamIcon,
  memberChanged: TeamIcon,
  teamMade: TeamIcon,
  teamChanged: TeamIcon,
  projectMade: SettingsIcon,
  projectChanged: SettingsIcon,
};

export const iconOf = (kind: ActivityKind): Icon => ICONS[kind] ?? EditIcon;

/** Stands in a sentence for a subject that is a link. */
export const LINKED = '\uE000';

const statusWord = (t: Translator, status: string | null): string => {
  const key = `task.status.${status}`;
  return t.has(key) ? t(key) : (status ?? '');
};

const roleWord = (t: Translator, role: string | null): string => {
  const key = `role.${role}`;
  return t.has(key) ? t(key) : (role ?? '');
};

const LABELS: Record<ActivityField, TextKey> = {
  ...HISTORY_LABELS,
  ratings: 'pin.ratings',
  fields: 'pin.field.fields',
};

/** Within a sentence, labels are written like other words; German nouns keep their capital. */
function fieldWords(t: Translator, fields: readonly ActivityField[]): string {
  const labels = fields.map((field) => t(LABELS[field]));
  const inside = (label: string) =>
    /^\p{Lu}\p{Ll}/u.test(label) ? label.slice(0, 1).toLocaleLowerCase(t.locale) + label.slice(1) : label;
  return t.list([...new Set(t.language === 'de' ? labels : labels.map(inside))]);
}

type Told = Pick<ActivityEntry, 'kind' | 'actorName' | 'task' | 'text' | 'from' | 'to' | 'files' | 'fields'>;

/** The key of the sentence, where a kind has several. */
function sentenceOf({ kind, to }: Told, assignee: string | undefined): TextKey {
  if (kind === 'taskDue' && to === null) return 'dashboard.event.taskDueNone';
  if (kind === 'taskHanded' && to === null) return 'dashboard.event.taskHandedNone';
  if (kind === 'taskGiven' && assignee) return 'dashboard.event.taskGivenTo';
  if (kind === 'taskHanded' && assignee) return 'dashboard.event.taskHandedTo';
  return `dashboard.event.${kind}`;
}

/**
 * The sentence for an entry, with `subject` for its pins. `personOf` names an assignee; undefined for one who is unknown
 * on this device.
 */
export function activityText(
  t: Translator,
  entry: Told,
  subject: string,
  personOf: (id: string) => string | undefined,
): string {
  const { kind, actorName, task, text, from, to, files, fields } = entry;
  const assignee = to !== null && (kind === 'taskGiven' || kind === 'taskHanded') ? personOf(to) : undefined;
  const day = kind === 'taskDue' && to !== null ? t.date(to, 'medium') : '';
  const story = t(sentenceOf(entry, assignee), {
    ...{ name: actorName || t('dashboard.program'), number: task?.number ?? 0, subject, text },
    ...{ version: to ?? '', count: files.length, assignee: assignee ?? '', role: roleWord(t, to) },
    ...{ from: statusWord(t, from), to: day || statusWord(t, to) },
  });
  return fields.length === 0 ? story : t('dashboard.event.withFields', { story, fields: fieldWords(t, fields) });
}

/** How many pins of a group a sentence names. */
const MAX_NAMED = 4;

/** The subjects of a sentence as a list of links, and how many of them it has; very many are counted. */
export function linkedSubjects(t: Translator, count: number): { text: string; links: number } {
  const links = count > MAX_NAMED + 1 ? MAX_NAMED : count;
  const more = count > links ? [t('task.calendar.more', { count: count - links })] : [];
  return { text: t.list([...Array.from({ length: links }, () => LINKED), ...more]), links };
}
