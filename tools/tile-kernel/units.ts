// How lines are stored: x and y of both ends, as whole numbers.

/** Units per side of the sheet. */
export const UNITS: f64 = 262_144;
export const LINE_BYTES: i32 = 16;
