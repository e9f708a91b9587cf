// Opens the store that the settings name, for files, backups or archives.
import type { Place } from '../../config/places.ts';
import type { Files } from './files.ts';
import { folderFiles } from './folder.ts';
import { s3Files } from './s3.ts';

export const openFiles = (place: Place): Files => (place.kind === 's3' ? s3Files(place) : folderFiles(place.folder));
