// The gallery's URL round-trips, and its filtered files are grouped by the month they were taken in.
import type { PostFile, PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { describe, expect, it } from 'vitest';
import { galleryAddress, readGalleryRoute } from './gallery-route.ts';
import { galleryItems, galleryRows, monthIn, monthsOf } from './items.ts';

describe('gallery URL', () => {
  it.each([
    { projectId: 'p', filter: {} },
    { projectId: 'p', year: '2026', month: '03', filter: { kind: 'sound', inactive: true } as const },
    { projectId: 'p', year: '2026', month: '12', fileId: 'f', filter: { who: 'w', plan: 'l', category: 'c' } },
    { projectId: 'p', fileId: 'f', filter: {} },
  ])('%j is read back as written', (place) => {
    const [path = '', query = ''] = galleryAddress(place).split('?');
    const [, , projectId, , , year, month, fileId] = path.split('/');
    expect(readGalleryRoute({ projectId, year, month, fileId }, query)).toEqual(place);
  });

  it('drops invalid values', () => {
    const place = readGalleryRoute({ projectId: 'p', year: 'soon', month: '13', fileId: '-' }, 'kind=x&inactive=1');
    expect(place).toEqual({ projectId: 'p', filter: {} });
  });
});

const file = (blobId: string, mime = 'image/jpeg'): PostFile => ({
  blobId,
  name: 'a',
  mime,
  size: 1,
  width: 1,
  height: 1,
});
const post = (id: string, takenAt: string | null, change: Partial<PostRow> = {}): PostRow => ({
  ...{ id, projectId: 'p', pinId: 'pin', taskId: null, type: 'Visuals', caption: '', files: [file(id)], active: true },
  ...{ takenAt, createdBy: 'anna', createdAt: '2026-05-01T00:00:00.000Z' },
  ...change,
});
const POSTS = [
  post('a', '2026-03-31T22:30:00.000Z'),
  post('b', null),
  post('c', '2026-03-10T10:00:00.000Z', { createdBy: 'ben' }),
  post('d', '2026-03-11T10:00:00.000Z', { active: false }),
  post('e', '2026-03-12T10:00:00.000Z', { type: 'Audio', files: [file('e', 'audio/webm')] }),
];
// Only the fields the gallery uses.
const PINS = new Map([['pin', { id: 'pin', planId: 'plan', categoryId: 'cat' } as PinRow]]);
const BERLIN = monthIn('Europe/Berlin');
const shown = (filter: Parameters<typeof galleryItems>[2]) => galleryItems(POSTS, PINS, filter, BERLIN);
const ids = (filter: Parameters<typeof galleryItems>[2]) =>
  shown(filter)
    .map((one) => one.file.blobId)
    .join('');

it.each([
  [{}, 'baec'],
  [{ inactive: true }, 'baedc'],
  [{ kind: 'sound' }, 'e'],
  [{ kind: 'visual' }, 'bac'],
  [{ kind: 'document' }, ''],
  [{ who: 'ben' }, 'c'],
  [{ plan: 'plan', category: 'cat' }, 'baec'],
  [{ plan: 'other' }, ''],
] as const)('%j shows %s', (filter, expected) => expect(ids(filter)).toBe(expected));

it('groups files by month in the time zone of the project, and into rows', () => {
  // 00:30 on 1 April in Berlin.
  expect(monthsOf(shown({}))).toEqual([
    { month: '2026-05', count: 1 },
    { month: '2026-04', count: 1 },
    { month: '2026-03', count: 2 },
  ]);
  const rows = galleryRows(shown({ inactive: true }), 2).map((row) =>
    row.kind === 'month' ? row.month : row.items.length,
  );
  expect(rows).toEqual(['2026-05', 1, '2026-04', 1, '2026-03', 2, 1]);
});
