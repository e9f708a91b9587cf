// Sketch backgrounds: a photo, the part of a plan around its pin, blank paper. Limited to a size that a phone can hold.
import { getTiles } from '@plumbline/core/features/plans/contract';
import { levelSize } from '@plumbline/core/features/plans/tiles/pack-format';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { call } from '../../../api/client.ts';
import type { SketchBackground } from './paint.ts';

/** Maximum pixels of the longer side. */
const MAX_SIDE_PX = 4_096;

export type Size = { width: number; height: number };

/** The photo, upright; at the size its marks were measured in, if any. Throws when it cannot be read. */
export async function photoBackground(
  photo: Blob,
  measured?: Size,
): Promise<SketchBackground & { picture: ImageBitmap }> {
  const whole = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  const shrink = Math.min(1, MAX_SIDE_PX / Math.max(whole.width, whole.height));
  const size = measured ?? {
    width: Math.max(1, Math.round(whole.width * shrink)),
    height: Math.max(1, Math.round(whole.height * shrink)),
  };
  if (size.width === whole.width && size.height === whole.height) return { picture: whole, ...size };
  const picture = await createImageBitmap(whole, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'high',
  });
  whole.close();
  return { picture, ...size };
}

export const paperBackground = (): SketchBackground => ({ picture: null, width: 1_600, height: 1_200 });

/** Pixel size of the plan picture, and the share of the plan's longer side it shows. */
const CROP = { width: 1_600, height: 1_200 };
const SHARE = 0.22;

/** Start of a crop along one axis, clamped to the sheet. */
const within = (middle: number, size: number, all: number) => Math.min(Math.max(0, middle - size / 2), all - size);

async function tile(url: string): Promise<ImageBitmap | undefined> {
  const response = await fetch(url);
  return response.ok ? createImageBitmap(await response.blob()) : undefined;
}

/** The plan around a position, with the pin marked. Throws when offline. */
export async function planBackground(
  projectId: string,
  revision: RevisionRow,
  at: { x: number; y: number },
  colour: string,
): Promise<SketchBackground & { picture: OffscreenCanvas }> {
  const { prefix } = await call(getTiles, { params: { projectId, revisionId: revision.id } });
  const { pyramid } = revision;
  const wide = Math.max(CROP.width, Math.max(pyramid.width, pyramid.height) * SHARE);
  let z = pyramid.levels - 1;
  for (let over = wide; z > 0 && over / 2 >= CROP.width; over /= 2) z -= 1;
  const level = levelSize(pyramid, z);
  const width = Math.min(CROP.width, level.width);
  const height = Math.min(CROP.height, level.height);
  const left = Math.round(within(at.x * level.width, width, level.width));
  const top = Math.round(within(at.y * level.height, height, level.height));
  const picture = new OffscreenCanvas(width, height);
  const canvas = picture.getContext('2d');
  if (!canvas) throw new TypeError('this browser cannot draw');
  canvas.fillStyle = '#ffffff';
  canvas.fillRect(0, 0, width, height);
  const step = pyramid.tileSize;
  const requested: { x: number; y: number }[] = [];
  for (let y = Math.floor(top / step); y * step < top + height; y += 1)
    for (let x = Math.floor(left / step); x * step < left + width; x += 1) requested.push({ x, y });
  const found = await Promise.all(
    requested.map(async ({ x, y }) => ({ x, y, tile: await tile(`${prefix}/${z}/${x}/${y}`) })),
  );
  for (const one of found) if (one.tile) canvas.drawImage(one.tile, one.x * step - left, one.y * step - top);
  markPin(canvas, { x: at.x * level.width - left, y: at.y * level.height - top }, colour);
  return { picture, width, height };
}

function markPin(canvas: OffscreenCanvasRenderingContext2D, at: { x: number; y: number }, colour: string): void {
  canvas.beginPath();
  canvas.arc(at.x, at.y, 13, 0, 2 * Math.PI);
  canvas.fillStyle = colour;
  canvas.fill();
  canvas.lineWidth = 4;
  canvas.strokeStyle = '#ffffff';
  canvas.stroke();
}
