// Upload queue for plan files. Lives outside the screens, so that navigation
// loses nothing; a file chosen again after the app was closed resumes.
import { createImport } from '@plumbline/core/features/imports/contract';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { onSession } from '../../../api/token.ts';
import { upload } from '../../../api/upload.ts';
import { queries } from '../../../shared/data/queries.ts';
import { confirmLeaving } from '../../../ui/confirm-leaving.ts';
import { keep } from '../../../ui/keep.ts';
import { IMPORTS } from '../import-query.ts';
import { isPicture } from '../pages/page-selection.ts';

/**
 * Whether an image is taller than wide as displayed; false when the browser cannot read it. Sheets are usually wider
 * than tall, so a taller image may be rotated and needs a look.
 */
async function isUpright(file: Blob): Promise<boolean> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    // Only the image header is read, not the pixels.
    await new Promise((resolve, reject) => {
      picture.onload = resolve;
      picture.onerror = reject;
      picture.src = url;
    });
    return picture.naturalHeight > picture.naturalWidth;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export type Upload = {
  /** The id of the import that is created from the file. */
  id: string;
  blobId: string;
  projectId: string;
  parentId: string | null;
  /** The plan this file is a new revision of. */
  planId: string | null;
  file: File;
  sent: number;
  state: 'waiting' | 'sending' | 'failed';
  error?: unknown;
};

const MAX_CONCURRENT = 2;
const STORAGE_KEY = 'plumbline.planUploads';
const MAX_REMEMBERED = 50;

let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();
const stops = new Map<string, AbortController>();

export const currentUploads = (): readonly Upload[] => uploads;

export function onUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function change(id: string, part: Partial<Upload>): void {
  set(uploads.map((one) => (one.id === id ? { ...one, ...part } : one)));
}

type Ids = { id: string; blobId: string };
const keyOf = ({ projectId, planId, file }: Pick<Upload, 'projectId' | 'planId' | 'file'>) =>
  [projectId, planId ?? '', file.name, file.size, file.lastModified].join('|');

function remembered(): Record<string, Ids> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, Ids>;
  } catch {
    return {};
  }
}

function remember(key: string, ids: Ids | undefined): void {
  const { [key]: _, ...others } = remembered();
  const kept = Object.entries(others).slice(1 - MAX_REMEMBERED);
  keep(STORAGE_KEY, JSON.stringify(Object.fromEntries(ids ? [...kept, [key, ids]] : kept)));
}

/** Queues files for upload; each becomes its own import, of new plans or of a new revision of `planId`. */
export function addUploads(
  projectId: string,
  parentId: string | null,
  files: readonly File[],
  planId: string | null = null,
): void {
  const inOrder = files.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const added = inOrder.flatMap((file): Upload[] => {
    const key = keyOf({ projectId, planId, file });
    const ids = remembered()[key] ?? { id: crypto.randomUUID(), blobId: crypto.randomUUID() };
    if (uploads.some((one) => one.id === ids.id)) return [];
    remember(key, ids);
    return [{ ...ids, projectId, parentId, planId, file, sent: 0, state: 'waiting' }];
  });
  set([...uploads, ...added]);
  sendNext();
}

export function stopUpload(id: string): void {
  const one = uploads.find((each) => each.id === id);
  if (!one) return;
  stops.get(id)?.abort();
  remember(keyOf(one), undefined);
  set(uploads.filter((each) => each.id !== id));
  sendNext();
}

export function retryUpload(id: string): void {
  change(id, { state: 'waiting', error: undefined });
  sendNext();
}

function sendNext(): void {
  while (uploads.filter((one) => one.state === 'sending').length < MAX_CONCURRENT) {
    const next = uploads.find((one) => one.state === 'waiting');
    if (!next) break;
    change(next.id, { state: 'sending' });
    void send(next);
  }
}

async function send(one: Upload): Promise<void> {
  const stop = new AbortController();
  stops.set(one.id, stop);
  try {
    await upload(one.file, {
      id: one.blobId,
      purpose: 'plan',
      name: one.file.name,
      signal: stop.signal,
      onProgress: (sent) => change(one.id, { sent }),
    });
    const { id, blobId, projectId, parentId, planId } = one;
    const allPages = planId === null && isPicture(one.file) && !(await isUpright(one.file));
    await call(
      createImport,
      { params: { projectId }, body: { id, blobId, parentId, planId, allPages } },
      { signal: stop.signal, retry: { attempts: 5, doubling: true, onNetworkFailure: true } },
    );
    await queries.invalidateQueries({ queryKey: [...IMPORTS, projectId] });
    remember(keyOf(one), undefined);
    set(uploads.filter((each) => each.id !== id));
  } catch (error) {
    if (stop.signal.aborted) return;
    // The server has discarded the partial upload, so the next attempt starts over.
    if (error instanceof Refusal) remember(keyOf(one), undefined);
    const startedOver =
      error instanceof Refusal && error.code === 'upload_gone' ? { blobId: crypto.randomUUID(), sent: 0 } : {};
    change(one.id, { state: 'failed', error, ...startedOver });
  } finally {
    stops.delete(one.id);
    sendNext();
  }
}

// The next user of this browser must neither see nor send the files of the previous one.
onSession((state) => {
  if (state !== 'out') return;
  for (const stop of stops.values()) stop.abort();
  set([]);
});

confirmLeaving(() => uploads.some((one) => one.state !== 'failed'));
