// Loads the pins of a site with their photos, tasks and comments, by the actions people use.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldValue } from '@plumbline/core/site/rows/fields';
import { storeFile } from '../uploads/store-file.ts';
import { actorOf, categoryId, demoId, pinId, planId } from './ids.ts';
import type { Records } from './load-datasets.ts';
import { act, dayOf, type Loading, servicesAt, timeOf } from './loading.ts';
import type { DemoPhoto, DemoPin, DemoTask } from './manifest.ts';
import { packFile } from './pack.ts';

/** A date as EXIF stores it. */
const EXIF_DATE = /\d{4}:\d{2}:\d{2} \d{2}:\d{2}:\d{2}/u;

/** Writes the day on which the photo was taken over the EXIF date of the pack, which has the same length. */
function dated(jpeg: Buffer, taken: Date): Buffer {
  const found = EXIF_DATE.exec(jpeg.toString('latin1'));
  if (!found) throw new TypeError('a photo of the demo has no EXIF date');
  const stamp = taken.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  const result = Buffer.from(jpeg);
  result.write(stamp, found.index, 'latin1');
  return result;
}

/** Whose photo it is, and of what. */
type PhotoOf = { pin: DemoPin; taskId: string | null; by: string };

/** Loads a photo of the demo as a post, and the sketch on it. */
async function loadPhoto(
  loading: Loading,
  { pin, taskId, by }: PhotoOf,
  photo: DemoPhoto,
  folder: string,
): Promise<void> {
  const { key, name, width, height, posted, sketch } = photo;
  const taken = timeOf(loading, photo.taken);
  const postId = demoId(`post ${key}`);
  const keep = async (blobId: string, file: string) => {
    const path = join(folder, `${blobId}.jpg`);
    const bytes = dated(await readFile(packFile(file)), taken);
    await writeFile(path, bytes);
    await storeFile(servicesAt(loading, posted), actorOf(by), { id: blobId, path, mime: 'image/jpeg', name });
    return { blobId, name, mime: 'image/jpeg', size: bytes.length, width, height };
  };
  const original = await keep(demoId(`photo ${key}`), photo.file);
  await act(loading, by, posted, 'post.create', {
    id: postId,
    pinId: pinId(pin.key),
    taskId,
    type: 'Visuals',
    files: [original],
    takenAt: taken.toISOString(),
  });
  if (!sketch) return;
  const flat = await keep(demoId(`sketch ${key}`), sketch.file);
  const drawing = { flat, width, height, marks: sketch.marks };
  await act(loading, by, posted, 'post.sketch', { id: postId, blobId: original.blobId, drawing });
}

function fieldsOf(loading: Loading, pin: DemoPin): Record<string, FieldValue> {
  const values = loading.site.fields.flatMap(({ key, format }): [string, FieldValue][] => {
    const value = pin.fields[key];
    if (value === undefined) return [];
    const isDay = format.type === 'DATE' && typeof value === 'number';
    return [[demoId(`field ${key}`), isDay ? dayOf(loading, value) : value]];
  });
  return Object.fromEntries(values);
}

async function loadTask(loading: Loading, pin: DemoPin, task: DemoTask, folder: string): Promise<void> {
  const id = demoId(`task ${task.key}`);
  const { type, key } = task.assignee;
  await act(loading, task.by, task.created, 'task.create', {
    id,
    pinId: pinId(pin.key),
    draft: task.draft,
    assigneeType: type,
    assigneeId: demoId(type === 'TeamGroup' ? `team ${key}` : key),
    content: {
      title: task.title,
      dueDate: dayOf(loading, task.dueDate),
      companyName: task.company,
      craft: task.craft,
    },
  });
  for (const { by, at, move, comment, photo } of task.steps) {
    if (photo) await loadPhoto(loading, { pin, taskId: id, by }, photo, folder);
    const said = comment && { id: demoId(comment.key), text: comment.text };
    if (move) await act(loading, by, at, 'task.setStatus', { id, move, ...(said && { comment: said }) });
    else if (said) await act(loading, by, at, 'comment.create', { ...said, pinId: pinId(pin.key), taskId: id });
  }
}

async function loadPin(loading: Loading, pin: DemoPin, records: Records, folder: string): Promise<void> {
  const id = pinId(pin.key);
  const { by, created, record } = pin;
  await act(loading, by, created, 'pin.create', {
    id,
    planId: planId(pin.plan),
    x: pin.x,
    y: pin.y,
    content: {
      title: pin.title,
      categoryId: categoryId(pin.category),
      ...(pin.room !== '' && { room: pin.room }),
      notes: pin.notes,
      tags: pin.tags,
      ratings: pin.ratings,
      fields: fieldsOf(loading, pin),
    },
  });
  const linked = record && records.get(record.dataset)?.get(record.key);
  if (linked) await act(loading, record.by, created, 'pin.linkRecord', { id, record: linked, on: true });
  for (const photo of pin.photos) await loadPhoto(loading, { pin, taskId: null, by }, photo, folder);
  for (const task of pin.tasks) await loadTask(loading, pin, task, folder);
  for (const { key, by: author, at, text } of pin.comments) {
    await act(loading, author, at, 'comment.create', { id: demoId(key), pinId: id, taskId: null, text });
  }
  if (pin.end) await act(loading, pin.end.by, pin.end.at, 'pin.setStatus', { id, move: pin.end.move, tasks: 'keep' });
}

/** The folder is for the photos that are dated on the way. */
export async function loadPins(loading: Loading, records: Records, folder: string): Promise<void> {
  for (const pin of loading.site.pins) {
    loading.signal.throwIfAborted();
    await loadPin(loading, pin, records, folder);
  }
}
