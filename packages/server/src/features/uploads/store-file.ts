// Stores a file created by the server as a blob, under the hash of its bytes.
import { fileBytes } from '../../platform/files/files.ts';
import type { Services } from '../../platform/services.ts';
import { recordBlob } from './store.ts';

export type GeneratedFile = { id: string; path: string; mime: string; name: string };

/** Stores the file at `path` as the blob `id`; safe to repeat with the same id. */
export async function storeFile(
  services: Services,
  owner: { organisationId: string; userId: string | null },
  { id, path, mime, name }: GeneratedFile,
): Promise<void> {
  const arriving = `uploads/${owner.organisationId}/${id}/made-${services.newId()}`;
  const { size, sha256 } = await services.files.put(arriving, fileBytes(path));
  const key = `blobs/${owner.organisationId}/${sha256}`;
  await services.files.rename(arriving, key);
  await recordBlob(services, owner, { id, key, sha256: Buffer.from(sha256, 'hex'), size, mime, name });
}
