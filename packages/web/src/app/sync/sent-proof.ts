// What the server has confirmed, as a proof that can be checked without the app: each content with its SHA-256 as computed
// here and as confirmed by the server.
import { confirmedText } from '@plumbline/core/sync/protocol';
import type { SentItem } from '../../local/use-rows.ts';

export type ProofEntry = {
  kind: SentItem['kind'];
  id: string;
  /** The API name of an edit's action, or the name of a file. */
  name: string;
  projectId: string;
  madeAt: string;
  confirmedAt: string;
  /** The position of an edit in its project's log. */
  position: number | null;
  bytes: number | null;
  serverHash: string;
  /** Empty for a file that is no longer on this device. */
  deviceHash: string;
  /** The hashed text of an edit. */
  content: string;
};

/** Larger files are not read into memory for their hash. */
const MAX_HASHED_BYTES = 64 * 1_048_576;

async function sha256(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `bytesOf` reads a file from this device. */
export async function proofEntry(
  item: SentItem,
  bytesOf: (blobId: string) => Promise<Blob | undefined>,
): Promise<ProofEntry> {
  const { at: confirmedAt, hash: serverHash = '', position = null } = item;
  const common = { kind: item.kind, confirmedAt, serverHash, position };
  if (item.kind === 'edit') {
    const { id = '', projectId, name, at: madeAt } = item.edit;
    const content = confirmedText(item.edit);
    const deviceHash = await sha256(new TextEncoder().encode(content));
    return { ...common, id, projectId, name, madeAt, bytes: content.length, deviceHash, content };
  }
  const { id, name, size } = item.file;
  const bytes = size > MAX_HASHED_BYTES ? undefined : await bytesOf(id).catch(() => undefined);
  const deviceHash = bytes ? await sha256(await bytes.arrayBuffer()) : '';
  return { ...common, id, projectId: '', name, madeAt: '', bytes: size, deviceHash, content: '' };
}

const COLUMNS = [
  'kind',
  'id',
  'name',
  'projectId',
  'madeAt',
  'confirmedAt',
  'position',
  'bytes',
  'serverHash',
  'deviceHash',
] as const satisfies readonly (keyof ProofEntry)[];

/** Spreadsheets must not run a name as a formula. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const inert = typeof value === 'string' && /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

export function proofCsv(entries: readonly ProofEntry[]): string {
  const lines = [COLUMNS.join(','), ...entries.map((entry) => COLUMNS.map((name) => cell(entry[name])).join(','))];
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

export const proofJson = (entries: readonly ProofEntry[], exportedAt: string): string =>
  `${JSON.stringify({ hash: 'SHA-256 of `content` in UTF-8, or of the file', exportedAt, entries }, null, 2)}\n`;
