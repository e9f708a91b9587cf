// Touch gestures: one finger orbits, two pan and pinch, three walk; a still finger taps.
import { beforeEach, describe, expect, it } from 'vitest';
import type { View } from './camera.ts';
import { attachControls } from './controls.ts';

const SIZE = { width: 400, height: 800 };
const START: View = { target: [0, 0, 0], distance: 20, yaw: 0, pitch: 0.4 };

/** A minimal element that supports the gestures. */
class Surface extends EventTarget {
  setPointerCapture(): void {}
  getBoundingClientRect() {
    return { left: 0, top: 0 };
  }
}

let surface: Surface;
let view: View;
let taps: { x: number; y: number; double: boolean }[];
let detach: () => void;
let time = 0;

beforeEach(() => {
  surface = new Surface();
  view = START;
  taps = [];
  time = 0;
  detach = attachControls(surface as unknown as HTMLElement, {
    view: () => view,
    setView: (next) => {
      view = next;
    },
    size: () => SIZE,
    placeAt: () => undefined,
    onTap: (x, y, double) => taps.push({ x, y, double }),
    onKey: () => false,
  });
});

function finger(type: 'down' | 'move' | 'up' | 'cancel', pointerId: number, clientX: number, clientY: number): void {
  const event = new Event(`pointer${type}`);
  time += 50;
  const facts = { pointerId, clientX, clientY, button: 0, buttons: 1, pointerType: 'touch', shiftKey: false };
  for (const [key, value] of Object.entries({ ...facts, timeStamp: time }))
    Object.defineProperty(event, key, { value });
  surface.dispatchEvent(event);
}

describe('touch gestures', () => {
  it('one finger orbits and tilts without tapping', () => {
    finger('down', 1, 100, 100);
    finger('move', 1, 200, 130);
    finger('up', 1, 200, 130);
    expect(view.yaw).not.toBe(START.yaw);
    expect(view.pitch).toBeGreaterThan(START.pitch);
    expect(view.target).toEqual(START.target);
    expect(taps).toEqual([]);
  });

  it('spreading two fingers zooms in, pinching zooms out', () => {
    finger('down', 1, 150, 400);
    finger('down', 2, 250, 400);
    finger('move', 1, 100, 400);
    finger('move', 2, 300, 400);
    expect(view.distance).toBeCloseTo(10, 5);
    finger('move', 1, 150, 400);
    finger('move', 2, 250, 400);
    expect(view.distance).toBeCloseTo(20, 5);
    expect(view.yaw).toBe(START.yaw);
  });

  it('two parallel fingers pan without rotating', () => {
    finger('down', 1, 150, 400);
    finger('down', 2, 250, 400);
    finger('move', 1, 170, 400);
    finger('move', 2, 270, 400);
    expect(view.target[0]).toBeLessThan(0);
    expect(view).toMatchObject({ yaw: START.yaw, pitch: START.pitch });
    expect(view.distance).toBeCloseTo(START.distance, 0);
  });

  it('three fingers walk level with the ground', () => {
    for (const id of [1, 2, 3]) finger('down', id, 100 * id, 400);
    for (const id of [1, 2, 3]) finger('move', id, 100 * id, 430);
    expect(view.target[1]).toBeGreaterThan(0);
    expect(view.target[2]).toBe(0);
  });

  it('a still finger taps, and a second tap soon after counts as double', () => {
    for (const _ of [1, 2]) {
      finger('down', 1, 100, 100);
      finger('move', 1, 102, 101);
      finger('up', 1, 102, 101);
    }
    expect(taps).toEqual([
      { x: 100, y: 100, double: false },
      { x: 100, y: 100, double: true },
    ]);
    expect(view).toEqual(START);
  });

  it('a cancelled finger is not a tap, and neither are two fingers', () => {
    finger('down', 1, 100, 100);
    finger('cancel', 1, 100, 100);
    finger('down', 1, 100, 100);
    finger('down', 2, 200, 100);
    finger('up', 2, 200, 100);
    finger('up', 1, 100, 100);
    expect(taps).toEqual([]);
  });

  it('have no effect after detaching', () => {
    detach();
    finger('down', 1, 100, 100);
    finger('move', 1, 200, 130);
    expect(view).toBe(START);
  });
});
