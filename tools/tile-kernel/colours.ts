// Finds the palette of a tile with few colours, and packs the indexes: the fewer colours, the more pixels share a byte.
import { COLOURS, INDEXES, KEYS, NUMBERS, SLOTS } from './room.ts';

export const MAX_COLOURS: i32 = 256;
const RGB: i32 = 0xffffff;

let base: i32 = 0;
let found: i32 = 0;

export function startPalette(at: i32): void {
  base = at;
  found = 0;
  memory.fill(base + KEYS, 0xff, 4 * SLOTS);
}

/** Whether there is no other colour yet than those of a palette. */
export function areFew(): bool {
  return found <= MAX_COLOURS;
}

export function coloursFound(): i32 {
  return found;
}

/** Writes the palette index of each pixel of a row; of no use once there are too many colours. */
export function numberRow(from: i32, to: i32, width: i32): void {
  const mask = i32x4.splat(RGB);
  const end = from + (width << 2);
  let last: i32 = -1;
  let numbers = i8x16.splat(0);
  for (; from + 64 <= end; from += 64, to += 16) {
    const first = v128.load32_splat(from);
    const differ = v128.or(
      v128.or(v128.xor(v128.load(from), first), v128.xor(v128.load(from, 16), first)),
      v128.or(v128.xor(v128.load(from, 32), first), v128.xor(v128.load(from, 48), first)),
    );
    if (v128.any_true(v128.and(differ, mask))) {
      numberPixels(from, from + 64, to);
      continue;
    }
    const colour = load<i32>(from) & RGB;
    if (colour !== last) {
      last = colour;
      numbers = i8x16.splat(numberOf(colour) as i8);
    }
    v128.store(to, numbers);
  }
  numberPixels(from, end, to);
}

function numberPixels(from: i32, end: i32, to: i32): void {
  for (; from < end; from += 4, to++) store<u8>(to, numberOf(load<i32>(from) & RGB));
}

function slotOf(colour: i32): i32 {
  return ((((colour * (0x9e3779b1 as i32)) as u32) >> 21) << 2) as i32;
}

function numberOf(colour: i32): i32 {
  const slot = base + slotOf(colour);
  return load<i32>(slot + KEYS) === colour ? load<i32>(slot + INDEXES) : find(colour);
}

/** The palette index of a colour, which is added if it is new and there is room. */
function find(colour: i32): i32 {
  let slot = slotOf(colour);
  while (true) {
    const key = load<i32>(base + KEYS + slot);
    if (key === colour) return load<i32>(base + INDEXES + slot);
    if (key === -1) break;
    slot = (slot + 4) & (4 * SLOTS - 1);
  }
  if (found < MAX_COLOURS) {
    store<i32>(base + KEYS + slot, colour);
    store<i32>(base + INDEXES + slot, found);
    store<i32>(base + COLOURS + (found << 2), colour);
  }
  return found++;
}

/** How many pixels share a byte in an image with this many colours. */
export function pixelsPerByte(colours: i32): i32 {
  if (colours <= 2) return 8;
  if (colours <= 4) return 4;
  return colours <= 16 ? 2 : 1;
}

/** Packs the palette indexes in place, the first in the lowest bits; returns the new width. */
export function packRows(width: i32, height: i32, perByte: i32): i32 {
  const bits = 8 / perByte;
  let from = base + NUMBERS;
  let to = from;
  if (width % perByte === 0) {
    let bytes = width * height;
    for (let joined = bits; joined < 8; joined <<= 1, bytes >>= 1) joinPairs(to, bytes, joined);
    return width / perByte;
  }
  for (let row = 0; row < height; row++) {
    const end = from + width;
    while (from < end) {
      let packed: i32 = 0;
      for (let shift: i32 = 0; shift < 8 && from < end; from++, shift += bits)
        packed |= (load<u8>(from) as i32) << shift;
      store<u8>(to, packed);
      to++;
    }
  }
  return (width + perByte - 1) / perByte;
}

/** Joins two neighbouring bytes each, of `bits` bits. */
function joinPairs(at: i32, bytes: i32, bits: i32): void {
  const low = i16x8.splat(0xff);
  let to = at;
  for (const end = at + bytes; at < end; at += 32, to += 16) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const joinedA = v128.and(v128.or(a, i16x8.shr_u(a, 8 - bits)), low);
    const joinedB = v128.and(v128.or(b, i16x8.shr_u(b, 8 - bits)), low);
    v128.store(to, i8x16.narrow_i16x8_u(joinedA, joinedB));
  }
}
