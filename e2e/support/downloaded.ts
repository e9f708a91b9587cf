// What a browser holds of downloaded plans. These functions run in the page.

/** Entries in the stores of downloads, in all databases. */
export async function downloadedEntries(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const store of ['downloads', 'files', 'pieces']) {
      if (!database.objectStoreNames.contains(store)) continue;
      const counting = database.transaction(store).objectStore(store).count();
      counts[store] = await new Promise<number>((resolve) => {
        counting.onsuccess = () => resolve((counts[store] ?? 0) + counting.result);
      });
    }
    database.close();
  }
  return counts;
}

/** Whether the open plan shows its drawing: lines are dark, paper and its edge are not. */
export function isPlanDrawn(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('.plv-viewport canvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context || canvas.width === 0) return false;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4) if ((data[at + 3] ?? 0) > 200 && (data[at] ?? 255) < 60) return true;
  return false;
}
