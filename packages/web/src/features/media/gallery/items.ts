// Gallery content: the files of posts that match the filter, newest first, by month and in rows. Pure.
import { dayInZone } from '@plumbline/core/kernel/time-zone';
import type { PostFile, PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { isVisual } from '../../../shared/media/photos.ts';
import type { GalleryFilter, Kind } from './gallery-route.ts';

export type GalleryItem = { post: PostRow; file: PostFile; pin: PinRow | undefined /** `2026-03` */; month: string };

const kindOf = (post: PostRow, file: PostFile): Kind => {
  if (isVisual(file)) return 'visual';
  return post.type === 'Audio' || file.mime.startsWith('audio/') ? 'sound' : 'document';
};

/** When it was taken, or else added. */
const momentOf = (post: PostRow): string => post.takenAt ?? post.createdAt;

export function galleryItems(
  posts: readonly PostRow[],
  pins: ReadonlyMap<string, PinRow>,
  filter: GalleryFilter,
  monthOf: (instant: string) => string,
): GalleryItem[] {
  const items: GalleryItem[] = [];
  for (const post of posts.toSorted((a, b) => (momentOf(a) < momentOf(b) ? 1 : -1))) {
    const pin = pins.get(post.pinId);
    if (!post.active && !filter.inactive) continue;
    if (filter.who && post.createdBy !== filter.who) continue;
    if (filter.plan && pin?.planId !== filter.plan) continue;
    if (filter.category && pin?.categoryId !== filter.category) continue;
    const month = monthOf(momentOf(post));
    for (const file of post.files) {
      if (!filter.kind || kindOf(post, file) === filter.kind) items.push({ post, file, pin, month });
    }
  }
  return items;
}

export type Month = { month: string; count: number };

/** The months with their file counts, newest first. */
export function monthsOf(items: readonly GalleryItem[]): Month[] {
  const months: Month[] = [];
  for (const { month } of items) {
    const last = months.at(-1);
    if (last?.month === month) last.count += 1;
    else months.push({ month, count: 1 });
  }
  return months;
}

export type GalleryRow =
  | { kind: 'month'; month: string; count: number }
  | { kind: 'tiles'; month: string; items: readonly GalleryItem[] /** Of the first one among all. */; start: number };

/** Month headers and rows of tiles in display order. */
export function galleryRows(items: readonly GalleryItem[], columns: number): GalleryRow[] {
  const rows: GalleryRow[] = [];
  let start = 0;
  for (const { month, count } of monthsOf(items)) {
    rows.push({ kind: 'month', month, count });
    for (let at = 0; at < count; at += columns)
      rows.push({
        kind: 'tiles',
        month,
        items: items.slice(start + at, start + Math.min(count, at + columns)),
        start: start + at,
      });
    start += count;
  }
  return rows;
}

/** Maps `2026-03-31T23:30:00.000Z` to its month in the project's time zone. */
export function monthIn(timeZone: string): (instant: string) => string {
  const known = new Map<string, string>();
  return (instant) => {
    // Cached per hour, which never spans two months: formatting twenty thousand dates would take seconds.
    const hour = instant.slice(0, 13);
    const month = known.get(hour) ?? dayInZone(new Date(`${hour}:30:00Z`), timeZone).slice(0, 7);
    known.set(hour, month);
    return month;
  };
}
