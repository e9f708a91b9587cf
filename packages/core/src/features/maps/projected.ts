// Converts survey coordinates, in metres east and north of a named grid, to positions on earth. Grids are identified by
// EPSG number or name. Accurate to a few decimetres; older grids of Germany and Austria to a few metres. Pure.
import { fromMercator, MAX_LAT, type Position } from '../../site/geometry/mercator.ts';

type Ellipsoid = { readonly a: number; readonly f: number };
/** Datum shift to WGS 84: metres, arc seconds, parts per million. */
type Shift = readonly [number, number, number, number, number, number, number];
type Transverse = {
  readonly ellipsoid: Ellipsoid;
  /** Central meridian, degrees. */
  readonly lon: number;
  readonly scale: number;
  readonly east: number;
  readonly north: number;
  readonly shift?: Shift;
};

export type Grid = (east: number, north: number) => Position;

const GRS80: Ellipsoid = { a: 6_378_137, f: 1 / 298.257_222_101 };
const BESSEL: Ellipsoid = { a: 6_377_397.155, f: 1 / 299.152_812_8 };
/** Datums of Germany and Austria before satellite surveying. */
const DHDN: Shift = [598.1, 73.7, 418.2, 0.202, 0.045, -2.455, 6.7];
const MGI: Shift = [577.326, 90.129, 463.919, 5.137, 1.474, 5.297, 2.423_2];

