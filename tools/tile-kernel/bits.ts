// Writes bits, the lowest first, as lossless WebP wants them.

let held: u64 = 0;
let holding: i32 = 0;
let out: i32 = 0;

export function startBits(at: i32): void {
  held = 0;
  holding = 0;
  out = at;
}

/** Writes the lowest `count` bits of `value`, which has no others; at most 56. */
export function put(value: u64, count: i32): void {
  held |= value << (holding as u64);
  holding += count;
  store<u64>(out, held);
  const whole = holding >> 3;
  out += whole;
  // Seven whole bytes and seven bits are the most; eight bytes never come together.
  held >>= (whole << 3) as u64;
  holding &= 7;
}

/** Fills up the last byte, and returns where the next one would stand. */
export function endBits(): i32 {
  if (holding > 0) {
    store<u8>(out, held as u8);
    out++;
  }
  return out;
}
