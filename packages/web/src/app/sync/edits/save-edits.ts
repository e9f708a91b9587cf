// Exports rejected or waiting edits as a file for the user. Loaded on demand.
import type { Translator } from '@plumbline/locales/translate';
import { editsHere, localBytes } from '../../../local/use-rows.ts';
import { saveBytes } from '../save-bytes.ts';
import { editsPage, type PageEdit } from './edits-page.ts';

export async function saveEdits(t: Translator, edits: readonly PageEdit[]): Promise<void> {
  const page = await editsPage(t, edits, {
    placeOf: ({ n }) => editsHere().contextOf(n),
    filesOf: ({ files }) => Promise.all(files.map(async ({ id, name }) => ({ name, bytes: await localBytes(id) }))),
  });
  saveBytes(page, `plumbline-${new Date().toISOString().slice(0, 10)}.html`);
}