const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Latitude and longitude in radians, using Krüger's series. */
function fromTransverse({ ellipsoid, lon, scale, east, north }: Transverse, x: number, y: number): [number, number] {
  const { a, f } = ellipsoid;
  const n = f / (2 - f);
  const radius = (a / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const beta = [n / 2 - (2 * n ** 2) / 3 + (37 * n ** 3) / 96, n ** 2 / 48 + n ** 3 / 15, (17 * n ** 3) / 480];
  const delta = [2 * n - (2 * n ** 2) / 3 - 2 * n ** 3, (7 * n ** 2) / 3 - (8 * n ** 3) / 5, (56 * n ** 3) / 15];
  const xi = (y - north) / (scale * radius);
  const eta = (x - east) / (scale * radius);
  let [u, v] = [xi, eta];
  beta.forEach((part, i) => {
    const k = 2 * (i + 1);
    u -= part * Math.sin(k * xi) * Math.cosh(k * eta);
    v -= part * Math.cos(k * xi) * Math.sinh(k * eta);
  });
  const chi = Math.asin(Math.sin(u) / Math.cosh(v));
  const lat = delta.reduce((sum, part, i) => sum + part * Math.sin(2 * (i + 1) * chi), chi);
  return [lat, (lon * Math.PI) / 180 + Math.atan2(Math.sinh(v), Math.cos(u))];
}

/** Converts from one ellipsoid to that of WGS 84. */
function shifted([lat, lon]: [number, number], from: Ellipsoid, shift: Shift): [number, number] {
  const e2 = from.f * (2 - from.f);
  const bend = from.a / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
  const [x, y, z] = [
    bend * Math.cos(lat) * Math.cos(lon),
    bend * Math.cos(lat) * Math.sin(lon),
    bend * (1 - e2) * Math.sin(lat),
  ];
  const [dx, dy, dz, ...turns] = shift;
  const [rx = 0, ry = 0, rz = 0] = turns.slice(0, 3).map((seconds) => (seconds / 3_600) * (Math.PI / 180));
  const grow = 1 + shift[6] / 1e6;
  const [X, Y, Z] = [
    dx + grow * (x - rz * y + ry * z),
    dy + grow * (rz * x + y - rx * z),
    dz + grow * (-ry * x + rx * y + z),
  ];
  const g2 = GRS80.f * (2 - GRS80.f);
  const flat = Math.hypot(X, Y);
  let to = Math.atan2(Z, flat * (1 - g2));
  for (let i = 0; i < 6; i++)
    to = Math.atan2(Z + (GRS80.a / Math.sqrt(1 - g2 * Math.sin(to) ** 2)) * g2 * Math.sin(to), flat);
  return [to, Math.atan2(Y, X)];
}

const transverse =
  (projection: Transverse): Grid =>
  (east, north) => {
    const found = fromTransverse(projection, east, north);
    const [lat, lon] = projection.shift ? shifted(found, projection.ellipsoid, projection.shift) : found;
    return { lat: degrees(lat), lon: degrees(lon) };
  };

const utm = (zone: number, south = false): Grid =>
  transverse({ ellipsoid: GRS80, lon: 6 * zone - 183, scale: 0.9996, east: 500_000, north: south ? 10_000_000 : 0 });

const gaussKrueger = (zone: number): Grid =>
  transverse({ ellipsoid: BESSEL, lon: 3 * zone, scale: 1, east: zone * 1_000_000 + 500_000, north: 0, shift: DHDN });

/** Meridians of 28, 31 and 34 degrees east of Ferro. */
const austria = (which: number, east = 0): Grid =>
  transverse({ ellipsoid: BESSEL, lon: 10 + 1 / 3 + 3 * which, scale: 1, east, north: -5_000_000, shift: MGI });

/** The swisstopo approximation formulas for navigation, accurate to one metre. */
const swiss: Grid = (east, north) => {
  const y = ((east > 2_000_000 ? east - 2_000_000 : east) - 600_000) / 1e6;
  const x = ((north > 1_000_000 ? north - 1_000_000 : north) - 200_000) / 1e6;
  const lon = 2.677_909_4 + 4.728_982 * y + 0.791_484 * y * x + 0.130_6 * y * x ** 2 - 0.043_6 * y ** 3;
  const lat =
    16.902_389_2 + 3.238_272 * x - 0.270_978 * y ** 2 - 0.002_528 * x ** 2 - 0.044_7 * y ** 2 * x - 0.014 * x ** 3;
  return { lat: (lat * 100) / 36, lon: (lon * 100) / 36 };
};

/** The index of `code` within a range of `count` numbers starting at `first`. */
const within = (code: number, first: number, count: number): number | undefined =>
  code >= first && code < first + count ? code - first : undefined;

function byNumber(code: number): Grid | undefined {
  if (code === 3_857) return (x, y) => fromMercator({ x, y });
  if (code === 2_056 || code === 21_781) return swiss;
  const european = within(code, 25_828, 11);
  if (european !== undefined) return utm(28 + european);
  const north = within(code, 32_601, 60);
  if (north !== undefined) return utm(1 + north);
  const south = within(code, 32_701, 60);
  if (south !== undefined) return utm(1 + south, true);
  const german = within(code, 31_466, 4);
  if (german !== undefined) return gaussKrueger(2 + german);
  const austrian = within(code, 31_254, 3);
  if (austrian !== undefined) return austria(austrian);
  const federal = within(code, 31_257, 3);
  return federal === undefined ? undefined : austria(federal, 150_000 + 300_000 * federal);
}

/** The grid named by a text such as "EPSG:25832", "ETRS89 / UTM zone 32N" or "UTM32"; undefined if it is unknown. */
export function gridOf(name: string): Grid | undefined {
  const number = /EPSG\W*(\d{4,5})/iu.exec(name)?.[1];
  if (number) return byNumber(Number(number));
  const zone = /UTM\D{0,8}(\d{1,2})\s*([NS])?/iu.exec(name);
  if (zone) return utm(Number(zone[1]), zone[2]?.toUpperCase() === 'S');
  const strip = /(?:Gau(?:ss|ß)\D{0,20}|DHDN\D{0,40})zone\s*([2-5])/iu.exec(name)?.[1];
  if (strip) return gaussKrueger(Number(strip));
  return /LV95|CH1903/iu.test(name) ? swiss : undefined;
}

/** Whether a position can be shown on a map at all. */
export const isOnMap = ({ lat, lon }: Position): boolean => Math.abs(lat) <= MAX_LAT && Math.abs(lon) <= 180;
