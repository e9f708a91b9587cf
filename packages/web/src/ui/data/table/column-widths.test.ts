import { expect, it } from 'vitest';
import { leastWidth, MAX_COLUMN_PX, MIN_COLUMN_PX, readWidths, trackOf, widthOf } from './column-widths.ts';

const COLUMNS = [{ id: 'number', width: '96px' }, { id: 'title', width: 'minmax(240px, 2fr)' }, { id: 'status' }];

it('uses the default widths until the user changes a column', () => {
  expect(COLUMNS.map((column) => trackOf(column, {}))).toEqual(['96px', 'minmax(240px, 2fr)', 'minmax(96px, 1fr)']);
  expect(leastWidth(COLUMNS, {})).toBeUndefined();
});

it('gives a changed column its width, and the others at least their minimum width', () => {
  const widths = { title: 400 };
  expect(COLUMNS.map((column) => trackOf(column, widths))).toEqual(['96px', '400px', 'minmax(96px, 1fr)']);
  expect(COLUMNS.map((column) => widthOf(column, widths))).toEqual([96, 400, 96]);
  expect(leastWidth(COLUMNS, widths)).toBe(592);
});

it('ignores the width of a column that the table no longer has', () => {
  expect(leastWidth(COLUMNS, { room: 300 })).toBeUndefined();
});

it('reads stored widths within the limits, and ignores everything else', () => {
  expect(readWidths('{"title":400,"number":3,"plan":9000,"room":"wide"}')).toEqual({
    title: 400,
    number: MIN_COLUMN_PX,
    plan: MAX_COLUMN_PX,
  });
  for (const text of [null, 'null', '{', '[]', '""']) expect(readWidths(text)).toEqual({});
});
