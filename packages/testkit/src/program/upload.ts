// Uploads a file as the browser does: creates it, then sends chunks, each with its checksum.
import { createHash } from 'node:crypto';
import type { Purpose } from '@plumbline/core/features/uploads/limits';

export type Sending = {
  token: string;
  id: string;
  purpose: Purpose;
  name: string;
  mime: string;
  bytes: Buffer;
  chunk?: number;
  /** The server for each call. */
  urlOf: (call: number) => string;
};

/** Fields of a file in the format of the Upload-Metadata header. */
export const metadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export async function sendFile({
  token,
  id,
  purpose,
  name,
  mime,
  bytes,
  chunk = 1_048_576,
  urlOf,
}: Sending): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  let call = 0;
  const created = await fetch(`${urlOf(call)}/api/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': metadata({
        id,
        purpose,
        name,
        mime,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }),
    },
  });
  if (created.status !== 201) throw new Error(`an upload was refused: ${created.status} ${await created.text()}`);
  for (let offset = 0; offset < bytes.length; offset += chunk) {
    const piece = bytes.subarray(offset, offset + chunk);
    call += 1;
    const sent = await fetch(`${urlOf(call)}/api/files/${id}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'upload-checksum': `sha256 ${createHash('sha256').update(piece).digest('base64')}`,
      },
      body: new Uint8Array(piece),
    });
    if (sent.status !== 204) throw new Error(`a chunk was refused: ${sent.status} ${await sent.text()}`);
  }
}
