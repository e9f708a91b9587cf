// Known points of several grids.
import { describe, expect, it } from 'vitest';
import { metresBetween } from '../../site/geometry/mercator.ts';
import { gridOf } from './projected.ts';

describe('coordinates of a grid', () => {
  it.each([
    // Where a zone's central meridian meets the equator, and the pole a quarter of the earth's circumference away.
    ['EPSG:32632', 500_000, 0, 0, 9, 0.01],
    ['ETRS89 / UTM zone 32N', 500_000, 0, 0, 9, 0.01],
    ['EPSG:25832', 500_000, 0, 0, 9, 0.01],
    ['EPSG:32733', 500_000, 10_000_000, 0, 15, 0.01],
    ['WGS 84 / UTM zone 33S', 500_000, 10_000_000, 0, 15, 0.01],
    ['EPSG:2056', 2_600_000, 1_200_000, 46.951_083, 7.438_632, 1.5],
    ['CH1903+ / LV95', 2_600_000, 1_200_000, 46.951_083, 7.438_632, 1.5],
    // Munich's Marienplatz in the old survey.
    ['EPSG:31468', 4_468_503.333, 5_333_304.988, 48.137, 11.575_5, 15],
    ['DHDN / Gauss-Kruger zone 4', 4_468_503.333, 5_333_304.988, 48.137, 11.575_5, 15],
    ['EPSG:3857', 0, 0, 0, 0, 0.01],
  ])('%s', (name, east, north, lat, lon, within) => {
    const found = gridOf(name)?.(east, north);
    expect(found && metresBetween(found, { lat, lon })).toBeLessThan(within);
  });

  it('reach the pole after a quarter of the circumference', () => {
    expect(gridOf('EPSG:32632')?.(500_000, 0.9996 * 10_001_965.729).lat).toBeCloseTo(90, 6);
  });

  it('are not guessed for unknown grids', () => {
    expect(gridOf('EPSG:27700')).toBeUndefined();
    expect(gridOf('Local')).toBeUndefined();
  });
});
