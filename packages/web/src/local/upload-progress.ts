// Upload progress of each file, broadcast by the uploading tab to all tabs. Only bytes the server has confirmed count.
type UploadShare = { blobId: string; share: number };

const shares = new Map<string, number>();
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('plumbline.uploads');

function note({ blobId, share }: UploadShare): void {
  if (share >= 1) shares.delete(blobId);
  else shares.set(blobId, share);
  for (const listener of [...listeners]) listener();
}

if (channel) channel.onmessage = (event: MessageEvent<UploadShare>) => note(event.data);

/** `share` of the bytes, 0 to 1; 1 removes the entry. */
export function reportUploadProgress(blobId: string, share: number): void {
  note({ blobId, share });
  channel?.postMessage({ blobId, share } satisfies UploadShare);
}

/** The share of the file uploaded so far; undefined before and after the upload. */
export const uploadShare = (blobId: string): number | undefined => shares.get(blobId);

export function onUploadProgress(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
