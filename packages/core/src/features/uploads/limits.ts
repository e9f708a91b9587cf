// Maximum file sizes by purpose. Published to clients, and enforced before the first byte.

export const PURPOSES = [
  'plan',
  'photo',
  'video',
  'file',
  'template',
  'picture',
  'dataset',
  'people',
  'archive',
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Megabytes as the interface shows them. */
const MB = 1_000_000;

export type UploadLimits = Readonly<Record<Purpose, number>>;

/**
 * Bytes, where the operator sets no others. Recordings of sound, and documents, are files. Project images are `picture`,
 * lists of people `people`.
 */
export const DEFAULT_UPLOAD_LIMITS: UploadLimits = {
  plan: 1_000 * MB,
  photo: 50 * MB,
  video: 500 * MB,
  file: 100 * MB,
  picture: 10 * MB,
  dataset: 32 * MB,
  archive: 100_000 * MB,
  people: 3.2 * MB,
  template: 3.2 * MB,
};

/** The limits that an operator can change, and the largest value of each in megabytes: photos are resized in memory. */
const MAX_MB: Partial<Record<Purpose, number>> = { photo: 64, video: 20_000, file: 2_000, template: 20, people: 20 };

/**
 * Parses `video=2000,template=6.4`: megabytes by purpose, the rest as by default. Returns undefined if the text is
 * anything else.
 */
export function readUploadLimits(text: string): UploadLimits | undefined {
  const limits: Record<Purpose, number> = { ...DEFAULT_UPLOAD_LIMITS };
  for (const part of text.split(',').flatMap((one) => one.trim() || [])) {
    const [, name = '', value] = /^(\w+)=(\d{1,5}(?:\.\d)?)$/u.exec(part) ?? [];
    const purpose = PURPOSES.find((one) => one === name);
    const bytes = Math.round(Number(value) * MB);
    if (purpose === undefined || !(bytes > 0 && bytes <= (MAX_MB[purpose] ?? 0) * MB)) return undefined;
    limits[purpose] = bytes;
  }
  return limits;
}

/**
 * Bytes per chunk: small enough that a dropped connection loses little, large enough that round trips do not matter.
 */
export const CHUNK_SIZE = 1_048_576;
/** The largest chunk the server accepts. */
export const MAX_CHUNK = 16 * CHUNK_SIZE;
