// Saves drafts as what they were meant to become: marks on a photo as its sketch, a recording as a voice note.
import type { PostFile } from '@plumbline/core/site/rows/media';
import type { Mark } from '@plumbline/core/site/values/sketch';
import type { Act } from '../../../shared/site/use-act.ts';
import { originalBytes } from '../photo-viewer/original.ts';
import { photoBackground } from '../sketch/backgrounds.ts';
import { flatFile } from '../sketch/flat-file.ts';
import { flatten, type SketchBackground } from '../sketch/paint.ts';
import { type FileProblem, readFile } from '../upload/read-file.ts';
import { keepFile } from '../upload/store-file.ts';
import { type Draft, type DraftLocation, dropDraft, readDraft } from './drafts.ts';

export type UnfinishedDrawing = { postId: string; file: PostFile; ground: SketchBackground; marks: readonly Mark[] };

export async function storeDrawing(
  place: DraftLocation,
  act: Act,
  { postId, file, ground, marks }: UnfinishedDrawing,
): Promise<void> {
  const { width, height } = ground;
  const flat = await flatten(ground, marks, 'image/jpeg');
  const kept = await keepFile(await flatFile(place.projectId, flat, { width, height }, file));
  const drawing = { flat: kept, width, height, marks };
  if (await act('post.sketch', { id: postId, blobId: file.blobId, drawing })) await dropDraft(place, 'drawing');
}

/** Returns the problem if the recording cannot be saved. */
export async function storeVoice(
  place: DraftLocation,
  act: Act,
  file: File,
  taskId: string | null,
): Promise<FileProblem | undefined> {
  const read = await readFile(file, 'file');
  if (!read.problem) {
    const files = [await keepFile(read)];
    const post = { id: crypto.randomUUID(), pinId: place.pinId, taskId, type: read.type, caption: '' };
    if (!(await act('post.create', { ...post, files, takenAt: null }))) return undefined;
  }
  await dropDraft(place, 'voice');
  return read.problem;
}

/** The photo that was drawn on, with the marks so far. Throws when the photo is unavailable. */
export async function unfinishedDrawing(place: DraftLocation): Promise<UnfinishedDrawing | undefined> {
  const draft = await readDraft(place, 'drawing');
  if (!draft) return undefined;
  const ground = await photoBackground(await originalBytes(place.projectId, draft.words.file.blobId));
  return { ...draft.words, ground };
}

export async function unfinishedVoice(place: DraftLocation): Promise<File | undefined> {
  const draft: Draft<'voice'> | undefined = await readDraft(place, 'voice');
  if (!draft || draft.bytes.size === 0) return undefined;
  return new File([draft.bytes], draft.words.name, { type: draft.words.mime });
}
