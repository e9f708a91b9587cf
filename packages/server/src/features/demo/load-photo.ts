// Loads a photo of the demo as a post, and the sketch on it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepFile } from '../uploads/keep-file.ts';
import { actorOf, demoId, pinId } from './ids.ts';
import { act, type Loading, servicesAt, timeOf } from './loading.ts';
import type { DemoPhoto, DemoPin } from './manifest.ts';
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

export async function loadPhoto(loading: Loading, pin: DemoPin, photo: DemoPhoto, folder: string): Promise<void> {
  const { key, name, width, height, posted, sketch } = photo;
  const taken = timeOf(loading, photo.taken);
  const postId = demoId(`post ${key}`);
  const keep = async (blobId: string, file: string) => {
    const path = join(folder, `${blobId}.jpg`);
    const bytes = dated(await readFile(packFile(file)), taken);
    await writeFile(path, bytes);
    await keepFile(servicesAt(loading, posted), actorOf(pin.by), { id: blobId, path, mime: 'image/jpeg', name });
    return { blobId, name, mime: 'image/jpeg', size: bytes.length, width, height };
  };
  const original = await keep(demoId(`photo ${key}`), photo.file);
  await act(loading, pin.by, posted, 'post.create', {
    id: postId,
    pinId: pinId(pin.key),
    taskId: null,
    type: 'Visuals',
    files: [original],
    takenAt: taken.toISOString(),
  });
  if (!sketch) return;
  const flat = await keep(demoId(`sketch ${key}`), sketch.file);
  const drawing = { flat, width, height, marks: sketch.marks };
  await act(loading, pin.by, posted, 'post.sketch', { id: postId, blobId: original.blobId, drawing });
}
