// Writes bits, lowest first, as required by lossless WebP.

let held: u64 = 0;
let holding: i32 = 0;
let out: i32 = 0;

export function startBits(at: i32): void {
  held = 0;
  holding = 0;
  out = at;
}

/** Writes the lowest `count` bits of `value`, whose other bits must be zero; at most 56. */
export function put(value: u64, count: i32): void {
  held |= value << (holding as u64);
  holding += count;
  store<u64>(out, held);
  const whole = holding >> 3;
  out += whole;
  // At most seven whole bytes and seven bits are pending; eight bytes never accumulate.
  held >>= (whole << 3) as u64;
  holding &= 7;
}

/** Pads the last byte, and returns the address of the next one. */
export function endBits(): i32 {
  if (holding > 0) {
    store<u8>(out, held as u8);
    out++;
  }
  return out;
}
