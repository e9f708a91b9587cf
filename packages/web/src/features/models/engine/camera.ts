// The camera: it looks at a target from a distance, rotated about the vertical axis and tilted. Pure.
import { PerspectiveCamera, type Ray, Raycaster, Vector2, Vector3 } from 'three';

export type Vec = readonly [number, number, number];
export type Box3 = { readonly min: readonly number[]; readonly max: readonly number[] };

/** `yaw` clockwise from north, `pitch` upwards, both in radians; `distance` in metres from the target. */
export type View = { readonly target: Vec; readonly distance: number; readonly yaw: number; readonly pitch: number };
export type Size = { readonly width: number; readonly height: number };

/** Vertical field of view, degrees. */
const FIELD_DEGREES = 50;
export const FIELD = (FIELD_DEGREES * Math.PI) / 180;
const MAX_PITCH = (89 * Math.PI) / 180;
const MIN_DISTANCE = 0.5;
const MAX_DISTANCE = 100_000;

const HOME = { yaw: (-30 * Math.PI) / 180, pitch: (32 * Math.PI) / 180 };

const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (a: Vec, by: number): Vec => [a[0] * by, a[1] * by, a[2] * by];
const minus = (a: Vec, b: Vec): Vec => add(a, times(b, -1));
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Direction vectors of a view: forward, right, up. */
function axes({ yaw, pitch }: View): { forward: Vec; right: Vec; up: Vec } {
  const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return {
    forward: [sinYaw * cosPitch, cosYaw * cosPitch, -sinPitch],
    right: [cosYaw, -sinYaw, 0],
    up: [sinYaw * sinPitch, cosYaw * sinPitch, cosPitch],
  };
}

export function eyeOf(view: View): Vec {
  return minus(view.target, times(axes(view).forward, view.distance));
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Angles in radians. */
export function orbit(view: View, dYaw: number, dPitch: number): View {
  return { ...view, yaw: view.yaw + dYaw, pitch: clamp(view.pitch + dPitch, -MAX_PITCH, MAX_PITCH) };
}

/** In pixels of the view, so that the target stays under the finger. */
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

/**
 * `by` below one moves closer. The anchor keeps its screen position.
 * At the minimum distance the camera moves on into the building.
 */
export function zoom(view: View, by: number, anchor?: Vec): View {
  const requested = view.distance * by;
  const distance = clamp(requested, MIN_DISTANCE, MAX_DISTANCE);
  const through = requested < MIN_DISTANCE ? times(axes(view).forward, MIN_DISTANCE - requested) : ([0, 0, 0] as const);
  const share = distance / view.distance;
  const target = anchor ? add(anchor, times(minus(view.target, anchor), share)) : view.target;
  return { ...view, distance, target: add(target, through) };
}

const middleOf = ({ min, max }: Box3): Vec => {
  const at = (i: number) => ((min[i] ?? 0) + (max[i] ?? 0)) / 2;
  return [at(0), at(1), at(2)];
};

const radiusOf = ({ min, max }: Box3): number =>
  Math.hypot(...[0, 1, 2].map((i) => ((max[i] ?? 0) - (min[i] ?? 0)) / 2)) || 1;

/** Margin around a box that fills the view. */
const MARGIN = 1.08;

/** The same direction, as close as the whole box allows. */
export function fit(view: View, box: Box3, { width, height }: Size): View {
  const target = middleOf(box);
  const { forward, right, up } = axes(view);
  const upwards = Math.tan(FIELD / 2);
  const across = upwards * (width / Math.max(1, height));
  let distance = 2 * MIN_DISTANCE;
  for (let corner = 0; corner < 8; corner++) {
    const at = (axis: number) => ((corner >> axis) & 1 ? box.max[axis] : box.min[axis]) ?? 0;
    const from = minus([at(0), at(1), at(2)], target);
    const beside = Math.max(Math.abs(dot(from, right)) / across, Math.abs(dot(from, up)) / upwards);
    distance = Math.max(distance, MARGIN * beside - dot(from, forward));
  }
  return { ...view, target, distance: Math.min(MAX_DISTANCE, distance) };
}

export const home = (box: Box3, size: Size): View => fit({ target: middleOf(box), distance: 1, ...HOME }, box, size);

/** Straight from above, north up. */
export const fromAbove = (box: Box3, size: Size): View =>
  fit({ target: middleOf(box), distance: 1, yaw: 0, pitch: MAX_PITCH }, box, size);

/** The three.js camera for a view. Its near and far planes enclose the box tightly, for depth precision. */
export function cameraOf(view: View, { width, height }: Size, box: Box3): PerspectiveCamera {
  const eye = eyeOf(view);
  const away = Math.hypot(...minus(middleOf(box), eye));
  const far = Math.max(1, (away + radiusOf(box)) * 1.05);
  const near = Math.max(far / 20_000, 0.05, 0.9 * (away - radiusOf(box)));
  const camera = new PerspectiveCamera(FIELD_DEGREES, width / Math.max(1, height), near, far);
  camera.up.set(0, 0, 1);
  camera.position.set(...eye);
  camera.lookAt(...view.target);
  camera.updateMatrixWorld();
  return camera;
}

/** Screen position of a point in pixels; undefined behind the camera. */
export function toScreen(
  camera: PerspectiveCamera,
  point: Vec,
  { width, height }: Size,
): { x: number; y: number } | undefined {
  const at = new Vector3(...point).applyMatrix4(camera.matrixWorldInverse);
  if (at.z > -1e-6) return undefined;
  at.applyMatrix4(camera.projectionMatrix);
  return { x: ((at.x + 1) / 2) * width, y: ((1 - at.y) / 2) * height };
}

/** The ray through a pixel. */
export function rayAt(camera: PerspectiveCamera, x: number, y: number, { width, height }: Size): Ray {
  const caster = new Raycaster();
  caster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
  return caster.ray;
}
