// The camera: it looks at a point from a distance, turned about the vertical and tilted. Pure.

export type Vec = readonly [number, number, number];
export type Box3 = { readonly min: readonly number[]; readonly max: readonly number[] };

/** `yaw` from north clockwise, `pitch` upwards, both in radians; `distance` in metres from the target. */
export type View = { readonly target: Vec; readonly distance: number; readonly yaw: number; readonly pitch: number };
export type Size = { readonly width: number; readonly height: number };

/** Upwards, radians. */
export const FIELD = (50 * Math.PI) / 180;
const STEEPEST = (89 * Math.PI) / 180;
const NEAREST = 0.5;
const FARTHEST = 100_000;

const HOME = { yaw: (-30 * Math.PI) / 180, pitch: (32 * Math.PI) / 180 };

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const times = (a: Vec, by: number): Vec => [a[0] * by, a[1] * by, a[2] * by];
export const minus = (a: Vec, b: Vec): Vec => add(a, times(b, -1));
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vec): Vec => times(a, 1 / (Math.hypot(...a) || 1));

/** The directions of a view: into the picture, to its right, to its top. */
export function axes({ yaw, pitch }: View): { forward: Vec; right: Vec; up: Vec } {
  const forward: Vec = [Math.sin(yaw) * Math.cos(pitch), Math.cos(yaw) * Math.cos(pitch), -Math.sin(pitch)];
  const right: Vec = [Math.cos(yaw), -Math.sin(yaw), 0];
  return { forward, right, up: cross(right, forward) };
}

export function eyeOf(view: View): Vec {
  return minus(view.target, times(axes(view).forward, view.distance));
}

const held = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** By angles, radians: the building turns with the finger. */
export function orbit(view: View, dYaw: number, dPitch: number): View {
  return { ...view, yaw: view.yaw + dYaw, pitch: held(view.pitch + dPitch, -STEEPEST, STEEPEST) };
}

/** By pixels of the picture, so that what lies at the target stays under the finger. */
export function pan(view: View, dx: number, dy: number, { height }: Size): View {
  const metres = (2 * view.distance * Math.tan(FIELD / 2)) / Math.max(1, height);
  const { right, up } = axes(view);
  return { ...view, target: add(view.target, add(times(right, -dx * metres), times(up, dy * metres))) };
}

/** Level with the ground: metres ahead, to the right, and upwards. */
export function walk(view: View, ahead: number, aside: number, rise: number): View {
  const step: Vec = [
    Math.sin(view.yaw) * ahead + Math.cos(view.yaw) * aside,
    Math.cos(view.yaw) * ahead - Math.sin(view.yaw) * aside,
    rise,
  ];
  return { ...view, target: add(view.target, step) };
}

/** `by` under one comes nearer. With `anchor`, that place stays where it is in the picture. Very near, it goes on into the building. */
export function zoom(view: View, by: number, anchor?: Vec): View {
  const wanted = view.distance * by;
  const distance = held(wanted, NEAREST, FARTHEST);
  const through = wanted < NEAREST ? times(axes(view).forward, NEAREST - wanted) : ([0, 0, 0] as const);
  const share = distance / view.distance;
  const target = anchor ? add(anchor, times(minus(view.target, anchor), share)) : view.target;
  return { ...view, distance, target: add(target, through) };
}

export const middleOf = ({ min, max }: Box3): Vec => {
  const at = (i: number) => ((min[i] ?? 0) + (max[i] ?? 0)) / 2;
  return [at(0), at(1), at(2)];
};

const radiusOf = ({ min, max }: Box3): number =>
  Math.hypot(...[0, 1, 2].map((i) => ((max[i] ?? 0) - (min[i] ?? 0)) / 2)) || 1;

/** Room left around what is fitted into the picture. */
const AIR = 1.08;

/** The same direction, so near that the box just fills the picture. */
export function fit(view: View, box: Box3, { width, height }: Size): View {
  const target = middleOf(box);
  const { forward, right, up } = axes(view);
  const upwards = Math.tan(FIELD / 2);
  const across = upwards * (width / Math.max(1, height));
  let distance = 2 * NEAREST;
  for (let corner = 0; corner < 8; corner++) {
    const at = (axis: number) => ((corner >> axis) & 1 ? box.max[axis] : box.min[axis]) ?? 0;
    const from = minus([at(0), at(1), at(2)], target);
    const beside = Math.max(Math.abs(dot(from, right)) / across, Math.abs(dot(from, up)) / upwards);
    distance = Math.max(distance, AIR * beside - dot(from, forward));
  }
  return { ...view, target, distance: Math.min(FARTHEST, distance) };
}

export const home = (box: Box3, size: Size): View => fit({ target: middleOf(box), distance: 1, ...HOME }, box, size);

/** Straight from above, north up. */
export const fromAbove = (box: Box3, size: Size): View =>
  fit({ target: middleOf(box), distance: 1, yaw: 0, pitch: STEEPEST }, box, size);

export type Matrix4 = Float32Array;

/** From metres to the picture, columns one after the other. */
export function projection(view: View, { width, height }: Size, box: Box3): Matrix4 {
  const eye = eyeOf(view);
  const { forward, right, up } = axes(view);
  const away = Math.hypot(...minus(middleOf(box), eye));
  const far = Math.max(1, (away + radiusOf(box)) * 1.05);
  // As far out as the building lets it be: so that depths are told apart.
  const near = Math.max(far / 20_000, 0.05, 0.9 * (away - radiusOf(box)));
  const f = 1 / Math.tan(FIELD / 2);
  const fx = f / (width / Math.max(1, height));
  const a = (far + near) / (far - near);
  const b = (-2 * far * near) / (far - near);
  const m = new Float32Array(16);
  for (let axis = 0; axis < 3; axis++) {
    m[4 * axis] = fx * (right[axis] ?? 0);
    m[4 * axis + 1] = f * (up[axis] ?? 0);
    m[4 * axis + 2] = a * (forward[axis] ?? 0);
    m[4 * axis + 3] = forward[axis] ?? 0;
  }
  m[12] = -fx * dot(right, eye);
  m[13] = -f * dot(up, eye);
  m[14] = -a * dot(forward, eye) + b;
  m[15] = -dot(forward, eye);
  return m;
}

/** Where a point is in the picture, in pixels; undefined behind the eye. */
export function toScreen(m: Matrix4, [x, y, z]: Vec, { width, height }: Size): { x: number; y: number } | undefined {
  const n = (i: number) => m[i] ?? 0;
  const w = n(3) * x + n(7) * y + n(11) * z + n(15);
  if (w <= 1e-6) return undefined;
  const px = (n(0) * x + n(4) * y + n(8) * z + n(12)) / w;
  const py = (n(1) * x + n(5) * y + n(9) * z + n(13)) / w;
  return { x: ((px + 1) / 2) * width, y: ((1 - py) / 2) * height };
}

export type Ray = { readonly from: Vec; readonly along: Vec };

/** What lies under a pixel. */
export function rayAt(view: View, x: number, y: number, { width, height }: Size): Ray {
  const { forward, right, up } = axes(view);
  const f = Math.tan(FIELD / 2);
  const px = (2 * x) / width - 1;
  const py = 1 - (2 * y) / height;
  const aspect = width / Math.max(1, height);
  const along = add(forward, add(times(right, px * f * aspect), times(up, py * f)));
  return { from: eyeOf(view), along: unit(along) };
}
