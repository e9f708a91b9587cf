// Edges of the lines of a drawing: position with subpixel accuracy, and normal direction.
import type { Grey } from './grey.ts';

/** Points with unit normals; `at` maps a pixel to its point, -1 if there is none. */
export type Edges = {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly nx: Float32Array;
  readonly ny: Float32Array;
  readonly at: Int32Array;
};

/** Edges further away are not looked for: more than any reach of the refinement, as points are passed on by neighbours. */
const FAR_PX = 13;

/** Weaker gradients are paper, print grain or hatch shading. */
const FAINT = 0.06;

function smoothed(ink: Float32Array, width: number, height: number): Float32Array {
  const wide = new Float32Array(ink.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 1; x < width - 1; x++) {
      const i = row + x;
      wide[i] = 0.25 * (ink[i - 1] as number) + 0.5 * (ink[i] as number) + 0.25 * (ink[i + 1] as number);
    }
  }
  const created = new Float32Array(ink.length);
  for (let i = width; i < ink.length - width; i++) {
    created[i] = 0.25 * (wide[i - width] as number) + 0.5 * (wide[i] as number) + 0.25 * (wide[i + width] as number);
  }
  return created;
}

export function edgesOf({ width, height, ink: raw }: Grey): Edges {
  const ink = smoothed(raw, width, height);
  const size = width * height;
  const gx = new Float32Array(size);
  const gy = new Float32Array(size);
  const strength = new Float32Array(size);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const dx = ((ink[i + 1] as number) - (ink[i - 1] as number)) / 2;
      const dy = ((ink[i + width] as number) - (ink[i - width] as number)) / 2;
      gx[i] = dx;
      gy[i] = dy;
      strength[i] = Math.sqrt(dx * dx + dy * dy);
    }
  }
  const xs: number[] = [];
  const ys: number[] = [];
  const nxs: number[] = [];
  const nys: number[] = [];
  const at = new Int32Array(size).fill(-1);
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      const here = strength[i] as number;
      if (here < FAINT) continue;
      const nx = (gx[i] as number) / here;
      const ny = (gy[i] as number) / here;
      const before = sample(strength, width, x - nx, y - ny);
      const after = sample(strength, width, x + nx, y + ny);
      if (before > here || after >= here) continue;
      const bend = before - 2 * here + after;
      const off = bend < 0 ? (0.5 * (before - after)) / bend : 0;
      at[i] = xs.length;
      xs.push(x + 0.5 + off * nx);
      ys.push(y + 0.5 + off * ny);
      nxs.push(nx);
      nys.push(ny);
    }
  }
  return {
    width,
    height,
    count: xs.length,
    x: Float32Array.from(xs),
    y: Float32Array.from(ys),
    nx: Float32Array.from(nxs),
    ny: Float32Array.from(nys),
    at,
  };
}

function sample(field: Float32Array, width: number, x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const i = y0 * width + x0;
  return (
    ((field[i] as number) * (1 - fx) + (field[i + 1] as number) * fx) * (1 - fy) +
    ((field[i + width] as number) * (1 - fx) + (field[i + width + 1] as number) * fx) * fy
  );
}

/** For each pixel the nearest edge point, -1 if none is near; computed in two sweeps over the image. */
export function nearestEdges(edges: Edges): Int32Array {
  const { width, height } = edges;
  const sweep: Sweep = { edges, nearest: edges.at.slice(), far: new Float32Array(width * height).fill(FAR_PX ** 2) };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const point = sweep.nearest[i] as number;
      if (point >= 0) sweep.far[i] = distance(edges, point, x, y);
    }
  }
  const whole = { from: 0, to: width - 1 };
  const [all, right, left] = [whole, { ...whole, from: 1 }, { ...whole, to: width - 2 }];
  for (let y = 0; y < height; y++) {
    if (y > 0) {
      passOn(sweep, y, all, -width, 1);
      passOn(sweep, y, right, -width - 1, 1);
      passOn(sweep, y, left, -width + 1, 1);
    }
    passOn(sweep, y, right, -1, 1);
    passOn(sweep, y, left, 1, -1);
  }
  for (let y = height - 1; y >= 0; y--) {
    if (y < height - 1) {
      passOn(sweep, y, all, width, 1);
      passOn(sweep, y, left, width + 1, 1);
      passOn(sweep, y, right, width - 1, 1);
    }
    passOn(sweep, y, left, 1, -1);
    passOn(sweep, y, right, -1, 1);
  }
  return sweep.nearest;
}

type Sweep = { readonly edges: Edges; readonly nearest: Int32Array; readonly far: Float32Array };

function distance({ x, y }: Edges, point: number, px: number, py: number): number {
  const dx = (x[point] as number) - px - 0.5;
  const dy = (y[point] as number) - py - 0.5;
  return dx * dx + dy * dy;
}

/** Passes the nearest point of a neighbour, `off` pixels away in memory, to each pixel of a row if it is closer. */
function passOn(
  { edges, nearest, far }: Sweep,
  y: number,
  { from, to }: { from: number; to: number },
  off: number,
  way: 1 | -1,
) {
  const { x: xs, y: ys, width } = edges;
  const row = y * width;
  const cy = y + 0.5;
  for (let x = way > 0 ? from : to; x >= from && x <= to; x += way) {
    const i = row + x;
    const point = nearest[i + off] as number;
    if (point < 0) continue;
    const dx = (xs[point] as number) - x - 0.5;
    const dy = (ys[point] as number) - cy;
    const square = dx * dx + dy * dy;
    if (square < (far[i] as number)) {
      far[i] = square;
      nearest[i] = point;
    }
  }
}

/** At most `most` points, spread over the drawing, so that dense hatches do not outweigh the walls. */
export function spreadPoints(edges: Edges, most: number): Int32Array {
  const { width, height, count } = edges;
  if (count <= most) return Int32Array.from({ length: count }, (_, i) => i);
  const cell = Math.max(4, Math.round(Math.sqrt((width * height) / (most * 0.7))));
  const columns = Math.ceil(width / cell);
  const cells = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const key = Math.floor((edges.y[i] as number) / cell) * columns + Math.floor((edges.x[i] as number) / cell);
    const held = cells.get(key);
    if (held) held.push(i);
    else cells.set(key, [i]);
  }
  const each = Math.max(1, Math.floor(most / cells.size));
  const chosen: number[] = [];
  for (const held of cells.values()) {
    const step = Math.max(1, held.length / each);
    for (let at = 0; at < held.length && chosen.length < most; at += step) chosen.push(held[Math.floor(at)] as number);
  }
  return Int32Array.from(chosen);
}
