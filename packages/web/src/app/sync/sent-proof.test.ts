import { expect, test } from 'vitest';
import type { SentItem } from '../../local/use-rows.ts';
import { proofCsv, proofEntry, proofJson } from './sent-proof.ts';

async function sha256(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
const ID = '0b8e6f3e-1d8a-4a53-9f0f-2f8a6f6d9a11';
const content = JSON.stringify([ID, ID, 'pin.create', '2026-11-21T08:00:00.000Z', { title: 'Riss über Tür' }]);
const edit: SentItem = {
  kind: 'edit',
  edit: {
    n: 4,
    id: ID,
    projectId: ID,
    name: 'pin.create',
    at: '2026-11-21T08:00:00.000Z',
    input: { title: 'Riss über Tür' },
  },
  ...{ at: '2026-11-21T09:00:00.000Z', hash: await sha256(content), position: 17 },
};
const file: SentItem = {
  kind: 'file',
  file: { id: ID, name: '=crack, "north".jpg', mime: 'image/jpeg', size: 3 },
  ...{ at: '2026-11-21T09:00:00.000Z', hash: await sha256('abc') },
};
const here = async () => new Blob(['abc']);

test('the hash of an edit can be computed from the exported content alone', async () => {
  const entry = await proofEntry(edit, here);
  expect(entry).toMatchObject({ position: 17, serverHash: await sha256(content), deviceHash: await sha256(content) });
  const { entries } = JSON.parse(proofJson([entry], '2026-11-21T10:00:00.000Z'));
  expect(await sha256(entries[0].content)).toBe(entries[0].serverHash);
});

test('a file is hashed while it is on this device', async () => {
  expect((await proofEntry(file, here)).deviceHash).toBe(await sha256('abc'));
  expect((await proofEntry(file, async () => undefined)).deviceHash).toBe('');
});

test('names are inert and quoted in CSV', async () => {
  const [head, line] = proofCsv([await proofEntry(file, here)]).split('\r\n');
  expect(head?.split(',')).toHaveLength(10);
  expect(line).toContain(`file,${ID},"'=crack, ""north"".jpg",`);
});
