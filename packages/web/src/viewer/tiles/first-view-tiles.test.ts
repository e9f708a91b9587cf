import TileGrid from 'ol/tilegrid/TileGrid.js';
import { expect, test } from 'vitest';
import { type Frame, NO_PADDING, openingFrame, planToScreen } from '../camera/geometry.ts';
import { levelResolutions, type Pyramid, preferCoarser, sharpTiles } from './pyramid.ts';

const PLAN: Pyramid = { widthPx: 9_934, heightPx: 7_016, tileSize: 512, levels: 6 };
const SCREENS = [
  { width: 1_020, height: 820, ratio: 2 },
  { width: 390, height: 664, ratio: 3 },
  { width: 1_900, height: 900, ratio: 1 },
];

/** The tiles OpenLayers requests, without those outside the sheet, which do not exist. */
function wantedByLibrary(frame: Frame): string[] {
  const extent = [0, -PLAN.heightPx, PLAN.widthPx, 0];
  const resolutions = levelResolutions(PLAN.levels).map((one) => one * frame.ratio);
  const grid = new TileGrid({ extent, resolutions, tileSize: PLAN.tileSize / frame.ratio });
  const z = grid.getZForResolution(1 / frame.scale, preferCoarser);
  const wide = (frame.width * Math.abs(frame.cos) + frame.height * Math.abs(frame.sin)) / 2 / frame.scale;
  const high = (frame.width * Math.abs(frame.sin) + frame.height * Math.abs(frame.cos)) / 2 / frame.scale;
  const { centreX, centreY } = frame;
  const seen = [
    Math.max(0, centreX - wide),
    Math.max(-PLAN.heightPx, -centreY - high),
    Math.min(PLAN.widthPx, centreX + wide),
    Math.min(0, -centreY + high),
  ];
  const found: string[] = [];
  grid.forEachTileCoord(seen, z, ([level, x, y]) => found.push(`${level}/${x}/${y}`));
  return found.sort();
}

const VIEWS = [
  undefined,
  ...[-4, -3.1, -2.2, -1, 0, 2].flatMap((zoom) =>
    [0, 30, 90].map((rotation) => ({ cx: 0.31, cy: 0.72, zoom, rotation })),
  ),
];

test('preloaded tiles are those the library will draw', () => {
  for (const { ratio, ...screen } of SCREENS) {
    for (const view of VIEWS) {
      const frame = openingFrame(PLAN, screen, ratio, view);
      const ahead = sharpTiles(PLAN, frame).map(({ z, x, y }) => `${z}/${x}/${y}`);
      expect(ahead.toSorted(), JSON.stringify({ screen, view })).toEqual(wantedByLibrary(frame));
    }
  }
});

test('the central tiles come first', () => {
  const [first] = sharpTiles(
    PLAN,
    openingFrame(PLAN, { width: 1_024, height: 1_024 }, 1, { cx: 0.5, cy: 0.5, zoom: 0, rotation: 0 }),
  );
  expect(first).toEqual({ z: 5, x: 9, y: 6 });
});

test('a plan opens with its view centred in the free area', () => {
  const padding = { ...NO_PADDING, bottom: 300, left: 40 };
  const screen = { width: 800, height: 900 };
  for (const rotation of [0, 30, 90]) {
    const frame = openingFrame(PLAN, screen, 2, { cx: 0.2, cy: 0.8, zoom: -2, rotation }, padding);
    const at = planToScreen(frame, 0.2, 0.8);
    expect(at.x).toBeCloseTo(420, 6);
    expect(at.y).toBeCloseTo(300, 6);
  }
});
