// The walls around the name of a room, seen from the name on a picture of the sheet. An outline is used only if its area
// agrees with the area that the stamp states.

import type { SheetWord } from '@plumbline/core/features/plans/sheet-references';
import { readScales } from '@plumbline/core/features/plans/sheet-scale';
import type { RoomLabel } from '@plumbline/core/site/rows/plans';
import type { Grey } from '../aligning/grey.ts';
import { type RoomStamp, readRoomStamps } from './stamps.ts';

const RAYS = 144;
const RAYS_PER_CORNER = 6;
/** Fewer pixels per metre do not show thin walls. */
const MIN_PIXELS_PER_M = 25;
/** How much farther the next ray may reach: more is the view through a door. */
const GROWTH = 1.05;
/** Obstacles narrower than this number of rays do not shorten the rays beside them. */
const OBSTACLE_RAYS = 8;
/** A line this much darker than the paper around the name ends a room, whatever the line represents. */
const LINE_INK = 0.13;
/** Share of the stated area that an outline has to cover, at least and at most. */
const COVERED = { least: 0.1, most: 1 };
/** In a square room of side 1, the corners are 0.71 from the middle; farther off, it may be another room. */
const MAX_REACH = 0.75;
const POINTS_PER_M = 72 / 0.0254;

type SheetSize = { readonly widthPt: number; readonly heightPt: number };

/** The rooms that a sheet names; `picture` shows the whole sheet. */
export function roomsOnSheet(words: readonly SheetWord[], size: SheetSize, picture: Grey): RoomLabel[] {
  const stamps = readRoomStamps(words, size.widthPt / size.heightPt);
  if (stamps.length === 0) return [];
  // A sheet may show details at other scales: the scale of the plan is the one that fits most of its rooms.
  const readings = readScales(words).map((scale) =>
    stamps.map((stamp) => outlineOf(stamp, picture, (size.widthPt / POINTS_PER_M) * scale)),
  );
  const fitting = (outlines: readonly number[][]) => outlines.filter(({ length }) => length > 0).length;
  const [best = []] = readings.toSorted((a, b) => fitting(b) - fitting(a));
  return stamps.map(({ name, x, y, w, h }, i) => ({
    name,
    box: [rounded(x), rounded(y), rounded(w), rounded(h)],
    outline: best[i] ?? [],
  }));
}

const rounded = (part: number): number => Math.round(part * 100_000) / 100_000;

/** Corners as fractions of the sheet; empty if no walls are found. `widthM`: the width that the sheet shows, in metres. */
function outlineOf(stamp: RoomStamp, picture: Grey, widthM: number): number[] {
  const { width, height } = picture;
  const perM = width / widthM;
  if (perM < MIN_PIXELS_PER_M) return [];
  const box = {
    ...{ left: stamp.x * width - 2, right: (stamp.x + stamp.w) * width + 2 },
    ...{ top: stamp.y * height - 2, bottom: (stamp.y + stamp.h) * height + 2 },
  };
  const limit = inkOfPaper(picture, box) + LINE_INK;
  const corners = cornersOf(picture, box, limit, MAX_REACH * Math.sqrt(stamp.areaM2) * perM);
  const share = areaOf(corners) / (perM * perM) / stamp.areaM2;
  if (share < COVERED.least || share > COVERED.most) return [];
  return corners.map((at, i) => rounded(at / (i % 2 === 0 ? width : height)));
}

/** Corners in pixels. `limit`: the ink of lines; `furthest`: in pixels. */
function cornersOf(picture: Grey, box: Box, limit: number, furthest: number): number[] {
  const [cx, cy] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const seen = Array.from({ length: RAYS }, (_, i) => {
    const angle = (2 * Math.PI * i) / RAYS;
    return reach(picture, { cx, cy, dx: Math.cos(angle), dy: Math.sin(angle) }, box, limit, furthest);
  });
  const lengths = settled(seen);
  const corners: number[] = [];
  for (let i = 0; i < RAYS; i += RAYS_PER_CORNER) {
    const length = Math.max(0, Math.min(...lengths.slice(i, i + RAYS_PER_CORNER)) - 1);
    const angle = (2 * Math.PI * (i + (RAYS_PER_CORNER - 1) / 2)) / RAYS;
    corners.push(cx + length * Math.cos(angle), cy + length * Math.sin(angle));
  }
  return corners;
}

type Box = { left: number; top: number; right: number; bottom: number };

/** Rooms may be tinted. Read around the name. */
function inkOfPaper({ width, height, ink }: Grey, { left, top, right, bottom }: Box): number {
  const around: number[] = [];
  for (let x = Math.floor(left); x <= right; x++) {
    for (const y of [Math.floor(top), Math.ceil(bottom)]) {
      if (x >= 0 && x < width && y >= 0 && y < height) around.push(ink[y * width + x] ?? 0);
    }
  }
  around.sort((a, b) => a - b);
  return around[Math.floor(around.length / 2)] ?? 0;
}

type Ray = { cx: number; cy: number; dx: number; dy: number };

/** Pixels from the name's middle to the first line; lines within the name's box are its letters. */
function reach(
  { width, height, ink }: Grey,
  { cx, cy, dx, dy }: Ray,
  box: Box,
  limit: number,
  furthest: number,
): number {
  for (let length = 1; length < furthest; length += 0.5) {
    const [x, y] = [cx + length * dx, cy + length * dy];
    if (x < 0 || y < 0 || x >= width || y >= height) return length;
    if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) continue;
    if ((ink[Math.floor(y) * width + Math.floor(x)] ?? 1) > limit) return length;
  }
  return furthest;
}

/** The rays, shortened where they reach much farther than their neighbours: that is the view through a door. */
function settled(lengths: readonly number[]): number[] {
  const at = (values: readonly number[], i: number) => values[(i + RAYS) % RAYS] ?? 0;
  const around = (values: readonly number[], i: number) =>
    Array.from({ length: OBSTACLE_RAYS + 1 }, (_, k) => at(values, i + k - OBSTACLE_RAYS / 2));
  const widest = lengths.map((_, i) => Math.max(...around(lengths, i)));
  const walls = widest.map((_, i) => Math.min(...around(widest, i)));
  for (const step of [1, -1, 1, -1]) {
    for (let k = 0; k < 2 * RAYS; k++) {
      const i = (((step * k) % RAYS) + RAYS) % RAYS;
      walls[i] = Math.min(at(walls, i), at(walls, i - step) * GROWTH + 1);
    }
  }
  return lengths.map((length, i) => Math.min(length, at(walls, i)));
}

/** Of a polygon, x and y in turn. */
function areaOf(corners: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < corners.length; i += 2) {
    const [x1 = 0, y1 = 0] = [corners[i], corners[i + 1]];
    const [x2 = 0, y2 = 0] = [corners[(i + 2) % corners.length], corners[(i + 3) % corners.length]];
    sum += x1 * y2 - x2 * y1;
  }
  return Math.abs(sum) / 2;
}
