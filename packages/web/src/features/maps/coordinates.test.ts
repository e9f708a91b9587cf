import { expect, it } from 'vitest';
import { readPosition, writePosition } from './coordinates.ts';

const MUNICH = { lat: 48.1374, lon: 11.5755 };

it.each([
  '48.1374, 11.5755',
  ' 48.1374 11.5755 ',
  '48.1374;11.5755',
  '48,1374 11,5755',
  '48,1374, 11,5755',
  'geo:48.1374,11.5755?z=17',
  '48.1374°N 11.5755°E',
  '11,5755° O, 48,1374° N',
])('reads %s', (text) => expect(readPosition(text)).toEqual(MUNICH));

it('reads degrees, minutes and seconds in every hemisphere', () => {
  const found = readPosition(`33°51'24.8"S 151°12'55.1"E`);
  expect(found?.lat).toBeCloseTo(-33.856_889, 6);
  expect(found?.lon).toBeCloseTo(151.215_306, 6);
  expect(readPosition('40°30′N 3°45′W')).toEqual({ lat: 40.5, lon: -3.75 });
});

it.each(['', 'Marienplatz 1', '48.1374', '91, 0', '86, 0', '48, 181', '1 2 3', '80331 München', '12, 5a'])(
  'does not read %j as a position',
  (text) => expect(readPosition(text)).toBeUndefined(),
);

it('reads back what it writes', () => {
  expect(writePosition({ lat: -33.8568894, lon: 151 })).toBe('-33.856889, 151.000000');
  expect(readPosition(writePosition(MUNICH))).toEqual(MUNICH);
});
