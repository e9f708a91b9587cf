// Project settings being edited: the tab of each field, validation, the changes to send, and the merge when someone
// else has saved first. Pure.
import type { ProjectDetails } from '@plumbline/core/features/projects/contract';
import { isPhone } from '@plumbline/core/features/projects/rules';
import { fieldProblems } from '@plumbline/core/kernel/action';
import type { FieldOutcome } from '@plumbline/core/kernel/errors';
import { same } from '@plumbline/core/kernel/same';
import { projectContent } from '@plumbline/core/site/rows/projects';

/** The four tabs that are saved together, each with its fields. */
const TAB_FIELDS = {
  details: ['title', 'company', 'start', 'end', 'notes', 'timezone', 'language', 'ratings'],
  address: ['address', 'postCode', 'country', 'latitude', 'longitude'],
  stakeholders: ['ownerId', 'assistantId', 'managerName', 'managerPhone'],
  design: ['pictureBlobId', 'headerLogoBlobId', 'footerLogoBlobId'],
} as const;
export type GroupTab = keyof typeof TAB_FIELDS;
export const GROUP_TABS = Object.keys(TAB_FIELDS) as GroupTab[];
export type SettingsField = (typeof TAB_FIELDS)[GroupTab][number];
export type SettingsDraft = Pick<ProjectDetails, SettingsField>;
/** By the path of the field, such as `title` or `ratings.0.title`. */
export type SettingsProblems = Readonly<Record<string, FieldOutcome>>;

export const SETTINGS_FIELDS: readonly SettingsField[] = GROUP_TABS.flatMap((tab) => [...TAB_FIELDS[tab]]);

export function settingsOf(project: ProjectDetails): SettingsDraft {
  return Object.fromEntries(SETTINGS_FIELDS.map((field) => [field, project[field]])) as SettingsDraft;
}

export const changedFields = (before: SettingsDraft, after: SettingsDraft): SettingsField[] =>
  SETTINGS_FIELDS.filter((field) => !same(before[field], after[field]));

/** The changed fields. Both dates are sent together so that their order can be validated; so are both coordinates. */
export function settingsChange(before: SettingsDraft, after: SettingsDraft): Partial<SettingsDraft> {
  const sent = new Set(changedFields(before, after));
  for (const pair of [
    ['start', 'end'],
    ['latitude', 'longitude'],
  ] as const) {
    if (pair.some((field) => sent.has(field))) for (const field of pair) sent.add(field);
  }
  return Object.fromEntries([...sent].map((field) => [field, after[field]]));
}

export function settingsProblems(draft: SettingsDraft, before: SettingsDraft): SettingsProblems {
  const problems: Record<string, FieldOutcome> = {};
  const read = projectContent.safeParse(draft);
  if (!read.success) for (const { path, outcome } of fieldProblems(read.error)) problems[path] ??= outcome;
  if (draft.title.trim() === '') problems.title = 'REQUIRED';
  for (const [at, scale] of draft.ratings.entries()) {
    if (scale.title.trim() === '') problems[`ratings.${at}.title`] = 'EMPTY';
    for (const [level, title] of scale.levels.entries()) {
      if (title.trim() === '') problems[`ratings.${at}.levels.${level}`] = 'EMPTY';
    }
  }
  if (draft.start !== null && draft.end !== null && draft.end <= draft.start) problems.end = 'BEFORE_START';
  if (draft.managerPhone !== before.managerPhone && !isPhone(draft.managerPhone.trim())) {
    problems.managerPhone = 'NOT_VALID';
  }
  return problems;
}

/** The tab a path belongs to; undefined for paths on none of the four. */
export function tabOf(path: string): GroupTab | undefined {
  const field = path.split('.')[0] ?? '';
  return GROUP_TABS.find((tab) => (TAB_FIELDS[tab] as readonly string[]).includes(field));
}

/**
 * Rebases the draft on newer settings: local changes stay, everything else is taken over. `clashes` were changed
 * differently by both; `taken` only by others.
 */
export function rebased(base: SettingsDraft, draft: SettingsDraft, newer: SettingsDraft) {
  const mine = changedFields(base, draft);
  const theirs = changedFields(base, newer);
  return {
    draft: { ...newer, ...Object.fromEntries(mine.map((field) => [field, draft[field]])) } as SettingsDraft,
    clashes: mine.filter((field) => theirs.includes(field) && !same(draft[field], newer[field])),
    taken: theirs.filter((field) => !mine.includes(field)),
  };
}
