import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sheetPack } from '../fixtures/sheet-pack.ts';
import { renderPlanOverview } from './plan-overview.ts';

const pack = await sheetPack();

async function overviewOf(pins: Parameters<typeof renderPlanOverview>[1]['pins']) {
  const read = async ({ offset, length }: { offset: number; length: number }) => pack.subarray(offset, offset + length);
  const png = await renderPlanOverview(read, { pins, box: { width: 120, height: 85 }, markups: [], credit: '' });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colours = (left: number, top: number, right: number, bottom: number) => {
    const found = new Set<string>();
    for (let y = Math.round(top * info.height); y < bottom * info.height; y += 1)
      for (let x = Math.round(left * info.width); x < right * info.width; x += 1) {
        const from = (y * info.width + x) * info.channels;
        found.add(data.subarray(from, from + 3).toString('hex'));
      }
    return found;
  };
  return { width: info.width, height: info.height, colours };
}

test('shows the whole sheet in the size of its box, with each pin and its number', async () => {
  const look = { colour: '#784bc4', status: 'open' } as const;
  const pins = [
    { ...look, at: { x: 0.25, y: 0.25 }, number: 18 },
    { ...look, at: { x: 0.99, y: 0.75 }, number: 27 },
  ];
  const { width, height, colours } = await overviewOf(pins);
  expect({ width, height }).toEqual({ width: 945, height: 669 });
  expect([...colours(0.1, 0.4, 0.11, 0.41)]).toEqual(['ffffff']);
  expect([...colours(0.6, 0.1, 0.61, 0.11)]).toEqual(['ff0000']);
  expect(colours(0.24, 0.19, 0.26, 0.25)).toContain('784bc4');
  // Digits beside the pin, at the right edge of the sheet on its left side.
  expect(colours(0.28, 0.19, 0.31, 0.25)).toContain('1b1f23');
  expect(colours(0.92, 0.69, 0.965, 0.75)).toContain('1b1f23');
});

test('shows pins without a number', async () => {
  const { colours } = await overviewOf([{ at: { x: 0.25, y: 0.25 }, number: null, colour: null, status: 'closed' }]);
  expect(colours(0.28, 0.19, 0.31, 0.25)).not.toContain('1b1f23');
});
