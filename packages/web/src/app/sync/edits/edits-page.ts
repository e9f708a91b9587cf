// Builds a self-contained page of edits the server has rejected or not received: readable anywhere, with their photos and
// files embedded and the original input for entering them again. Pure.
import type { EditContext } from '@plumbline/core/sync/client/edit-context';
import type { Translator } from '@plumbline/locales/translate';
import type { RejectedEdit, WaitingEdit } from '../../../local/syncing/edit-queue.ts';
import { actionText } from '../../../shared/data/action-names.ts';
import { locationText } from './edit-location.ts';

/** A file of an edit: its name and bytes; without bytes where this device no longer has them. */
export type PageFile = { name: string; bytes: Blob | undefined };

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const safe = (text: string): string => text.replaceAll(/[&<>"']/gu, (one) => ESCAPES[one] ?? one);

/** Image types a browser shows without executing anything. */
const PICTURE = /^image\/(?:png|jpeg|webp|gif|avif)$/u;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The text of an edit by field name: what people wrote, not the ids that link rows. */
export function wordsOf(input: unknown, name = ''): { name: string; text: string }[] {
  if (input === null || input === undefined || input === '') return [];
  if (typeof input === 'object') {
    const within = (key: string) => (name === '' || name === 'set' ? key : `${name} ${key}`);
    return Object.entries(input).flatMap(([key, value]) => wordsOf(value, Array.isArray(input) ? name : within(key)));
  }
  const text = String(input);
  return ID.test(text) ? [] : [{ name, text }];
}

/** Base64 in pieces, so that a long video is never in memory as one string. */
async function base64Of(bytes: Blob): Promise<string[]> {
  // A multiple of three: only then do the pieces concatenate to valid base64.
  const PIECE = 3 * 65_536;
  const pieces: string[] = [];
  for (let from = 0; from < bytes.size; from += PIECE) {
    const part = new Uint8Array(await bytes.slice(from, from + PIECE).arrayBuffer());
    pieces.push(btoa(Array.from(part, (byte) => String.fromCharCode(byte)).join('')));
  }
  return pieces;
}

async function fileParts(t: Translator, { name, bytes }: PageFile): Promise<BlobPart[]> {
  if (!bytes) return [`<p>${safe(name)}: ${safe(t('sync.fileGone'))}</p>`];
  const data = await base64Of(bytes);
  if (PICTURE.test(bytes.type)) {
    return [
      `<figure><img alt="" src="data:${bytes.type};base64,`,
      ...data,
      `"><figcaption>${safe(name)}</figcaption></figure>`,
    ];
  }
  return [
    `<p><a download="${safe(name)}" href="data:application/octet-stream;base64,`,
    ...data,
    `">${safe(name)}</a></p>`,
  ];
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}section{border-top:1px solid #999;padding:1rem 0}' +
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dd{margin:0;white-space:pre-wrap}img{max-width:100%}pre{white-space:pre-wrap;font-size:.8rem}';

export type PageEdit = RejectedEdit | WaitingEdit;

/** What the page needs besides the edits themselves. */
export type EditReader = {
  placeOf(edit: PageEdit): Promise<EditContext>;
  filesOf(edit: PageEdit): Promise<readonly PageFile[]>;
};

export async function editsPage(
  t: Translator,
  edits: readonly PageEdit[],
  { placeOf, filesOf }: EditReader,
): Promise<Blob> {
  const isRefused = edits.every((edit) => 'code' in edit);
  const title = safe(t(isRefused ? 'sync.savedTitle' : 'sync.unsynced', { count: edits.length }));
  const parts: BlobPart[] = [
    `<!doctype html><html lang="${safe(t.language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
    `<title>${title}</title><style>${STYLE}</style><h1>${title}</h1>`,
  ];
  for (const edit of edits) {
    const { pin, within } = locationText(t, await placeOf(edit));
    parts.push(
      `<section><h2>${safe(actionText(t, edit.name))}</h2>`,
      ...[pin && `<p><strong>${safe(pin)}</strong></p>`, within && `<p>${safe(within)}</p>`].filter(
        (one) => one !== undefined,
      ),
      `<p>${safe(t.dateTime(new Date(edit.at)))}${'code' in edit ? ` · ${safe(t(`error.${edit.code}`, edit.params))}` : ''}</p><dl>`,
      ...wordsOf(edit.input).map(({ name, text }) => `<dt>${safe(name)}</dt><dd>${safe(text)}</dd>`),
      '</dl>',
    );
    for (const file of await filesOf(edit)) parts.push(...(await fileParts(t, file)));
    const made = { project: edit.projectId, action: edit.name, at: edit.at, input: edit.input };
    parts.push(`<details><summary>JSON</summary><pre>${safe(JSON.stringify(made, null, 2))}</pre></details></section>`);
  }
  return new Blob(parts, { type: 'text/html' });
}
