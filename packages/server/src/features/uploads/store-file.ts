// Stores a file created by the server as a blob, under the hash of its bytes.
import { fileBytes } from '../../platform/files/files.ts';
import type { Services } from '../../platform/services.ts';
import { recordBlob } from './store.ts';

type Owner = { organisationId: string; userId: string | null };
type Description = { id: string; mime: string; name: string };
export type GeneratedFile = Description & { path: string };

/** Stores the file at `path` as the blob `id`; safe to repeat with the same id. */
export function storeFile(services: Services, owner: Owner, { path, ...file }: GeneratedFile): Promise<void> {
  return storeBytes(services, owner, file, fileBytes(path));
}

/** As `storeFile`, for bytes that arrive as a stream. */
export async function storeBytes(
  services: Services,
  owner: Owner,
  { id, mime, name }: Description,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const arriving = `uploads/${owner.organisationId}/${id}/made-${services.newId()}`;
  const { size, sha256 } = await services.files.put(arriving, bytes);
  const key = `blobs/${owner.organisationId}/${sha256}`;
  await services.files.rename(arriving, key);
  await recordBlob(services, owner, { id, key, sha256: Buffer.from(sha256, 'hex'), size, mime, name });
}
