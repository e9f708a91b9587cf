// The camera over a real OpenLayers view; only the map is reduced to its size.
import type OlMap from 'ol/Map.js';
import Projection from 'ol/proj/Projection.js';
import type View from 'ol/View.js';
import { expect, test } from 'vitest';
import { Camera } from './camera.ts';
import { MAX_SCALE, screenToPlan } from './geometry.ts';

const PLAN = { widthPx: 4_000, heightPx: 2_000 };

function cameraIn(width: number, height: number) {
  const size = [width, height];
  const map = {
    getSize: () => size,
    getPixelRatio: () => 1,
    setView: (view: View) => view.setViewportSize(size),
  } as unknown as OlMap;
  const projection = (plan: typeof PLAN) =>
    new Projection({ code: 'plan', units: 'pixels', extent: [0, -plan.heightPx, plan.widthPx, 0] });
  return { camera: new Camera(map, PLAN, projection(PLAN)), size, projection };
}

test('fitting shows the whole plan with a margin', () => {
  const { camera } = cameraIn(1_000, 800);
  camera.fit(false);
  expect(camera.state()).toMatchObject({ cx: 0.5, cy: 0.5, rotation: 0 });
  expect(camera.frame().scale).toBeCloseTo((1_000 - 56) / 4_000, 6);
});

test('a view is returned as it was set', () => {
  const { camera } = cameraIn(1_000, 800);
  camera.set({ cx: 0.3, cy: 0.7, zoom: -0.5, rotation: 45 }, false);
  const state = camera.state();
  expect(state.cx).toBeCloseTo(0.3, 6);
  expect(state.cy).toBeCloseTo(0.7, 6);
  expect(state.zoom).toBeCloseTo(-0.5, 6);
  expect(state.rotation).toBeCloseTo(45, 6);
});

test('zooming around a point keeps the plan position under it', () => {
  const { camera } = cameraIn(1_000, 800);
  camera.set({ cx: 0.5, cy: 0.5, zoom: -1, rotation: 30 }, false);
  const at = { x: 200, y: 650 };
  const before = screenToPlan(camera.frame(), at.x, at.y);
  camera.zoomAround(1, at);
  const after = screenToPlan(camera.frame(), at.x, at.y);
  expect(camera.state().zoom).toBeCloseTo(0, 6);
  expect(after.x).toBeCloseTo(before.x, 6);
  expect(after.y).toBeCloseTo(before.y, 6);
});

test('the wheel never exceeds the largest scale or shrinks the plan to a dot', () => {
  const { camera } = cameraIn(1_000, 800);
  camera.fit(false);
  for (let i = 0; i < 40; i++) camera.zoomAround(1, { x: 500, y: 400 });
  expect(camera.frame().scale).toBeCloseTo(MAX_SCALE, 6);
  for (let i = 0; i < 80; i++) camera.zoomAround(-1, { x: 500, y: 400 });
  expect(camera.frame().scale).toBeCloseTo(camera.fitScale() * 0.5, 6);
});

test('the centre of the view never leaves the plan', () => {
  const { camera } = cameraIn(1_000, 800);
  camera.set({ cx: 0.5, cy: 0.5, zoom: 0 }, false);
  camera.panBy(1_000_000, -1_000_000, false);
  expect(camera.state().cx).toBeCloseTo(1, 6);
  expect(camera.state().cy).toBeCloseTo(0, 6);
});

test('a fitted plan stays fitted on resize, a chosen position is kept', () => {
  const { camera, size } = cameraIn(1_000, 800);
  camera.fit(false);
  size[0] = 500;
  camera.view.setViewportSize(size);
  camera.resized();
  expect(camera.frame().scale).toBeCloseTo(camera.fitScale(), 6);
  camera.set({ cx: 0.2, cy: 0.2, zoom: -1 }, false);
  size[0] = 1_200;
  camera.view.setViewportSize(size);
  camera.resized();
  expect(camera.state().zoom).toBeCloseTo(-1, 6);
  expect(camera.state().cx).toBeCloseTo(0.2, 6);
});

test('rotation takes the shorter direction', () => {
  const { camera } = cameraIn(1_000, 800);
  camera.set({ rotation: 350 }, false);
  const before = camera.view.getRotation();
  camera.set({ rotation: 10 }, false);
  expect(Math.abs(camera.view.getRotation() - before)).toBeCloseTo((20 * Math.PI) / 180, 6);
});

test('another revision keeps the view, another plan is fitted', () => {
  const { camera, projection } = cameraIn(1_000, 800);
  camera.set({ cx: 0.2, cy: 0.8, zoom: -1, rotation: 90 }, false);
  camera.setPlan(PLAN, projection(PLAN), true);
  expect(camera.state().cx).toBeCloseTo(0.2, 6);
  expect(camera.state().rotation).toBeCloseTo(90, 6);
  camera.setPlan(PLAN, projection(PLAN), false);
  expect(camera.state().cx).toBeCloseTo(0.5, 6);
  expect(camera.frame().scale).toBeCloseTo(camera.fitScale(), 6);
});

test('a covered side shifts the centre of the view into the free area', () => {
  const { camera } = cameraIn(1_000, 800);
  camera.setPadding({ top: 0, right: 400, bottom: 0, left: 0 });
  camera.fit(false);
  expect(camera.middle()).toEqual({ x: 300, y: 400 });
  expect(camera.frame().scale).toBeCloseTo((600 - 56) / 4_000, 6);
});
