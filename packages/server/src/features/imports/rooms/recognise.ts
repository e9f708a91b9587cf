// The rooms of a new revision: from the spaces of its building model, else from the names on the sheet.
import { type DrawingFrame, pointInFrame } from '@plumbline/core/site/geometry/drawing-frame';
import { MAX_ROOM_CORNERS, MAX_ROOM_NAME, MAX_ROOMS, type RoomLabel } from '@plumbline/core/site/rows/plans';
import type { Services } from '../../../platform/services.ts';
import type { Rendered } from '../../../rendering/results.ts';
import { readTextLayer } from '../../../rendering/text/text-layer.ts';
import { greyOf } from '../aligning/pictures.ts';
import { roomsOnSheet } from './outlines.ts';

/** A space of a building model; the outline in its metres, x and y in turn. */
export type ModelRoom = { readonly name: string; readonly outline: readonly number[] };

/** The storey that a sheet shows; `frame` is the part of the model on the sheet. */
export type RoomsOfModel = { readonly rooms: readonly ModelRoom[]; readonly frame: DrawingFrame };

/** Never fails: without rooms, none are proposed. */
export async function recogniseRooms(
  { log }: Pick<Services, 'log'>,
  created: Rendered,
  model: RoomsOfModel | undefined,
): Promise<RoomLabel[]> {
  if (model && model.rooms.length > 0) return roomsOfModel(model);
  const { text, preview, widthPt, heightPt } = created;
  return text === null ? [] : readRooms({ log }, { text, preview, widthPt, heightPt });
}

/** `text` and `preview`: the files of the sheet, by path or as bytes. Returns none if they are damaged. */
export async function readRooms(
  { log }: Pick<Services, 'log'>,
  { text, preview, ...size }: { text: string | Buffer; preview: string | Buffer; widthPt: number; heightPt: number },
): Promise<RoomLabel[]> {
  try {
    return roomsOnSheet(await readTextLayer(text), size, await greyOf(preview));
  } catch (error) {
    log.warn({ err: error }, 'the rooms of a sheet could not be read');
    return [];
  }
}

const rounded = (part: number): number => Math.round(part * 100_000) / 100_000;

export function roomsOfModel({ rooms, frame }: RoomsOfModel): RoomLabel[] {
  return rooms.slice(0, MAX_ROOMS).flatMap(({ name, outline }): RoomLabel[] => {
    const label = name.replaceAll(/\s+/gu, ' ').trim().slice(0, MAX_ROOM_NAME).trim();
    const count = outline.length / 2;
    if (label === '' || count < 3) return [];
    const step = Math.ceil(count / MAX_ROOM_CORNERS);
    const corners: number[] = [];
    for (let i = 0; i < count; i += step) {
      const { x, y } = pointInFrame(frame, outline[2 * i] ?? 0, outline[2 * i + 1] ?? 0);
      corners.push(rounded(x), rounded(y));
    }
    const middle = (part: 0 | 1) =>
      rounded(corners.reduce((sum, at, i) => (i % 2 === part ? sum + at : sum), 0) / (corners.length / 2));
    return [{ name: label, box: [middle(0), middle(1), 0, 0], outline: corners }];
  });
}
