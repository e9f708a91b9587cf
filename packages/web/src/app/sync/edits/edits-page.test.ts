import type { EditContext } from '@plumbline/core/sync/client/edit-context';
import english from '@plumbline/locales/messages/en.json' with { type: 'json' };
import { createTranslator } from '@plumbline/locales/translate';
import { expect, test } from 'vitest';
import type { RejectedEdit } from '../../../local/syncing/edit-queue.ts';
import { editsPage, wordsOf } from './edits-page.ts';

const t = createTranslator('en', english);
const ID = '0b8e6f3e-1d8a-4a53-9f0f-2f8a6f6d9a11';
const edit = (
  name: string,
  input: unknown,
  files: { id: string; name: string; mime: string }[] = [],
): RejectedEdit => ({
  ...{ n: 1, projectId: ID, name, input, files, at: '2026-11-21T08:00:00.000Z' },
  ...{ code: 'not_entitled', fields: [], params: {} },
});
const textOf = async (edits: readonly RejectedEdit[], bytes?: Blob, place: EditContext = { pins: 0 }) => {
  const page = await editsPage(t, edits, {
    placeOf: async () => place,
    filesOf: async ({ files }) => files.map(({ name }) => ({ name, bytes })),
  });
  return page.text();
};

test('the text people wrote is included, ids are not', () => {
  const input = { id: ID, set: { title: 'Crack', tags: ['wet', 'north'], note: '' }, pinId: ID, at: { x: 0.5 } };
  expect(wordsOf(input)).toEqual([
    { name: 'title', text: 'Crack' },
    { name: 'tags', text: 'wet' },
    { name: 'tags', text: 'north' },
    { name: 'at x', text: '0.5' },
  ]);
});

test('each edit shows its action, reason, text and input for entering it again', async () => {
  const created = Array.from({ length: 20 }, (_, at) => edit('pin.create', { id: ID, title: `Pin ${at}` }));
  const text = await textOf(created);
  expect(text).toContain('20 changes that couldn&#39;t be saved');
  expect(text.match(/<h2>Create a pin<\/h2>/gu)).toHaveLength(20);
  for (const { input } of created) expect(text).toContain((input as { title: string }).title);
  expect(text).toContain(`&quot;id&quot;: &quot;${ID}&quot;`);
});

test('each edit names its pin, plan and project where known', async () => {
  const one = [edit('task.create', { id: ID })];
  const place = { pin: { number: 12, title: 'Crack' }, pins: 1, plan: { sheetNumber: 'A-102', name: 'Ground floor' } };
  const known = await textOf(one, undefined, { ...place, project: 'Lindenhof' });
  expect(known).toContain('<strong>#12 Crack</strong></p><p>A-102 Ground floor · Lindenhof</p>');
  expect(await textOf(one, undefined, { ...place, pins: 3 })).toContain('#12 Crack and 2 more pins');
  const unnamed = { pin: { number: null, title: '' }, pins: 1, project: 'Lindenhof' };
  expect(await textOf(one, undefined, unnamed)).toContain('<strong>Untitled pin</strong></p><p>Lindenhof</p>');
  expect(await textOf(one)).not.toContain('<strong>');
});

test('no user text is interpreted as HTML', async () => {
  const bad = `</pre><script>alert(1)</script><img src=x onerror='a'>"`;
  const text = await textOf(
    [edit(bad, { title: bad }, [{ id: ID, name: bad, mime: '' }])],
    new Blob(['<svg onload=x>'], { type: 'image/svg+xml' }),
    { pin: { number: 1, title: bad }, pins: 1, plan: { sheetNumber: bad, name: bad }, project: bad },
  );
  expect(text).not.toMatch(/<script|<img|onload=/u);
  expect(text).toContain(`default-src 'none'`);
});

test('photos and files are embedded byte for byte, whatever their size; a missing one is reported', async () => {
  const bytes = Uint8Array.from({ length: 500_000 }, (_, at) => (at * 7) % 256);
  const named = [edit('post.create', {}, [{ id: ID, name: 'crack.jpg', mime: 'image/jpeg' }])];
  const picture = await textOf(named, new Blob([bytes], { type: 'image/jpeg' }));
  const data = /src="data:image\/jpeg;base64,([^"]*)"/u.exec(picture)?.[1] ?? '';
  // Comparing half a million numbers one by one would take seconds.
  expect(atob(data) === Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).toBe(true);
  const sound = await textOf(named, new Blob([bytes], { type: 'audio/webm' }));
  expect(sound).toMatch(/<a download="crack\.jpg" href="data:application\/octet-stream;base64,/u);
  expect(await textOf(named)).toContain('crack.jpg: This file is no longer on the device.');
});

test('an edit that the server has not received is shown without a reason', async () => {
  const { code: _, fields: __, params: ___, ...rest } = edit('pin.create', { title: 'Crack' });
  const page = await editsPage(t, [{ ...rest, needsFile: false }], {
    placeOf: async () => ({ pins: 0 }),
    filesOf: async () => [],
  });
  const text = await page.text();
  expect(text).toContain('<h1>1 change waiting</h1>');
  expect(text).not.toContain('·');
});

test('every action that can be refused has a name', async () => {
  const { ACTIONS } = await import('@plumbline/core/sync/registry');
  expect([...ACTIONS.keys()].filter((name) => !t.has(`sync.action.${name}`))).toEqual([]);
});
