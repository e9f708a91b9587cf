// Drafts of unsaved work on a pin, stored on this device, because a phone may close the page at any moment.

import { type PostFile, postFile } from '@plumbline/core/site/rows/media';
import { type Mark, marks } from '@plumbline/core/site/values/sketch';
import { currentLocal } from '../../../local/local.ts';
import { firstLine } from './first-line.ts';

type Words = {
  drawing: { postId: string; file: PostFile; marks: readonly Mark[] };
  voice: { name: string; mime: string };
  assignee: { id: string };
};
export type DraftKind = keyof Words;
export type DraftWords<Kind extends DraftKind> = Words[Kind];

/** Validates drafts, which an older version of the app may have written. Throws when one does not fit. */
const READERS: { [Kind in DraftKind]: (found: Partial<Record<string, unknown>>) => Words[Kind] } = {
  drawing: ({ postId, file, marks: drawn }) => ({
    postId: String(postId),
    file: postFile.parse(file),
    marks: marks.parse(drawn),
  }),
  voice: ({ name, mime }) => ({ name: String(name), mime: String(mime) }),
  assignee: ({ id }) => ({ id: String(id) }),
};

export type Draft<Kind extends DraftKind> = { words: DraftWords<Kind>; bytes: Blob };

export type DraftLocation = { projectId: string; pinId: string };

const nameOf = ({ projectId, pinId }: DraftLocation, kind: DraftKind): string => `${projectId}.${pinId}.${kind}`;

/** Writes run one after the other, so that a pending write cannot restore a deleted draft. */
let turn: Promise<unknown> = Promise.resolve();
function writeInOrder(place: DraftLocation, kind: DraftKind, bytes: Blob | undefined): Promise<void> {
  const write = () => currentLocal()?.keepDraft(nameOf(place, kind), bytes);
  const done = turn.then(write).catch(() => undefined);
  turn = done;
  return done;
}

/**
 * Stores the current state. Fails silently when the device is
 * out of storage, which does not affect a user still at work.
 */
export async function storeDraft<Kind extends DraftKind>(
  place: DraftLocation,
  kind: Kind,
  words: DraftWords<Kind>,
  bytes: readonly Blob[] = [],
): Promise<void> {
  await writeInOrder(place, kind, new Blob([JSON.stringify(words), '\n', ...bytes]));
}

export async function dropDraft(place: DraftLocation, kind: DraftKind): Promise<void> {
  await writeInOrder(place, kind, undefined);
}

/** The stored draft; undefined when there is none or it cannot be read. */
export async function readDraft<Kind extends DraftKind>(
  place: DraftLocation,
  kind: Kind,
): Promise<Draft<Kind> | undefined> {
  try {
    const whole = await currentLocal()?.draft(nameOf(place, kind));
    if (!whole) return undefined;
    const { line, rest } = await firstLine(whole);
    return { words: READERS[kind](JSON.parse(line) as Partial<Record<string, unknown>>), bytes: rest };
  } catch {
    return undefined;
  }
}

/** The pins of a project that have drafts. */
export async function pinsWithDrafts(projectId: string): Promise<string[]> {
  const names = (await currentLocal()?.draftNames(`${projectId}.`)) ?? [];
  return [...new Set(names.map((name) => name.split('.')[1] ?? ''))];
}
