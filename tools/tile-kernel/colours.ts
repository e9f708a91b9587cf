// Finds the palette of a tile with few colours, and packs the indexes: the fewer colours, the more pixels share a byte.
import { COLOURS, INDEXES, KEYS, PACKED, SLOTS, TILE } from './room.ts';

const MAX_COLOURS: i32 = 256;
const RGB: i32 = 0xffffff;

let found: i32 = 0;
let base: i32 = 0;

function slotOf(colour: i32): i32 {
  let slot = ((colour * (0x9e3779b1 as i32)) as u32) >> 21;
  while (true) {
    const key = load<i32>(base + KEYS + ((slot as i32) << 2));
    if (key === colour || key === -1) return slot as i32;
    slot = (slot + 1) & (SLOTS - 1);
  }
}

function note(colour: i32): void {
  const slot = slotOf(colour) << 2;
  if (load<i32>(base + KEYS + slot) !== -1) return;
  if (found < MAX_COLOURS) {
    store<i32>(base + KEYS + slot, colour);
    store<i32>(base + INDEXES + slot, found);
    store<i32>(base + COLOURS + (found << 2), colour);
  }
  found++;
}

/** The palette index of a colour of the most recently cut tile. */
export function indexOfColour(colour: i32): i32 {
  return load<i32>(base + INDEXES + (slotOf(colour) << 2));
}

/**
 * Cuts a tile out of rows of `stride` pixels starting at `source`, and returns its number of colours: 257 if there are
 * more than 256.
 */
export function cutOut(at: i32, source: i32, stride: i32, width: i32, height: i32): i32 {
  base = at;
  found = 0;
  memory.fill(base + KEYS, 0xff, 4 * SLOTS);
  const mask = i32x4.splat(RGB);
  let to = base + TILE;
  let last: i32 = -1;
  for (let row = 0; row < height; row++) {
    let from = source + ((row * stride) << 2);
    const end = to + (width << 2);
    const wide = end - 16;
    for (; to <= wide; to += 16, from += 16) {
      const four = v128.and(v128.load(from), mask);
      v128.store(to, four);
      if (found > MAX_COLOURS) continue;
      if (i32x4.all_true(i32x4.eq(four, i32x4.splat(last)))) continue;
      for (let i = 0; i < 16; i += 4) {
        const colour = load<i32>(to + i);
        if (colour === last) continue;
        last = colour;
        note(colour);
      }
    }
    for (; to < end; to += 4, from += 4) {
      const colour = load<i32>(from) & RGB;
      store<i32>(to, colour);
      if (colour === last) continue;
      last = colour;
      if (found <= MAX_COLOURS) note(colour);
    }
  }
  return found;
}

/** How many pixels share a byte in an image with this many colours. */
export function pixelsPerByte(colours: i32): i32 {
  if (colours <= 2) return 8;
  if (colours <= 4) return 4;
  return colours <= 16 ? 2 : 1;
}

/** Packs the palette indexes of the pixels, the first in the lowest bits; returns the new width. */
export function packRows(width: i32, height: i32, perByte: i32): i32 {
  const bits = 8 / perByte;
  let to = base + PACKED;
  let from = base + TILE;
  let last: i32 = -1;
  let number: i32 = 0;
  for (let row = 0; row < height; row++) {
    const end = from + (width << 2);
    while (from < end) {
      let packed: i32 = 0;
      let until = from + (perByte << 2);
      if (until > end) until = end;
      for (let shift: i32 = 0; from < until; from += 4, shift += bits) {
        const colour = load<i32>(from);
        if (colour !== last) {
          last = colour;
          number = indexOfColour(colour);
        }
        packed |= number << shift;
      }
      store<i32>(to, packed);
      to += 4;
    }
  }
  return (width + perByte - 1) / perByte;
}
