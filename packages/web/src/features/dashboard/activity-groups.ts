// Combines entries of the activity feed that differ only in their subject: “Anna created #12 and #13”. Pure.

import type { ActivityKind } from '@plumbline/core/features/dashboard/activity';
import type { ActivityEntry } from '@plumbline/core/features/dashboard/contract';
import { pinsAddress, taskAddress } from '../../shared/navigation/addresses.ts';

const HOUR_MS = 3_600_000;
const CREATING_MS = 300_000;

/** Kinds whose sentence ends with the pin. */
const BY_PIN: ReadonlySet<ActivityKind> = new Set([
  'pinSet',
  'pinClosed',
  'pinReopened',
  'pinInactive',
  'pinMoved',
  'pinChanged',
]);
/** Kinds whose sentence names their subject in the text. */
const BY_TEXT: ReadonlySet<ActivityKind> = new Set([
  'planAdded',
  'planChanged',
  'planInactive',
  'folderAdded',
  'folderChanged',
  'folderInactive',
  'memberJoined',
  'memberAccepted',
  'projectChanged',
]);

const isAlike = (a: ActivityEntry, b: ActivityEntry): boolean =>
  a.kind === b.kind &&
  a.actorId === b.actorId &&
  (BY_PIN.has(a.kind) || BY_TEXT.has(a.kind) || (a.kind === 'revisionAdded' && a.to === b.to)) &&
  Math.abs(Date.parse(a.at) - Date.parse(b.at)) < HOUR_MS;

const isSameSubject = (a: ActivityEntry, b: ActivityEntry): boolean =>
  a.pin ? a.pin.id === b.pin?.id : a.text === b.text;

/** What a pin is given right after it was created is no news of its own. */
const isPartOfCreating = (entry: ActivityEntry, entries: readonly ActivityEntry[]): boolean =>
  entry.kind === 'pinChanged' &&
  entries.some(
    (one) =>
      one.kind === 'pinSet' &&
      one.pin?.id === entry.pin?.id &&
      one.actorId === entry.actorId &&
      Math.abs(Date.parse(one.at) - Date.parse(entry.at)) < CREATING_MS,
  );

/** Neighbouring entries of one person, kind and hour together, each subject once, with all its changed fields. */
export function grouped(entries: readonly ActivityEntry[]): ActivityEntry[][] {
  const groups: ActivityEntry[][] = [];
  for (const entry of entries) {
    if (isPartOfCreating(entry, entries)) continue;
    const last = groups.at(-1);
    const first = last?.[0];
    if (!last || !first || !isAlike(first, entry)) groups.push([entry]);
    else if (last.length === 1 && isSameSubject(first, entry))
      last[0] = { ...first, fields: [...new Set([...first.fields, ...entry.fields])] };
    // What is said of several subjects is true of each.
    else if (first.fields.join() !== entry.fields.join()) groups.push([entry]);
    else if (!last.some((one) => isSameSubject(one, entry))) last.push(entry);
  }
  return groups;
}

/** The entries of a group whose pins are shown as pictures: all but those of the group before it, whose are in view. */
export function picturedPins(group: readonly ActivityEntry[], before: readonly ActivityEntry[] = []): ActivityEntry[] {
  const inView = new Set(before.flatMap(({ pin }) => pin?.id ?? []));
  return group.filter(({ pin }) => pin !== null && !inView.has(pin.id));
}

/** The address of the task or pin that an entry is about. */
export const issueHref = (projectId: string, { pin, task }: ActivityEntry): string =>
  task ? taskAddress(projectId, task.id) : pinsAddress({ projectId, viewType: 'list', pinId: pin?.id });

/** Whether its link opens this task or pin. */
export const isAbout = ({ pin, task }: ActivityEntry, open: { task: string } | { pin: string }): boolean =>
  'task' in open ? task?.id === open.task : !task && pin?.id === open.pin;
