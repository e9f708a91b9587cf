// A model rotated by thirty degrees: its drawing has the same rotation.
import { describe, expect, it } from 'vitest';
import { pointInFrame } from './drawing-frame.ts';
import { metresBetween, planBearing, toPosition } from './mercator.ts';
import { geoOfFrame, type ModelLocation } from './model-location.ts';

const FRAME = { left: -10, top: 40, widthM: 80, heightM: 60 };
const METRES = 111_320;

describe('a drawing of a georeferenced model', () => {
  const east = 100 * Math.sin(Math.PI / 6);
  const north = 100 * Math.cos(Math.PI / 6);
  const given: ModelLocation = {
    by: 'site',
    grid: '',
    points: [
      { x: 0, y: 0, lat: 48, lon: 11 },
      { x: 0, y: 100, lat: 48 + north / 111_200, lon: 11 + east / (METRES * Math.cos((48 * Math.PI) / 180)) },
    ],
  };
  const geo = geoOfFrame(given, FRAME);

  it('has its points where the model has them', () => {
    if (!geo) throw new TypeError('it does not lie anywhere');
    for (const { x, y, lat, lon } of given.points)
      expect(metresBetween(toPosition(geo, pointInFrame(FRAME, x, y)), { lat, lon })).toBeLessThan(0.3);
  });

  it('is rotated like the model', () => {
    expect(geo && planBearing(geo)).toBeCloseTo(30, 0);
  });

  it('has no georeference if both points coincide', () => {
    const [one] = given.points;
    expect(geoOfFrame({ ...given, points: [one, one] }, FRAME)).toBeUndefined();
  });
});
