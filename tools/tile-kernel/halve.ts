// Halves a tile: each result is the mean of a block of two by two pixels, weighted towards the darkest where something
// is drawn on paper. With the plain mean a hairline would fade by half at each level, while a PDF viewer draws it a
// whole pixel wide at any size.

/** Lightness is 0 to 1020. PAPER: anything lighter is paper. DRAWN: smaller differences from paper are grain. */
const PAPER: i32 = 920;
const DRAWN: i32 = 120;

/** The fourth byte of a pixel may hold anything. */
const RGB: i32 = 0xffffff;

/** Halves two rows of pixels into one; an odd last column is used in place of its missing neighbour. */
export function halveRows(upper: i32, lower: i32, width: i32, to: i32): void {
  const mask = i32x4.splat(RGB);
  const end = upper + (width << 2);
  for (; upper + 64 <= end; upper += 64, lower += 64, to += 32) {
    const first = v128.load32_splat(upper);
    const above = v128.or(
      v128.or(v128.xor(v128.load(upper), first), v128.xor(v128.load(upper, 16), first)),
      v128.or(v128.xor(v128.load(upper, 32), first), v128.xor(v128.load(upper, 48), first)),
    );
    const below = v128.or(
      v128.or(v128.xor(v128.load(lower), first), v128.xor(v128.load(lower, 16), first)),
      v128.or(v128.xor(v128.load(lower, 32), first), v128.xor(v128.load(lower, 48), first)),
    );
    if (!v128.any_true(v128.and(v128.or(above, below), mask))) {
      // All 32 pixels have the same colour.
      const plain = v128.and(first, mask);
      v128.store(to, plain);
      v128.store(to, plain, 16);
    } else {
      v128.store(to, halveEight(upper, lower));
      v128.store(to, halveEight(upper + 32, lower + 32), 16);
    }
  }
  for (; upper < end; upper += 8, lower += 8, to += 4) {
    const right = upper + 4 < end ? 4 : 0;
    const half = blend(
      i32x4.splat(load<i32>(upper)),
      i32x4.splat(load<i32>(upper + right)),
      i32x4.splat(load<i32>(lower)),
      i32x4.splat(load<i32>(lower + right)),
    );
    store<i32>(to, i32x4.extract_lane(half, 0) & RGB);
  }
}

/** Processes four adjacent blocks. */
function halveEight(upper: i32, lower: i32): v128 {
  const mask = i32x4.splat(RGB);
  const up = v128.load(upper);
  const upNext = v128.load(upper, 16);
  const low = v128.load(lower);
  const lowNext = v128.load(lower, 16);
  const a = v128.shuffle<i32>(up, upNext, 0, 2, 4, 6);
  const b = v128.shuffle<i32>(up, upNext, 1, 3, 5, 7);
  const c = v128.shuffle<i32>(low, lowNext, 0, 2, 4, 6);
  const d = v128.shuffle<i32>(low, lowNext, 1, 3, 5, 7);
  const differ = v128.and(v128.or(v128.or(v128.xor(a, b), v128.xor(c, d)), v128.xor(a, c)), mask);
  return v128.and(v128.any_true(differ) ? blend(a, b, c, d) : a, mask);
}

function blend(a: v128, b: v128, c: v128, d: v128): v128 {
  const middle = mean(a, b, c, d);
  const lightA = light(a);
  const lightB = light(b);
  const lightC = light(c);
  const lightD = light(d);
  const high = i32x4.max_s(i32x4.max_s(lightA, lightB), i32x4.max_s(lightC, lightD));
  const low = i32x4.min_s(i32x4.min_s(lightA, lightB), i32x4.min_s(lightC, lightD));
  // The first of the equally dark pixels.
  let darkest = v128.bitselect(c, d, i32x4.eq(lightC, low));
  darkest = v128.bitselect(b, darkest, i32x4.eq(lightB, low));
  darkest = v128.bitselect(a, darkest, i32x4.eq(lightA, low));
  const onPaper = i32x4.ge_s(high, i32x4.splat(PAPER));
  const drawn = i32x4.ge_s(i32x4.sub(high, low), i32x4.splat(DRAWN));
  return v128.bitselect(between(middle, darkest), middle, v128.and(onPaper, drawn));
}

/** Lightness: red plus twice green plus blue. */
function light(pixel: v128): v128 {
  const red = v128.and(pixel, i32x4.splat(0xff));
  const green = v128.and(i32x4.shr_u(pixel, 7), i32x4.splat(0x1fe));
  const blue = v128.and(i32x4.shr_u(pixel, 16), i32x4.splat(0xff));
  return i32x4.add(i32x4.add(red, green), blue);
}

/** The average of both, in every channel. */
function between(one: v128, other: v128): v128 {
  const halved = i32x4.shr_u(v128.and(v128.xor(one, other), i32x4.splat(0xfefefefe as i32)), 1);
  return i32x4.add(v128.and(one, other), halved);
}

function mean(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.or(everyOther(a, b, c, d), i32x4.shl(everyOther(next(a), next(b), next(c), next(d)), 8));
}

function next(pixel: v128): v128 {
  return i32x4.shr_u(pixel, 8);
}

/** The mean of the first and third channel of four pixels. */
function everyOther(a: v128, b: v128, c: v128, d: v128): v128 {
  const even = i32x4.splat(0x00ff00ff);
  const left = i16x8.add(v128.and(a, even), v128.and(b, even));
  const right = i16x8.add(v128.and(c, even), v128.and(d, even));
  return i16x8.shr_u(i16x8.add(i16x8.add(left, right), i16x8.splat(2)), 2);
}
