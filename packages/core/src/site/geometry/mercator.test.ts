import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accuracyOf,
  areaGeo,
  areaProblem,
  frameGeo,
  MAX_MAP_TILES,
  mapFrame,
  tilesOf,
} from '../../features/maps/rules.ts';
import {
  areaSize,
  type Geo,
  geoFromPairs,
  groundSize,
  metresBetween,
  type Position,
  planBearing,
  toPlanPoint,
  toPosition,
  uprightGeo,
} from './mercator.ts';

/** A point about `metres` east and north of a position. */
const around = ({ lat, lon }: Position, metres: number) => {
  const dLat = metres / 111_320;
  const dLon = dLat / Math.cos((lat * Math.PI) / 180);
  return { west: lon - dLon, south: lat - dLat, east: lon + dLon, north: lat + dLat };
};
const position = fc.record({
  lat: fc.double({ min: -70, max: 70, noNaN: true }),
  lon: fc.double({ min: -179, max: 179, noNaN: true }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('plan and earth', () => {
  it('a round trip is accurate to a hundredth of a millimetre', () => {
    fc.assert(
      fc.property(position, share, share, fc.double({ min: 10, max: 1_500, noNaN: true }), (at, x, y, metres) => {
        const geo = areaGeo(around(at, metres));
        const back = toPlanPoint(geo, toPosition(geo, { x, y }));
        const size = groundSize(geo);
        expect(Math.hypot((back.x - x) * size.widthM, (back.y - y) * size.heightM)).toBeLessThan(1e-5);
      }),
    );
  });

  it('north is up and east is to the right', () => {
    const area = around({ lat: 48.137, lon: 11.575 }, 500);
    const geo = areaGeo(area);
    const top = toPosition(geo, { x: 0, y: 0 });
    expect(top.lat).toBeCloseTo(area.north, 9);
    expect(top.lon).toBeCloseTo(area.west, 9);
    expect(toPosition(geo, { x: 1, y: 1 }).lat).toBeCloseTo(area.south, 9);
    expect(planBearing(geo)).toBe(0);
  });

  it('lengths of a degree of latitude and longitude match the geodetic values', () => {
    // WGS 84: 111 132 m and 78 847 m at 45 degrees.
    const { widthM, heightM } = areaSize({ west: 10, south: 44.995, east: 10.01, north: 45.005 });
    expect(heightM).toBeCloseTo(1_111.32, 1);
    expect(widthM).toBeCloseTo(788.47, 1);
    expect(metresBetween({ lat: 44.995, lon: 10 }, { lat: 45.005, lon: 10 })).toBeCloseTo(1_111.32, 1);
  });
});

describe('georeferencing a drawing by two points', () => {
  const plan = { widthPt: 2_384, heightPt: 1_684 };

  it('finds the rotation, size and position it was laid out with', () => {
    const turn = fc.double({ min: 0, max: 359, noNaN: true });
    fc.assert(
      fc.property(position, turn, fc.double({ min: 20, max: 1_000, noNaN: true }), (at, degrees, width) => {
        const angle = (degrees * Math.PI) / 180;
        const height = (width * plan.heightPt) / plan.widthPt;
        const start = areaGeo(around(at, 1));
        const east = groundSize(start);
        // One metre on the ground, in Web Mercator.
        const perEast = start[0] / east.widthM;
        const perNorth = -start[4] / east.heightM;
        const created: Geo = [
          Math.cos(angle) * width * perEast,
          Math.sin(-angle) * height * perEast,
          start[2],
          -Math.sin(angle) * width * perNorth,
          -Math.cos(angle) * height * perNorth,
          start[5],
        ];
        const positions = [
          { x: 0.1, y: 0.2 },
          { x: 0.9, y: 0.7 },
        ] as const;
        const pair = (spot: (typeof positions)[number]) => ({ point: spot, position: toPosition(created, spot) });
        const found = geoFromPairs([pair(positions[0]), pair(positions[1])], plan);
        for (const spot of [...positions, { x: 0, y: 0 }, { x: 1, y: 1 }])
          expect(metresBetween(toPosition(found ?? created, spot), toPosition(created, spot))).toBeLessThan(0.25);
        const [p, q] = positions.map((spot) =>
          metresBetween(toPosition(found ?? start, spot), toPosition(created, spot)),
        );
        expect(Math.max(p ?? 1, q ?? 1)).toBeLessThan(0.001);
        const off = Math.abs(planBearing(found ?? start) - degrees) % 360;
        expect(Math.min(off, 360 - off)).toBeLessThan(0.05);
      }),
    );
  });

  it('needs two distinct points', () => {
    const here = { lat: 48, lon: 11 };
    const near = { point: { x: 0.5, y: 0.5 }, position: here };
    const far = { point: { x: 0.9, y: 0.5 }, position: { lat: 48, lon: 11.001 } };
    expect(geoFromPairs([near, { ...far, position: here }], plan)).toBeUndefined();
    expect(geoFromPairs([near, { ...far, point: near.point }], plan)).toBeUndefined();
    expect(geoFromPairs([near, far], plan)).toBeDefined();
  });
});

describe('areas', () => {
  const wide = (metres: number) => {
    // At the equator a degree of longitude is 111 319.49 m.
    const half = metres / 2 / 111_319.490_793;
    return { west: -half, east: half, south: -0.002, north: 0.002 };
  };

  it('may be up to 3 km across', () => {
    expect(areaSize(wide(3_000)).widthM).toBeCloseTo(3_000, 3);
    expect(areaProblem(wide(2_999.9))).toBeUndefined();
    expect(areaProblem(wide(3_001))).toBe('too_big');
    expect(areaProblem(around({ lat: 60, lon: 25 }, 1_600))).toBe('too_big');
    expect(areaProblem(around({ lat: 60, lon: 25 }, 1_400))).toBeUndefined();
    expect(areaProblem(around({ lat: 60, lon: 25 }, 2))).toBe('too_small');
  });

  it('become images of whole pixels that contain the area and lie where they claim', () => {
    fc.assert(
      fc.property(position, fc.double({ min: 10, max: 1_450, noNaN: true }), (at, metres) => {
        const area = around(at, metres);
        const frame = mapFrame(area, 19);
        const { fromX, toX, fromY, toY } = tilesOf(frame);
        expect((toX - fromX + 1) * (toY - fromY + 1)).toBeLessThanOrEqual(MAX_MAP_TILES);
        const geo = frameGeo(frame);
        const inside = [
          toPlanPoint(geo, { lat: area.north, lon: area.west }),
          toPlanPoint(geo, { lat: area.south, lon: area.east }),
        ];
        for (const { x, y } of inside) {
          expect(x).toBeGreaterThan(-1e-6);
          expect(y).toBeGreaterThan(-1e-6);
          expect(x).toBeLessThan(1 + 1e-6);
          expect(y).toBeLessThan(1 + 1e-6);
        }
        const pixel = groundSize(geo).widthM / frame.width;
        expect(groundSize(geo).widthM - areaSize(area).widthM).toBeLessThan(3 * pixel);
      }),
    );
  });

  it('use the pixel grid of the world: the first tile covers the whole world', () => {
    const frame = { zoom: 0, left: 0, top: 0, width: 256, height: 256 };
    const world = uprightGeo(-20_037_508.342_789, -20_037_508.342_789, 20_037_508.342_789, 20_037_508.342_789);
    for (const [i, value] of frameGeo(frame).entries()) expect(value).toBeCloseTo(world[i] ?? 0, 4);
  });
});

it('classifies accuracy: below 5 m good, up to 20 m mediocre, above that bad', () => {
  expect([0, 4.99, 5, 20, 20.01, 500].map(accuracyOf)).toEqual(['good', 'good', 'mediocre', 'mediocre', 'bad', 'bad']);
});
