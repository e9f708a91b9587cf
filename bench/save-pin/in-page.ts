// Functions that run in the bare page; they must not reference anything outside themselves.

type Given = { about: readonly { id: string; metadata: string }[]; headers: Record<string, string>; url: string };

/**
 * Creates a thumbnail of each selected photo, writes both durably to IndexedDB, and sends the photos. Returns the
 * milliseconds of both steps.
 */
export async function bareSave({ about, headers, url }: Given): Promise<{ stored: number; all: number }> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const startedAt = performance.now();
  const opening = indexedDB.open('bare', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('bytes');
  const database = await done(opening);
  const chosen = [...(document.querySelector('input')?.files ?? [])];
  for (const file of chosen) {
    const bitmap = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(480, 360);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const small = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
    const writing = database.transaction('bytes', 'readwrite', { durability: 'strict' });
    writing.objectStore('bytes').put(file, file.name);
    writing.objectStore('bytes').put(small, `${file.name} small`);
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
  }
  const stored = performance.now() - startedAt;
  for (const [at, file] of chosen.entries()) {
    const { id = '', metadata = '' } = about[at] ?? {};
    const created = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(file.size), 'upload-metadata': metadata },
    });
    if (created.status !== 201) throw new Error(await created.text());
    const sent = await fetch(`${url}/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      body: file,
    });
    if (sent.status !== 204) throw new Error(await sent.text());
  }
  database.close();
  return { stored, all: performance.now() - startedAt };
}
