// The bytes of a stored photo: from this device if available, otherwise from the server.
import { fileLinks, type MediaSize } from '@plumbline/core/features/media/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { call } from '../../../api/client.ts';
import { currentLocal } from '../../../local/local.ts';

async function fetched(projectId: string, blobId: string, size: MediaSize): Promise<Blob> {
  const { links } = await call(fileLinks, { body: { projectId, blobIds: [blobId], sizes: [size] } });
  const url = links[0]?.url;
  if (typeof url !== 'string') throw new AppError('not_found');
  const response = await fetch(url);
  if (!response.ok) throw new AppError('not_found');
  return response.blob();
}

/** Throws when offline, and when the photo no longer exists. */
export async function originalBytes(projectId: string, blobId: string, size: MediaSize = 'original'): Promise<Blob> {
  return (await currentLocal()?.blob(blobId)) ?? fetched(projectId, blobId, size);
}
