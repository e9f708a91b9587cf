// The link to a changed area shows it on the new sheet.
import { expect, test } from 'vitest';
import { areaAddress } from './area-address.ts';

const pyramid = { width: 6_400, height: 3_200, tileSize: 512, levels: 4 };
const viewOf = (address: string) => new URLSearchParams(address.split('?')[1]).get('at')?.split('_').map(Number);

test('the area is centred at a zoom level that shows its surroundings', () => {
  const area = { x: 0.2, y: 0.4, width: 0.2, height: 0.1 };
  const address = areaAddress('p', { planId: 'plan', alignment: [1, 0, 0, 0, 1, 0], pyramid }, area);
  expect(address).toMatch(/^\/project\/p\/plan\/plan\?at=/u);
  expect(viewOf(address)).toEqual([0.3, 0.45, -2]);
});

test('on an aligned sheet the area is where that sheet shows it, and a dot is not magnified', () => {
  const half = {
    planId: 'plan',
    alignment: [0.5, 0, 0.1, 0, 0.5, 0] as [number, number, number, number, number, number],
    pyramid,
  };
  expect(viewOf(areaAddress('p', half, { x: 0.3, y: 0.2, width: 0.001, height: 0.001 }))).toEqual([0.401, 0.401, 0]);
});
