// The bytes of a kept picture: from this device where they are here, else from the server.
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

/** Throws without a connection, and where the picture is gone. */
export async function originalBytes(projectId: string, blobId: string, size: MediaSize = 'original'): Promise<Blob> {
  return (await currentLocal()?.blob(blobId)) ?? fetched(projectId, blobId, size);
}
