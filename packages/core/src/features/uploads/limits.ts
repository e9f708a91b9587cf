// Maximum file sizes by purpose. Published to clients, and enforced before the first byte.

export const PURPOSES = ['plan', 'photo', 'file', 'template', 'picture', 'dataset', 'people', 'archive'] as const;
export type Purpose = (typeof PURPOSES)[number];

const MB = 1_048_576;

/** Bytes. Plans 1 GB; photos in full resolution 50 MB; project images 10 MB; datasets 32 MB; archives of projects 100 GB; everything else 3.2 MB. */
export const UPLOAD_LIMITS: Record<Purpose, number> = {
  plan: 1_024 * MB,
  photo: 50 * MB,
  picture: 10 * MB,
  dataset: 32 * MB,
  archive: 100 * 1_024 * MB,
  file: Math.floor(3.2 * MB),
  people: Math.floor(3.2 * MB),
  template: Math.floor(3.2 * MB),
};

/**
 * Bytes per chunk: small enough that a dropped connection loses little, large enough that round trips do not matter.
 */
export const CHUNK_SIZE = MB;
/** The largest chunk the server accepts. */
export const MAX_CHUNK = 16 * MB;
