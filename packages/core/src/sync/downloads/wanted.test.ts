import { expect, test, vi } from 'vitest';
import type { Entity, Rows } from '../../site/entities.ts';
import type { CommentRow, PostRow } from '../../site/rows/media.ts';
import { MemoryDownloads, MemoryServer } from '../../testing/download-parts.ts';
import { examplePin } from '../../testing/rows.ts';
import { mediaKeys } from './wanted.ts';

const PINS = 450;
const CREATED = '2026-11-19T00:00:00.000Z';
const wanted = { planId: 'plan', options: { period: 'all', photos: 'thumbs' } } as const;
const photo = (blobId: string) => ({ blobId, mime: 'image/jpeg' });

test('the photos of many pins are found with few reads', async () => {
  const pins = Array.from({ length: PINS }, (_, at) => examplePin({ id: `pin ${at}`, planId: 'plan' }));
  const elsewhere = examplePin({ id: 'elsewhere', planId: 'other' });
  const post = [...pins, elsewhere].map(
    ({ id }) => ({ id, pinId: id, active: true, createdAt: CREATED, files: [photo(`post ${id}`)] }) as PostRow,
  );
  const comment = pins
    .slice(0, 3)
    .map(({ id }) => ({ id, pinId: id, createdAt: CREATED, attachments: [photo(`comment ${id}`)] }) as CommentRow);
  const given: Partial<{ [E in Entity]: readonly Rows[E][] }> = { pin: [...pins, elsewhere], post, comment };
  const { rows } = new MemoryServer().parts(new MemoryDownloads(), given);
  const reads = [vi.spyOn(rows, 'find'), vi.spyOn(rows, 'findAmong'), vi.spyOn(rows, 'row')];
  const keys = await mediaKeys(rows, wanted, '2026-11-20T08:00:00.000Z');
  const expected = [
    ...pins.map(({ id }) => `thumb/post ${id}`),
    ...pins.slice(0, 3).map(({ id }) => `thumb/comment ${id}`),
  ];
  expect([...keys].sort()).toEqual(expected.sort());
  expect(reads.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(10);
});
