// Keeps a file that was read on this device, and names it as rows do; and says why a file cannot be used.
import type { PostFile } from '@plumbline/core/features/media/schema';
import { keepBlob } from '../../local/use-rows.ts';
import { useT } from '../../ui/translation.tsx';
import type { FileProblem, ReadFile } from './read-file.ts';

/** Keeps the bytes, to be sent by itself. Throws where this device has no room. */
export async function keepFile({ file, purpose, mime, width, height }: ReadFile): Promise<PostFile> {
  const blobId = await keepBlob(file, { purpose, name: file.name });
  return { blobId, name: file.name, mime, size: file.size, width, height };
}

/** Why a file cannot be used, in words. */
export function useProblemWords() {
  const t = useT();
  return (name: string, problem: FileProblem): string => {
    if (problem.code === 'tooLarge') return t('media.tooLarge', { name, limit: t.bytes(problem.limit) });
    return t(`media.${problem.code}`, { name });
  };
}
