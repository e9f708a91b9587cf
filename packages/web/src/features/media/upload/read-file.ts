// Inspects a chosen file before it is stored: photo, recording or
// document, pixel size, time taken, and why it cannot be used.
import { trueType } from '@plumbline/core/features/uploads/content-type';
import type { Purpose } from '@plumbline/core/features/uploads/limits';
import type { PostRow } from '@plumbline/core/site/rows/media';
import { smallOf } from '../../../shared/media/small-picture.ts';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { exifOf } from '../reduce/exif.ts';
import { MAX_PIXELS, moves, pictureSize, SIZE_BYTES } from '../reduce/picture-size.ts';
import { PHOTO_LIMITS, type PhotoSetting, reduced } from '../reduce/reduce.ts';
import { takenOf } from '../reduce/taken-at.ts';

type Probe = { duration: number | null; width: number | null; height: number | null; poster: Blob | null };

/** Timeout for the player to respond. */
const TIMEOUT_MS = 8_000;
/** Longest side of a poster in pixels. */
const POSTER = 1_280;
/** Seconds into the video: the first frame is often black. */
const POSTER_SECONDS = 0.2;

function eventOf(player: HTMLMediaElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no ${name}`)), TIMEOUT_MS);
    const end = (run: () => void) => () => {
      clearTimeout(late);
      run();
    };
    player.addEventListener(name, end(resolve), { once: true });
    player.addEventListener(
      'error',
      end(() => reject(player.error ?? new Error('unreadable'))),
      { once: true },
    );
  });
}

async function moveTo(player: HTMLMediaElement, seconds: number): Promise<void> {
  const there = eventOf(player, 'seeked');
  player.currentTime = seconds;
  await there;
}

async function posterOf(video: HTMLVideoElement): Promise<Blob | null> {
  if (video.videoWidth === 0) return null;
  const shrink = Math.min(1, POSTER / Math.max(video.videoWidth, video.videoHeight));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(video.videoWidth * shrink)),
    Math.max(1, Math.round(video.videoHeight * shrink)),
  );
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.82 });
}

/**
 * Duration and size of a recording, and a poster frame of a video, obtained from the browser's media player. All
 * values are null when this browser cannot play the file.
 */
async function probe(file: Blob, mime: string): Promise<Probe> {
  const player = document.createElement(mime.startsWith('video/') ? 'video' : 'audio');
  const url = URL.createObjectURL(file);
  try {
    const known = eventOf(player, 'loadedmetadata');
    player.muted = true;
    player.preload = 'auto';
    player.src = url;
    await known;
    // Recorders write the duration at the end, if at all; seeking far ahead makes the player determine it.
    if (!Number.isFinite(player.duration)) await moveTo(player, 1e9).catch(() => undefined);
    const duration =
      Number.isFinite(player.duration) && player.duration > 0 ? Math.ceil(player.duration * 1_000) : null;
    if (!(player instanceof HTMLVideoElement)) return { duration, width: null, height: null, poster: null };
    await moveTo(player, Math.min(POSTER_SECONDS, (duration ?? 0) / 2_000)).catch(() => undefined);
    const { videoWidth: width, videoHeight: height } = player;
    return { duration, width: width || null, height: height || null, poster: await posterOf(player) };
  } catch {
    return { duration: null, width: null, height: null, poster: null };
  } finally {
    player.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

export type FileProblem =
  | { code: 'tooLarge'; limit: number }
  | { code: 'tooManyPixels' }
  | { code: 'notPhoto' }
  | { code: 'renamed' }
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
  /** Duration of a recording in milliseconds. */
  duration?: number;
  /** Poster frame of a video. */
  poster?: Blob;
  /** Thumbnail of a photo, as used in lists. */
  small?: Blob;
  problem: FileProblem | undefined;
};

const DISPLAYABLE_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']);
/** Readable in some browsers only; the server converts them for all. */
const SERVER_CONVERTED = new Set(['image/heic', 'image/tiff']);
/** Readable in every browser, but large; always re-encoded. */
const BITMAP = 'image/bmp';
const HEIC_NAME = /\.hei[cf]$/iu;
/** Some systems know no media type for an image but keep its name. */
const PICTURE_NAME = /\.(?:jpe?g|png|webp|avif|gif|hei[cf]|tiff?|bmp)$/iu;
/** Bytes read to detect the media type, which the file picker may report wrongly. */
const SIGNATURE_BYTES = 64;

/** Whether this browser could not open a video, and others may not either: phones record formats that few can play. */
export const isUnplayable = ({ mime, duration }: Pick<ReadFile, 'mime' | 'duration'>): boolean =>
  mime.startsWith('video/') && duration === undefined;

const isPhotoType = (mime: string): boolean =>
  DISPLAYABLE_TYPES.has(mime) || SERVER_CONVERTED.has(mime) || mime === BITMAP;

/** By its name or declared type. Drawings of CAD programs are declared as images too. */
const claimsPhoto = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  isPhotoType(type) || PICTURE_NAME.test(name);

/** How a dropped or pasted file is treated: images are photos, whatever else was dropped with them. */
export const droppedPurpose = (file: Pick<File, 'type' | 'name'>): 'photo' | 'file' =>
  claimsPhoto(file) ? 'photo' : 'file';

/** Size in displayed pixels, after orientation, and a thumbnail; undefined when the browser cannot read the image. */
async function pixels(file: Blob): Promise<{ width: number; height: number; small: Blob } | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    try {
      return { width, height, small: await smallOf(picture) };
    } finally {
      picture.close();
    }
  } catch {
    return undefined;
  }
}

/** Media type from the bytes; the name and reported type count only when the bytes are inconclusive. */
async function typeOf(file: File): Promise<string> {
  const said = file.type || (HEIC_NAME.test(file.name) ? 'image/heic' : '');
  return trueType(said, new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()));
}

const named = (file: Blob, name: string): File =>
  new File([file], `${name.replace(/\.[a-z0-9]{2,5}$/iu, '').slice(0, 250)}.jpg`, { type: 'image/jpeg' });

type Photo = Pick<ReadFile, 'file' | 'mime' | 'width' | 'height' | 'small'> & { problem?: FileProblem };

/** The photo as it will be uploaded: unchanged if small enough, otherwise resized to the user's setting. */
async function preparePhoto(file: File, mime: string, setting: PhotoSetting): Promise<Photo> {
  const most = PHOTO_LIMITS[setting];
  const needsServer = SERVER_CONVERTED.has(mime);
  const head = await file.slice(0, SIZE_BYTES).arrayBuffer();
  const details = await pictureSize(file, head);
  if (details && details.width * details.height > MAX_PIXELS)
    return { file, mime, ...details, problem: { code: 'tooManyPixels' } };
  // An animated image would lose its animation when re-encoded.
  const fits = !needsServer && mime !== BITMAP && (most === null || file.size <= most || moves(mime, head));
  if (fits) {
    const size = await pixels(file);
    return size ? { file, mime, ...size } : { file, mime, width: null, height: null, problem: { code: 'notPhoto' } };
  }
  try {
    const made = await reduced(file, most);
    const { width, height, small } = made;
    return { file: named(made.file, file.name), mime: 'image/jpeg', width, height, small };
  } catch {
    // Upload what this system cannot read unchanged; the server converts it if it can.
    if (needsServer && details) return { file, mime, ...details };
    return { file, mime, width: null, height: null, problem: { code: 'notPhoto' } };
  }
}

/** The same bytes, with their type: systems know none for many videos, and uploads of unknown types are refused. */
const typed = (file: File, mime: string): File =>
  file.type === mime ? file : new File([file], file.name, { type: mime, lastModified: file.lastModified });

/** Reads one chosen file; as a `file`, an image is not resized. Never throws: problems are returned in `problem`. */
export async function readFile(chosen: File, as: 'photo' | 'file', setting: PhotoSetting = 'LARGE'): Promise<ReadFile> {
  const mime = await typeOf(chosen);
  const file = typed(chosen, mime);
  const isPhoto = isPhotoType(mime);
  const visual = isPhoto || mime.startsWith('video/');
  const type = visual ? 'Visuals' : mime.startsWith('audio/') ? 'Audio' : 'Documents';
  const purpose: Purpose = isPhoto ? 'photo' : mime.startsWith('video/') ? 'video' : 'file';
  const base = { file, mime, type, purpose, width: null, height: null, takenAt: null } as const;
  if (file.size === 0) return { ...base, problem: { code: 'empty' } };
  if (claimsPhoto(chosen) && !mime.startsWith('image/')) return { ...base, problem: { code: 'renamed' } };
  if (as === 'photo' && !visual) return { ...base, problem: { code: 'notPhoto' } };
  const limit = UPLOAD_LIMITS[purpose];
  if (!isPhoto && file.size > limit) return { ...base, problem: { code: 'tooLarge', limit } };
  if (type === 'Documents') return { ...base, problem: undefined };
  if (!isPhoto) {
    const { duration, width, height, poster } = await probe(file, mime);
    const details = { ...(duration !== null && { duration }), ...(poster && { poster }) };
    return { ...base, width, height, ...details, problem: undefined };
  }
  const facts = await exifOf(file);
  const sent = await preparePhoto(file, mime, as === 'photo' ? setting : 'LARGE');
  // What no program here can show may still be handed on.
  if (as === 'file' && sent.problem?.code === 'notPhoto' && file.size <= UPLOAD_LIMITS.file)
    return { ...base, type: 'Documents', purpose: 'file', problem: undefined };
  const problem = sent.problem ?? (sent.file.size > limit ? ({ code: 'tooLarge', limit } as const) : undefined);
  return { ...base, ...sent, takenAt: facts && takenOf(facts), problem };
}
