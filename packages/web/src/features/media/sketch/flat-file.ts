// The flattened sketch as a file, with the EXIF data of the photo it was drawn on.
import type { PostFile } from '@plumbline/core/site/rows/media';
import { originalBytes } from '../photo-viewer/original.ts';
import { exifOf, withExif } from '../reduce/exif.ts';
import type { ReadFile } from '../upload/read-file.ts';

const ENDINGS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

const stemOf = (name: string): string => name.replace(/\.[a-z0-9]{2,5}$/iu, '');

async function factsOf(projectId: string, file: PostFile): Promise<Uint8Array | null> {
  try {
    return await exifOf(await originalBytes(projectId, file.sketch?.original?.blobId ?? file.blobId));
  } catch {
    // The drawing matters more than the EXIF data, which is still in the original.
    return null;
  }
}

export function asReadFile(flat: Blob, name: string, { width, height }: { width: number; height: number }): ReadFile {
  const file = new File([flat], `${stemOf(name).slice(0, 240)}.${ENDINGS[flat.type] ?? 'png'}`, { type: flat.type });
  return { file, mime: flat.type, type: 'Visuals', purpose: 'photo', width, height, takenAt: null, problem: undefined };
}

/** `from` is the stored photo that was drawn on, if any. */
export async function flatFile(
  projectId: string,
  flat: Blob,
  size: { width: number; height: number },
  from: PostFile | undefined,
  name = '',
): Promise<ReadFile> {
  const facts = from && flat.type === 'image/jpeg' ? await factsOf(projectId, from) : null;
  return asReadFile(withExif(flat, facts), from?.name ?? name, size);
}
