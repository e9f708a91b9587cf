// Reads a sample file as an import does, at a low resolution of the tiles.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { greyOf } from '@plumbline/server/features/imports/aligning/pictures';
import { roomsOnSheet } from '@plumbline/server/features/imports/rooms/outlines';
import { readViewCaptions } from '@plumbline/server/features/imports/scale-regions/view-captions';
import { inspectInProcess, renderInProcess } from '@plumbline/server/rendering/in-process';
import { readTextLayer } from '@plumbline/server/rendering/text/text-layer';

const TILE_DPI = 100;

/** Numbers and titles of its pages. The name of the file says nothing, so that only the sheets do. */
export async function proposeTitles(path: string): Promise<{ sheetNumber: string; title: string }[]> {
  const { pages } = await inspectInProcess(path, 'scan.pdf');
  return pages.map(({ sheetNumber, title }) => ({ sheetNumber, title: /^scan\b/u.test(title) ? '' : title }));
}

/** "Roof 1:48" for each view with a scale, and the names of the rooms. */
export async function sheetFacts(path: string, page: number): Promise<{ views: string[]; rooms: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-sheets-'));
  try {
    const rendered = await renderInProcess(path, page, folder, () => undefined, { dpi: TILE_DPI });
    if (rendered.text === null) return { views: [], rooms: [] };
    const words = await readTextLayer(rendered.text);
    const { captions } = readViewCaptions(words, rendered.heightPt / rendered.widthPt);
    const rooms = roomsOnSheet(words, rendered, await greyOf(rendered.preview));
    return { views: captions.map(({ name, scale }) => `${name} 1:${scale}`), rooms: rooms.map(({ name }) => name) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
