// Reduces images: to fewer pixels, each the mean of the area that it covers, and to fewer colours.
import { SUMS } from './room.ts';

const RGB: i32 = 0xffffff;

/**
 * Writes one row of the smaller image, `toWidth` × `toHeight` pixels, to `to`. The rows of both images are without gaps.
 * The smaller one may take the place of the larger one, from the first row on.
 */
export function shrinkRow(
  base: i32,
  from: i32,
  width: i32,
  height: i32,
  to: i32,
  toWidth: i32,
  toHeight: i32,
  row: i32,
): void {
  const sums = base + SUMS;
  memory.fill(sums, 0, width << 3);
  // In 256ths of a row.
  const begin = ((row * height) << 8) / toHeight;
  const end = (((row + 1) * height) << 8) / toHeight;
  let before: i32 = 0;
  for (let y = begin >> 8; y << 8 < end; y++) {
    const covered = min((y + 1) << 8, end) - begin;
    // All shares of a row are 256 together.
    const share = (covered << 8) / (end - begin);
    addRow(from + ((y * width) << 2), sums, width, share - before);
    before = share;
  }
  takeMeans(sums, width, to + ((row * toWidth) << 2), toWidth);
}

/** Adds this many 256ths of the pixels of a row to sums of 16 bits per channel. */
function addRow(from: i32, sums: i32, width: i32, share: i32): void {
  const weight = i16x8.splat(share as i16);
  const end = sums + (width << 3);
  for (; sums + 32 <= end; from += 16, sums += 32) {
    const pixels = v128.load(from);
    const low = i16x8.mul(i16x8.extend_low_i8x16_u(pixels), weight);
    const high = i16x8.mul(i16x8.extend_high_i8x16_u(pixels), weight);
    v128.store(sums, i16x8.add(v128.load(sums), low));
    v128.store(sums, i16x8.add(v128.load(sums, 16), high), 16);
  }
  for (; sums < end; from += 4, sums += 8) {
    const pixel = i16x8.mul(i16x8.extend_low_i8x16_u(v128.load32_zero(from)), weight);
    v128.store64_lane(sums, i16x8.add(v128.load64_zero(sums), pixel), 0);
  }
}

function takeMeans(sums: i32, width: i32, to: i32, toWidth: i32): void {
  const ratio = (width as f32) / (toWidth as f32);
  const scale = f32x4.splat(1 / (256 * ratio));
  const half = f32x4.splat(0.5);
  for (let x: i32 = 0; x < toWidth; ) {
    const left = (x as f32) * ratio;
    let at = left as i32;
    // Eight pixels of the larger image contain three of the smaller one, if it is not much smaller.
    if (ratio < 2.3 && at + 8 <= width && isPlain(sums + (at << 3))) {
      const plain = inBytes(i32x4.shr_u(v128.load16x4_u(sums + (at << 3)), 8));
      for (const next = min(x + 3, toWidth); x < next; x++, to += 4) store<i32>(to, plain);
      continue;
    }
    const right = min(left + ratio, width as f32);
    const last = right as i32;
    let sum = f32x4.mul(sumAt(sums, at), f32x4.splat(((at + 1) as f32) - left));
    for (at++; at < last; at++) sum = f32x4.add(sum, sumAt(sums, at));
    if (right > (last as f32)) sum = f32x4.add(sum, f32x4.mul(sumAt(sums, last), f32x4.splat(right - (last as f32))));
    store<i32>(to, inBytes(i32x4.trunc_sat_f32x4_u(f32x4.add(f32x4.mul(sum, scale), half))));
    x++;
    to += 4;
  }
}

/** Whether eight sums are equal. */
function isPlain(sums: i32): bool {
  const first = v128.load64_splat(sums);
  const differ = v128.or(
    v128.or(v128.xor(v128.load(sums), first), v128.xor(v128.load(sums, 16), first)),
    v128.or(v128.xor(v128.load(sums, 32), first), v128.xor(v128.load(sums, 48), first)),
  );
  return !v128.any_true(differ);
}

/** A pixel of four numbers. */
function inBytes(channels: v128): i32 {
  const words = i16x8.narrow_i32x4_u(channels, channels);
  return i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0) & RGB;
}

function sumAt(sums: i32, x: i32): v128 {
  return f32x4.convert_i32x4_u(v128.load16x4_u(sums + (x << 3)));
}

/**
 * Reduces each channel to the nearest of 16 steps, in rows of `stride` pixels whose fourth byte is zero, except where a
 * neighbour in the row has the same colour: areas keep theirs.
 */
export function coarsen(at: i32, stride: i32, width: i32, height: i32): void {
  for (let row = 0; row < height; row++) {
    let pixel = at + ((row * stride) << 2);
    const end = pixel + (width << 2);
    let before = i32x4.splat(-1);
    for (; pixel + 20 <= end; pixel += 16) {
      const here = v128.load(pixel);
      const left = v128.shuffle<i32>(before, here, 3, 4, 5, 6);
      const isArea = v128.or(i32x4.eq(here, left), i32x4.eq(here, v128.load(pixel, 4)));
      v128.store(pixel, v128.bitselect(here, inSteps(here), isArea));
      before = here;
    }
    for (let left = i32x4.extract_lane(before, 3); pixel < end; pixel += 4) {
      const here = load<i32>(pixel);
      if (here !== left) store<i32>(pixel, i32x4.extract_lane(inSteps(i32x4.splat(here)), 0));
      left = here;
    }
  }
}

/** Each byte as the nearest multiple of 17. */
function inSteps(bytes: v128): v128 {
  const low = stepsOf(i16x8.extend_low_i8x16_u(bytes));
  return i8x16.narrow_i16x8_u(low, stepsOf(i16x8.extend_high_i8x16_u(bytes)));
}

function stepsOf(values: v128): v128 {
  const steps = i16x8.shr_u(i16x8.add(i16x8.mul(values, i16x8.splat(15)), i16x8.splat(135)), 8);
  return i16x8.mul(steps, i16x8.splat(17));
}
