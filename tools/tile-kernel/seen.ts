// Finds the lines that are seen in a picture of their sheet. Lines of hidden layers and outside the frame of a view run over
// blank paper there.
import { LINE_BYTES, UNITS } from './units.ts';

/** Brightness from which a pixel of the picture is paper; the finest grey lines are darker. */
const PAPER: i32 = 252;
const RGB: i32 = 0xffffff;
/** How many positions of a line are looked at, and how many of them have ink if it is seen. */
const SAMPLES: i32 = 12;
const ENOUGH: i32 = SAMPLES / 2;

/**
 * Moves the lines that run over ink from `at` to `to`, and returns the end of those that were moved. `ink`: of a picture
 * of this size.
 */
export function keepSeen(at: i32, end: i32, to: i32, ink: i32, width: i32, height: i32): i32 {
  for (; at < end; at += LINE_BYTES) {
    if (!isSeen(at, ink, width, height)) continue;
    v128.store(to, v128.load(at));
    to += LINE_BYTES;
  }
  return to;
}

/** Stops once the samples decide. */
function isSeen(line: i32, ink: i32, width: i32, height: i32): bool {
  const fromX = (load<i32>(line) as f64) / UNITS;
  const fromY = (load<i32>(line, 4) as f64) / UNITS;
  const stepX = (load<i32>(line, 8) as f64) / UNITS - fromX;
  const stepY = (load<i32>(line, 12) as f64) / UNITS - fromY;
  let inked: i32 = 0;
  for (let k: i32 = 0; k < SAMPLES && inked < ENOUGH && inked + SAMPLES - k >= ENOUGH; k++) {
    const share = ((k as f64) + 0.5) / (SAMPLES as f64);
    const column = floor((fromX + share * stepX) * (width as f64)) as i32;
    const row = floor((fromY + share * stepY) * (height as f64)) as i32;
    if (column < -1 || column > width || row < -1 || row > height) continue;
    if (load<u8>(ink + (row + 1) * (width + 2) + column + 1)) inked++;
  }
  return inked >= ENOUGH;
}

/** The bytes that `markInk` needs for a picture of this size. */
export function inkBytes(width: i32, height: i32): i32 {
  return (width + 2) * (height + 2);
}

/** Writes where a picture has ink or a pixel beside it has: a byte per pixel, with a border of one pixel. */
export function markInk(picture: i32, width: i32, height: i32, ink: i32): void {
  memory.fill(ink, 0, inkBytes(width, height));
  for (let row: i32 = 0; row < height; row++)
    markRow(picture + ((row * width) << 2), width, ink + row * (width + 2), width + 2);
}

function markRow(pixel: i32, width: i32, ink: i32, stride: i32): void {
  const white = i32x4.splat(RGB);
  const end = pixel + (width << 2);
  while (pixel < end) {
    if (pixel + 16 <= end && i32x4.all_true(i32x4.eq(v128.and(v128.load(pixel), white), white))) {
      pixel += 16;
      ink += 4;
      continue;
    }
    const colour = load<i32>(pixel);
    if ((colour & 0xff) + 2 * ((colour >> 8) & 0xff) + ((colour >> 16) & 0xff) < 4 * PAPER) {
      for (let at = ink, last = ink + 2 * stride; at <= last; at += stride) {
        store<u8>(at, 1);
        store<u8>(at, 1, 1);
        store<u8>(at, 1, 2);
      }
    }
    pixel += 4;
    ink++;
  }
}
