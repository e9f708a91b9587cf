import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sheetPack } from '../fixtures/sheet-pack.ts';
import { type CropRequest, renderPlanCrop } from './plan-crop.ts';

const A3 = { widthPt: 1190.55, heightPt: 841.89 };
const pack = await sheetPack();

async function crop(request: Partial<CropRequest>) {
  let bytesRead = 0;
  const png = await renderPlanCrop(
    async ({ offset, length }) => {
      bytesRead += length;
      return pack.subarray(offset, offset + length);
    },
    {
      at: { x: 0.5, y: 0.5 },
      sheet: A3,
      box: { width: 80, height: 60 },
      mark: { colour: '#784bc4', status: 'open' },
      ...request,
    },
  );
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels;
    return `#${data.subarray(from, from + 3).toString('hex')}`;
  };
  return { at, bytesRead, width: info.width, height: info.height };
}

describe('a crop', () => {
  test('has the aspect ratio and resolution of its box', async () => {
    expect(await crop({ box: { width: 80, height: 60 } })).toMatchObject({ width: 630, height: 472 });
    expect(await crop({ box: { width: 40, height: 90 } })).toMatchObject({ width: 315, height: 709 });
  });

  test('shows half or twice the area around the pin on request', async () => {
    // The quarters of the sheet meet 3 % of its width to the right of the pin.
    const at = { x: 0.47, y: 0.25 };
    const edge = async (area: number) => {
      const { at: colour, width } = await crop({ at, area });
      return Array.from({ length: width }, (_, x) => x / (width - 1)).find((x) => colour(x, 0.1) === '#ff0000') ?? 1;
    };
    const [close, standard, wide] = [await edge(0.5), await edge(1), await edge(2)];
    expect((close - 0.5) / (standard - 0.5)).toBeCloseTo(2, 1);
    expect((standard - 0.5) / (wide - 0.5)).toBeCloseTo(2, 1);
  });

  test('of a map shows the attribution in the lower right corner only', async () => {
    const credit = '© Somebody who draws <maps> & more';
    const { at } = await crop({ credit });
    expect(at(0.1, 0.1)).toBe('#ffffff');
    expect(at(0.1, 0.9)).toBe('#00ff00');
    // Blue without it.
    expect(at(0.985, 0.955)).not.toBe('#0000ff');
    expect((await crop({})).at(0.985, 0.955)).toBe('#0000ff');
  });

  test('shows the markups of the plan, with their texts, below the pin', async () => {
    const labelAt = { x: 0.5, y: 0.56 };
    const look = { colour: '#ff00ff', filled: false, holes: [], labelAt, text: '' } as const;
    const { at } = await crop({
      markups: [
        {
          ...look,
          kind: 'line',
          points: [
            { x: 0.47, y: 0 },
            { x: 0.47, y: 1 },
          ],
        },
        {
          ...look,
          kind: 'polygon',
          filled: true,
          points: [
            { x: 0.53, y: 0.4 },
            { x: 0.6, y: 0.4 },
            { x: 0.6, y: 0.45 },
          ],
        },
        { ...look, kind: 'text', points: [labelAt], text: 'Check <this> \u0000& that' },
        // Far away, as most are.
        {
          ...look,
          kind: 'arrow',
          points: [
            { x: 0.02, y: 0.02 },
            { x: 0.05, y: 0.05 },
          ],
          labelAt: { x: 0.03, y: 0.03 },
          text: 'elsewhere',
        },
      ],
    });
    const row = (y: number) => Array.from({ length: 500 }, (_, x) => at(x / 499, y));
    expect(row(0.15)).toContain('#ff00ff');
    // The translucent fill lets the red sheet show through.
    const [red, green, blue] = [at(0.85, 0.12).slice(1, 3), at(0.85, 0.12).slice(3, 5), at(0.85, 0.12).slice(5)];
    expect([red, green]).toEqual(['ff', '00']);
    expect(Number.parseInt(blue, 16)).toBeGreaterThan(0x18);
    // Text on white over the green and the blue quarter.
    expect(Array.from({ length: 200 }, (_, y) => row(0.6 + (y / 200) * 0.4)).flat()).toContain('#ff00ff');
  });

  test('shows the surroundings of the pin, with the tip of the mark at its position', async () => {
    const { at } = await crop({});
    expect([at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)]).toEqual([
      '#ffffff',
      '#ff0000',
      '#00ff00',
      '#0000ff',
    ]);
    // The mark is above its position: violet in its body, nothing of it below.
    expect(at(0.5 - 0.02, 0.5 - 0.08)).toBe('#784bc4');
    expect(at(0.49, 0.53)).toBe('#00ff00');
    expect(at(0.51, 0.53)).toBe('#0000ff');
  });

  test.each([
    ['upper left', { x: 0, y: 0 }, '#ffffff'],
    ['upper right', { x: 1, y: 0 }, '#ff0000'],
    ['lower left', { x: 0, y: 1 }, '#00ff00'],
    ['lower right', { x: 1, y: 1 }, '#0000ff'],
  ])('at the %s corner shows the whole mark, and blank paper beyond the edge', async (_name, place, colour) => {
    const { at } = await crop({ at: place });
    expect(at(0.5, 0.5)).toBe(colour);
    let mark = 0;
    for (let y = 0; y < 1; y += 0.004) for (let x = 0; x < 1; x += 0.004) if (at(x, y) === '#784bc4') mark += 1;
    // As large as anywhere else.
    const middle = await crop({ at: { x: 0.3, y: 0.3 } });
    let whole = 0;
    for (let y = 0; y < 1; y += 0.004) for (let x = 0; x < 1; x += 0.004) if (middle.at(x, y) === '#784bc4') whole += 1;
    expect(mark).toBeGreaterThan(whole * 0.95);
  });

  test('larger than the sheet shows all of the sheet', async () => {
    const { at } = await crop({ sheet: { widthPt: 119, heightPt: 84 }, at: { x: 0.25, y: 0.25 } });
    expect([at(0.4, 0.6), at(0.6, 0.4), at(0.6, 0.6)]).toEqual(['#00ff00', '#ff0000', '#0000ff']);
    expect(at(0.03, 0.5)).toBe('#eceae6');
  });

  test('reads only a few tiles of the sheet', async () => {
    expect((await crop({ box: { width: 30, height: 20 } })).bytesRead).toBeLessThan(pack.length / 2);
  });

  test('of a damaged pack throws', async () => {
    const read = async () => Buffer.alloc(64);
    const request: CropRequest = {
      at: { x: 0.5, y: 0.5 },
      sheet: A3,
      box: { width: 80, height: 60 },
      mark: { colour: null, status: 'open' },
    };
    await expect(renderPlanCrop(read, request)).rejects.toThrow('not a tile pack');
  });
});
