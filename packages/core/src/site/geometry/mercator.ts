// Georeferencing of plans: plan fractions ↔ latitude and longitude through Web Mercator, and true sizes on the ground.
import type { Alignment, PlanPoint } from './alignment.ts';

/** Degrees, WGS 84. */
export type Position = { readonly lat: number; readonly lon: number };
/** Edges of an upright rectangle, in degrees. Never crosses the 180th meridian. */
export type Area = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/**
 * `[a, b, c, d, e, f]`: plan (x, y) → Web Mercator metres (a·x + b·y + c, d·x + e·y + f), east and north. An upright
 * map has b = d = 0 and e < 0.
 */
export type Geo = readonly [number, number, number, number, number, number];

const RADIUS = 6_378_137;
const FLATNESS = 1 / 298.257_223_563;
const ECCENTRICITY = FLATNESS * (2 - FLATNESS);
/** Half the width of the Web Mercator square, in metres. */
export const HALF_WORLD = Math.PI * RADIUS;
/** Latitude at which the square of Web Mercator ends. */
export const MAX_LAT = 85.051_128;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Web Mercator metres, east and north. */
export type Metres = { readonly x: number; readonly y: number };

export function toMercator({ lat, lon }: Position): Metres {
  return { x: RADIUS * radians(lon), y: RADIUS * Math.asinh(Math.tan(radians(lat))) };
}

export function fromMercator({ x, y }: Metres): Position {
  return { lat: degrees(Math.atan(Math.sinh(y / RADIUS))), lon: degrees(x / RADIUS) };
}

/** Metres on the ground per metre of Web Mercator at this latitude, east and north: the earth is not a sphere. */
function groundFactors(lat: number): { readonly east: number; readonly north: number } {
  const sin = Math.sin(radians(lat));
  const cos = Math.cos(radians(lat));
  const bulge = 1 - ECCENTRICITY * sin * sin;
  return {
    east: cos / Math.sqrt(bulge),
    north: (cos * (1 - ECCENTRICITY)) / (bulge * Math.sqrt(bulge)),
  };
}

/** The position on earth of a spot on the plan. */
export function toPosition([a, b, c, d, e, f]: Geo, { x, y }: PlanPoint): Position {
  return fromMercator({ x: a * x + b * y + c, y: d * x + e * y + f });
}

/** The spot of a position on earth, which may be outside the plan. */
export function toPlanPoint([a, b, c, d, e, f]: Geo, position: Position): PlanPoint {
  const { x, y } = toMercator(position);
  const det = a * e - b * d;
  return { x: (e * (x - c) - b * (y - f)) / det, y: (a * (y - f) - d * (x - c)) / det };
}

/** The plan is the upright rectangle between these corners in Web Mercator. */
export function uprightGeo(west: number, south: number, east: number, north: number): Geo {
  return [east - west, 0, west, 0, south - north, north];
}

/** The georeference of a sheet with this alignment to the plan. */
export function geoOfSheet([a, b, c, d, e, f]: Geo, [g, h, i, j, k, l]: Alignment): Geo {
  return [a * g + b * j, a * h + b * k, a * i + b * l + c, d * g + e * j, d * h + e * k, d * i + e * l + f];
}

/** Length of the plan's width and height on the ground, in metres. */
export function groundSize(geo: Geo): { readonly widthM: number; readonly heightM: number } {
  const [a, b, , d, e] = geo;
  const { east, north } = groundFactors(toPosition(geo, { x: 0.5, y: 0.5 }).lat);
  return { widthM: Math.hypot(a * east, d * north), heightM: Math.hypot(b * east, e * north) };
}

/** Width and height of an area on the ground, in metres, measured through its centre. */
export function areaSize({ west, south, east, north }: Area): { readonly widthM: number; readonly heightM: number } {
  const low = toMercator({ lat: south, lon: west });
  const high = toMercator({ lat: north, lon: east });
  return groundSize(uprightGeo(low.x, low.y, high.x, high.y));
}

/** The bearing of the plan's up direction: degrees clockwise from north, 0 ≤ turn < 360. */
export function planBearing(geo: Geo): number {
  const [, b, , , e] = geo;
  const { east, north } = groundFactors(toPosition(geo, { x: 0.5, y: 0.5 }).lat);
  // Avoids negative zero.
  const turn = degrees(Math.atan2(-b * east, -e * north)) || 0;
  return turn < 0 ? turn + 360 : turn;
}

/** Metres between two positions, for distances of up to a few kilometres. */
export function metresBetween(one: Position, other: Position): number {
  const p = toMercator(one);
  const q = toMercator(other);
  const { east, north } = groundFactors((one.lat + other.lat) / 2);
  return Math.hypot((q.x - p.x) * east, (q.y - p.y) * north);
}

/** A spot on the plan and its position on earth. */
export type GeoPair = { readonly point: PlanPoint; readonly position: Position };
/** Width and height of the plan in the same unit. */
export type Proportions = { readonly widthPt: number; readonly heightPt: number };

/** Pairs closer than this determine no direction: metres on the ground, and a fraction of the plan's width. */
const MIN_DISTANCE_M = 1;
const MIN_DISTANCE_SHARE = 0.01;

/**
 * Georeferences a drawing in true proportions by two points: rotation, uniform scale and shift. Undefined if the points
 * are too close together.
 */
export function geoFromPairs([one, two]: readonly [GeoPair, GeoPair], plan: Proportions): Geo | undefined {
  const p = toMercator(one.position);
  const q = toMercator(two.position);
  const { east, north } = groundFactors((one.position.lat + two.position.lat) / 2);
  const ge = (q.x - p.x) * east;
  const gn = (q.y - p.y) * north;
  const pu = (two.point.x - one.point.x) * plan.widthPt;
  // Upwards, like north.
  const pv = -(two.point.y - one.point.y) * plan.heightPt;
  const length = Math.hypot(pu, pv);
  if (Math.hypot(ge, gn) < MIN_DISTANCE_M || length < MIN_DISTANCE_SHARE * plan.widthPt) return undefined;
  const scale = Math.hypot(ge, gn) / length;
  const angle = Math.atan2(gn, ge) - Math.atan2(pv, pu);
  const cos = scale * Math.cos(angle);
  const sin = scale * Math.sin(angle);
  const a = (cos * plan.widthPt) / east;
  const b = (sin * plan.heightPt) / east;
  const d = (sin * plan.widthPt) / north;
  const e = (-cos * plan.heightPt) / north;
  // The midpoint minimises the error of both points.
  const x = (one.point.x + two.point.x) / 2;
  const y = (one.point.y + two.point.y) / 2;
  return [a, b, (p.x + q.x) / 2 - a * x - b * y, d, e, (p.y + q.y) / 2 - d * x - e * y];
}
