// Which files a downloaded plan consists of, according to the rows on the device.
import type { PostFile } from '../../site/rows/media.ts';
import type { RevisionRow } from '../../site/rows/plans.ts';
import type { DownloadOptions, DownloadRows, Period, PlanDownload } from './store.ts';

const DAYS: Readonly<Record<Exclude<Period, 'all'>, number>> = {
  twoWeeks: 14,
  fourWeeks: 28,
  twoMonths: 61,
  threeMonths: 92,
  sixMonths: 183,
};
const DAY_MS = 86_400_000;

const mediaKey = (blobId: string, size: 'thumb' | 'preview' | 'original'): string => `${size}/${blobId}`;
/** Whether the server sends the file together with others, if it is small. */
export const isBundled = (key: string): boolean => /^(?:thumb|preview)\//u.test(key);
const avatarKey = (userId: string): string => `avatar/${userId}`;

type SheetFiles = Pick<RevisionRow, 'thumbBlobId' | 'previewBlobId' | 'textBlobId' | 'linesBlobId'>;

/** The images of a sheet in lists, its words and its lines; the server has them ready as they are. */
export const sheetKeys = (revision: SheetFiles): string[] =>
  [revision.thumbBlobId, revision.previewBlobId, revision.textBlobId, revision.linesBlobId]
    .filter((blobId) => typeof blobId === 'string')
    .map((blobId) => mediaKey(blobId, 'original'));

type Rows = Pick<DownloadRows, 'find' | 'findAmong'>;

const isPhoto = ({ mime }: { mime: string }): boolean => mime.startsWith('image/');

function keysOfFile(file: PostFile, { photos }: DownloadOptions): string[] {
  const shown = isPhoto(file) ? file : file.poster;
  return [
    ...(shown ? [mediaKey(shown.blobId, 'thumb')] : []),
    ...(shown && photos !== 'thumbs' ? [mediaKey(shown.blobId, 'preview')] : []),
    ...(photos === 'originals' ? [mediaKey(file.blobId, 'original')] : []),
  ];
}

type Wanted = Pick<PlanDownload, 'planId' | 'options'>;

/** Pins whose rows are read together: reading those of one at a time takes longer than the rows themselves. */
const PINS_AT_ONCE = 200;

/** What was added to pins, with its files. */
async function addedTo(
  rows: Rows,
  pinIds: readonly string[],
): Promise<{ createdAt: string; files: readonly PostFile[] }[]> {
  const [posts, comments] = await Promise.all([
    rows.findAmong('post', 'pinId', pinIds),
    rows.findAmong('comment', 'pinId', pinIds),
  ]);
  return [
    ...posts.filter(({ active }) => active).map(({ createdAt, files }) => ({ createdAt, files })),
    ...comments.map(({ createdAt, attachments }) => ({ createdAt, files: attachments })),
  ];
}

/** Files of the pins on a plan that were added within the chosen period. */
async function mediaFiles(rows: Rows, { planId, options }: Wanted, now: string): Promise<PostFile[]> {
  const since = options.period === 'all' ? 0 : Date.parse(now) - DAYS[options.period] * DAY_MS;
  const pins = await rows.find('pin', 'planId', planId);
  const found: PostFile[] = [];
  for (let from = 0; from < pins.length; from += PINS_AT_ONCE) {
    const pinIds = pins.slice(from, from + PINS_AT_ONCE).map(({ id }) => id);
    for (const { createdAt, files } of await addedTo(rows, pinIds))
      if (Date.parse(createdAt) >= since) found.push(...files);
  }
  return found;
}

export async function mediaKeys(rows: Rows, wanted: Wanted, now: string): Promise<string[]> {
  const files = await mediaFiles(rows, wanted, now);
  return [...new Set(files.flatMap((file) => keysOfFile(file, wanted.options)))];
}

/** Usual bytes of pictures, whose size is only known once they are fetched. */
const TYPICAL_BYTES = { thumb: 25_000, preview: 250_000 } as const;

/** About how many bytes the files of a plan's pins take on the device. */
export async function expectedMediaBytes(rows: Rows, wanted: Wanted, now: string): Promise<number> {
  const sizes = new Map<string, number>();
  for (const file of await mediaFiles(rows, wanted, now)) {
    for (const key of keysOfFile(file, wanted.options)) {
      const [kind] = key.split('/');
      sizes.set(key, kind === 'thumb' || kind === 'preview' ? TYPICAL_BYTES[kind] : file.size);
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** The profile pictures of everyone who can be responsible for a task. */
export async function avatarKeys(rows: Rows, { projectId }: PlanDownload): Promise<string[]> {
  const members = await rows.find('member', 'projectId', projectId);
  return members.filter(({ state }) => state === 'active').map(({ userId }) => avatarKey(userId));
}
