// Quarter turns that bring a sheet upright, and the heuristic for a sheet that lies on its side without declaring it.
// Pure.
import type { SheetSize } from './alignment.ts';

/** Degrees, clockwise. */
export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** Applies one turn after the other. */
export const combineRotations = (one: Rotation, other: Rotation): Rotation => ROTATIONS[((one + other) / 90) % 4] ?? 0;

/** The inverse of a turn. */
export const inverseRotation = (rotation: Rotation): Rotation =>
  combineRotations(0, ROTATIONS[(4 - rotation / 90) % 4] ?? 0);

/** Whether the turn swaps width and height. */
export const swapsSides = (rotation: Rotation): boolean => rotation === 90 || rotation === 270;

/** The size of a sheet after the turn. */
export const rotatedSize = ({ widthPt, heightPt }: SheetSize, rotation: Rotation): SheetSize =>
  swapsSides(rotation) ? { widthPt: heightPt, heightPt: widthPt } : { widthPt, heightPt };

/** A box on a sheet: its upper left corner and its size, as fractions of width and height. */
export type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

/** The position of a box after its sheet is turned. */
export function rotatedBox({ x, y, w, h }: Box, rotation: Rotation): Box {
  if (rotation === 90) return { x: 1 - y - h, y: x, w: h, h: w };
  if (rotation === 180) return { x: 1 - x - w, y: 1 - y - h, w, h };
  return rotation === 270 ? { x: y, y: 1 - x - w, w: h, h: w } : { x, y, w, h };
}

/** A word on a sheet and its direction: degrees, clockwise, from level. */
export type OrientedWord = Box & { readonly text: string; readonly turn?: Rotation };

/** Number of parts along each side of a sheet. */
const PARTS = 12;
/** The share of parts that must agree on a direction; real sheets reach three quarters and more. */
const MIN_AGREEMENT = 2 / 3;
/** Fewer parts than this, or parts confined to a strip or a corner, are a title block or a stamp, not a sheet. */
const MIN_PARTS = 8;
const SPREAD = 4;
/** Dimensions are figures, and run upwards on any sheet. */
const LETTER = /\p{L}/gu;

/**
 * The turn that brings the words of a sheet upright; null if they are inconclusive. Each part of the sheet has one
 * vote, for the direction of most of its letters, so a long text on its side counts only for the area it covers.
 */
export function proposeRotation(words: readonly OrientedWord[]): Rotation | null {
  const parts = new Map<string, number[]>();
  for (const { text, x, y, w, h, turn: rotation = 0 } of words) {
    const letters = text.match(LETTER)?.length ?? 0;
    if (letters === 0) continue;
    const key = `${partOf(x + w / 2)},${partOf(y + h / 2)}`;
    const part = parts.get(key) ?? [0, 0, 0, 0];
    part[rotation / 90] = (part[rotation / 90] ?? 0) + letters;
    parts.set(key, part);
  }
  const votes = [...parts].map(([key, part]) => ({ key, way: part.indexOf(Math.max(...part)) }));
  for (const [way, rotation] of ROTATIONS.entries()) {
    const won = votes.filter((vote) => vote.way === way).map(({ key }) => key.split(','));
    const spread = [0, 1].every((side) => new Set(won.map((one) => one[side])).size >= SPREAD);
    if (won.length >= MIN_PARTS && won.length > MIN_AGREEMENT * votes.length && spread)
      return inverseRotation(rotation);
  }
  return null;
}

const partOf = (place: number): number => Math.min(PARTS - 1, Math.max(0, Math.floor(place * PARTS)));
