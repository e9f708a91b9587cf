// Synthetic pins in clusters, as defects occur on a real site: the same seed produces the same pins.
import { PIN_FLAG, PIN_STATUS, type PinColumns } from '../viewer/pins/columns.ts';

/** A small seeded generator (mulberry32), so that images and measurements are comparable. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function labPins(count: number): PinColumns {
  const random = seeded(20_240_501);
  const columns: PinColumns = {
    ids: Array.from({ length: count }, (_, i) => `pin-${i + 1}`),
    x: new Float64Array(count),
    y: new Float64Array(count),
    colour: new Uint8Array(count),
    status: new Uint8Array(count),
    flags: new Uint8Array(count),
    number: new Int32Array(count),
  };
  const clumps = Array.from({ length: 18 }, () => ({ x: 0.1 + random() * 0.65, y: 0.15 + random() * 0.6 }));
  for (let i = 0; i < count; i++) {
    const clump = clumps[Math.floor(random() * clumps.length)] ?? { x: 0.5, y: 0.5 };
    const loose = random() < 0.6;
    columns.x[i] = loose ? 0.08 + random() * 0.7 : clump.x + (random() + random() - 1) * 0.06;
    columns.y[i] = loose ? 0.14 + random() * 0.64 : clump.y + (random() + random() - 1) * 0.06;
    columns.colour[i] = Math.floor(random() * 15);
    const kind = random();
    columns.status[i] = kind < 0.6 ? PIN_STATUS.open : kind < 0.88 ? PIN_STATUS.closed : PIN_STATUS.inactive;
    columns.flags[i] = flagsFor(columns.status[i] ?? 0, random);
    columns.number[i] = i + 1;
  }
  return columns;
}

function flagsFor(status: number, random: () => number): number {
  let flags = random() < 0.04 ? PIN_FLAG.unsynced : 0;
  if (status !== PIN_STATUS.open) return flags;
  if (random() < 0.45) flags |= PIN_FLAG.hasTask;
  if (flags & PIN_FLAG.hasTask && random() < 0.3) flags |= PIN_FLAG.overdue;
  else if (random() < 0.06) flags |= PIN_FLAG.rejected;
  return flags;
}
