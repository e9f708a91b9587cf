// Stores a read file on this device, returns it as rows reference it, and explains why a file cannot be used.
import type { PostFile, StoredFile } from '@plumbline/core/site/rows/media';
import { keepBlob } from '../../../local/use-rows.ts';
import { cacheThumb } from '../../../shared/media/local-thumbs.ts';
import { useT } from '../../../ui/translation.tsx';
import type { FileProblem, ReadFile } from './read-file.ts';

/** Stores the bytes for background upload. Throws when this device is out of storage. */
export async function keepFile(read: ReadFile): Promise<PostFile> {
  const { file, purpose, mime, width, height, duration, poster, small } = read;
  const still =
    poster && width !== null && height !== null ? await keepPoster(poster, file.name, { width, height }) : undefined;
  const blobId = await keepBlob(file, { purpose, name: file.name });
  if (small) cacheThumb(blobId, small);
  const kept = { blobId, name: file.name, mime, size: file.size, width, height };
  return { ...kept, ...(duration !== undefined && { duration }), ...(still && { poster: still }) };
}

async function keepPoster(
  poster: Blob,
  film: string,
  { width, height }: { width: number; height: number },
): Promise<StoredFile> {
  const name = `${film.slice(0, 240)}.jpg`;
  const blobId = await keepBlob(poster, { purpose: 'photo', name });
  return { blobId, name, mime: 'image/jpeg', size: poster.size, width, height };
}

/** Display text for why a file cannot be used. */
export function useProblemWords() {
  const t = useT();
  return (name: string, problem: FileProblem): string => {
    if (problem.code === 'tooLarge') return t('media.tooLarge', { name, limit: t.bytes(problem.limit) });
    return t(`media.${problem.code}`, { name });
  };
}
