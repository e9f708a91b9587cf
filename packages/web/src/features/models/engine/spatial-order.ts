// Sorts elements so that neighbours in space are adjacent, large ones before small ones (a Z-order curve). Pure.

/**
 * Metres: handles, screws and pipe fittings are drawn separately
 * from walls, so that they can be skipped from a distance.
 */
export const SMALL = 0.6;

/** Ten bits of a number with two zero bits between each. */
function spread(value: number): number {
  let bits = value & 1_023;
  bits = (bits | (bits << 16)) & 0x30000ff;
  bits = (bits | (bits << 8)) & 0x300f00f;
  bits = (bits | (bits << 4)) & 0x30c30c3;
  return (bits | (bits << 2)) & 0x9249249;
}

/** Takes six numbers per element: lowest and highest corner. */
export function orderInSpace(boxes: ArrayLike<number>): number[] {
  const count = boxes.length / 6;
  const at = (element: number, i: number) => boxes[6 * element + i] ?? 0;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let element = 0; element < count; element++) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis] ?? 0, at(element, axis));
      high[axis] = Math.max(high[axis] ?? 0, at(element, axis + 3));
    }
  }
  const key = (element: number): number => {
    const cell = (axis: number) => {
      const whole = (high[axis] ?? 0) - (low[axis] ?? 0) || 1;
      const middle = (at(element, axis) + at(element, axis + 3)) / 2;
      return Math.max(0, Math.min(1_023, Math.floor(((middle - (low[axis] ?? 0)) / whole) * 1_023)));
    };
    const place = spread(cell(0)) | (spread(cell(1)) << 1) | (spread(cell(2)) << 2);
    return (place >>> 0) + (diagonal(boxes, element) < SMALL ? 2 ** 32 : 0);
  };
  const keys = Float64Array.from({ length: count }, (_, element) => key(element));
  return Array.from({ length: count }, (_, element) => element).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
}

/** The diagonal of an element's box, in metres. */
export function diagonal(boxes: ArrayLike<number>, element: number): number {
  const side = (axis: number) => (boxes[6 * element + axis + 3] ?? 0) - (boxes[6 * element + axis] ?? 0);
  return Math.hypot(side(0), side(1), side(2));
}
