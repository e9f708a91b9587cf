// Opens the store that the settings name, for files, backups or archives.
import type { Place } from '../../config/places.ts';
import type { Files } from './files.ts';
import { folderFiles } from './folder.ts';
import type { S3Options } from './s3.ts';

/** Loads the client of S3 with the first file: it takes 30 MB, and most installations have none. */
function lateS3(options: S3Options): Files {
  let store: Promise<Files> | undefined;
  const opened = () => {
    store ??= import('./s3.ts').then(({ s3Files }) => s3Files(options));
    return store;
  };
  return {
    put: async (key, body) => (await opened()).put(key, body),
    open: async (key, range) => (await opened()).open(key, range),
    stat: async (key) => (await opened()).stat(key),
    rename: async (from, to) => (await opened()).rename(from, to),
    remove: async (key) => (await opened()).remove(key),
    async *list(prefix) {
      yield* (await opened()).list(prefix);
    },
  };
}

export const openFiles = (place: Place): Files => (place.kind === 's3' ? lateS3(place) : folderFiles(place.folder));
