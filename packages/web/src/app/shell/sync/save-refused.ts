// Saves the rejected edits as a file for the user. Loaded on demand.
import type { Translator } from '@plumbline/locales/translate';
import { contextOfRejected, localBytes, type RejectedEdit } from '../../../local/use-rows.ts';
import { refusedPage } from './refused-page.ts';

export async function saveRejected(t: Translator, edits: readonly RejectedEdit[]): Promise<void> {
  const page = await refusedPage(t, edits, {
    placeOf: ({ n }) => contextOfRejected(n),
    filesOf: ({ files }) => Promise.all(files.map(async ({ id, name }) => ({ name, bytes: await localBytes(id) }))),
  });
  const url = URL.createObjectURL(page);
  const link = document.createElement('a');
  link.href = url;
  link.download = `plumbline-${new Date().toISOString().slice(0, 10)}.html`;
  link.click();
  // The browser has taken over the bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
