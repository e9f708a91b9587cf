// What a chosen file is, before anything is kept: photo, recording or document, its size in pixels, when it was taken, and why
// it cannot be used.
import type { PostRow } from '@plumbline/core/features/media/schema';
import { type Purpose, UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import { takenAt } from './taken-at.ts';

export type FileProblem =
  | { code: 'tooLarge'; limit: number }
  | { code: 'heic' }
  | { code: 'notPhoto' }
  | { code: 'empty' };

export type ReadFile = {
  file: File;
  mime: string;
  type: PostRow['type'];
  purpose: Purpose;
  width: number | null;
  height: number | null;
  /** ISO 8601 instant. */
  takenAt: string | null;
  problem: FileProblem | undefined;
};

const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']);
const HEIC = /^image\/hei[cf]/u;
const HEIC_NAME = /\.hei[cf]$/iu;

/** Pixels as shown, after orientation; undefined where the browser cannot read the picture. */
async function pixels(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    picture.close();
    return { width, height };
  } catch {
    return undefined;
  }
}

/** The media type by which a file is handled; names help where the system does not know it. */
function typeOf(file: File): string {
  if (HEIC.test(file.type) || HEIC_NAME.test(file.name)) return 'image/heic';
  return file.type || 'application/octet-stream';
}

/** Reads one chosen file; as a `file` a picture is kept as it is. Never throws: what is wrong stands in `problem`. */
export async function readFile(file: File, as: 'photo' | 'file'): Promise<ReadFile> {
  const mime = typeOf(file);
  const isPhoto = SHOWN.has(mime);
  const isHeic = mime === 'image/heic';
  const visual = isPhoto || mime.startsWith('video/');
  const type = visual ? 'Visuals' : mime.startsWith('audio/') ? 'Audio' : 'Documents';
  const purpose: Purpose = isPhoto ? 'photo' : 'file';
  const limit = UPLOAD_LIMITS[purpose];
  const base = { file, mime, type, purpose, width: null, height: null, takenAt: null } as const;
  if (as === 'photo' && isHeic) return { ...base, problem: { code: 'heic' } };
  if (as === 'photo' && !visual) return { ...base, problem: { code: 'notPhoto' } };
  if (file.size === 0) return { ...base, problem: { code: 'empty' } };
  if (file.size > limit) return { ...base, problem: { code: 'tooLarge', limit } };
  if (!isPhoto) return { ...base, problem: undefined };
  const size = await pixels(file);
  if (!size) return { ...base, problem: { code: 'notPhoto' } };
  const taken = mime === 'image/jpeg' ? takenAt(await file.slice(0, 262_144).arrayBuffer()) : null;
  return { ...base, ...size, takenAt: taken, problem: undefined };
}
