// Generates a small floor plan from a project's id: distinct for each project, and always the same. Pure.

export type Wall = { x1: number; y1: number; x2: number; y2: number };
export type Door = { x: number; y: number; size: number; turn: 0 | 90 | 180 | 270 };
export type CoverPlan = {
  rooms: { x: number; y: number; width: number; height: number }[];
  walls: Wall[];
  doors: Door[];
};

/** Pseudo-random numbers from 0 to 1 that depend only on the seed (mulberry32). */
function numbers(seed: string): () => number {
  let state = 2_166_136_261;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const MIN_ROOM_SIDE = 34;
const DOOR_WIDTH = 13;

/** Rooms, inner walls with door openings, and doors, within `width` × `height`. */
export function coverPlan(seed: string, width: number, height: number): CoverPlan {
  const next = numbers(seed);
  const plan: CoverPlan = { rooms: [], walls: [], doors: [] };

  function wall(upright: boolean, at: number, from: number, to: number): void {
    const room = to - from - DOOR_WIDTH - 12;
    const gap = from + 6 + Math.max(0, room) * next();
    if (upright) {
      plan.walls.push({ x1: at, y1: from, x2: at, y2: gap }, { x1: at, y1: gap + DOOR_WIDTH, x2: at, y2: to });
      plan.doors.push({ x: at, y: gap, size: DOOR_WIDTH, turn: next() < 0.5 ? 0 : 90 });
    } else {
      plan.walls.push({ x1: from, y1: at, x2: gap, y2: at }, { x1: gap + DOOR_WIDTH, y1: at, x2: to, y2: at });
      plan.doors.push({ x: gap, y: at, size: DOOR_WIDTH, turn: next() < 0.5 ? 180 : 270 });
    }
  }

  function divide(x: number, y: number, w: number, h: number, depth: number): void {
    const upright = w > h * (0.8 + next() * 0.5);
    const length = upright ? w : h;
    if (length < MIN_ROOM_SIDE * 2 || (depth > 1 && next() < 0.24)) {
      plan.rooms.push({ x, y, width: w, height: h });
      return;
    }
    const at = Math.round(MIN_ROOM_SIDE + (length - MIN_ROOM_SIDE * 2) * (0.15 + next() * 0.7));
    if (upright) {
      wall(true, x + at, y, y + h);
      divide(x, y, at, h, depth + 1);
      divide(x + at, y, w - at, h, depth + 1);
    } else {
      wall(false, y + at, x, x + w);
      divide(x, y, w, at, depth + 1);
      divide(x, y + at, w, h - at, depth + 1);
    }
  }

  divide(0, 0, width, height, 0);
  return plan;
}
