import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepToastsAbove, placeToasts } from './above-bars.ts';

const WINDOW_HEIGHT = 800;
const WINDOW_WIDTH = 1_440;
const style = new Map<string, string>();
let observed: (() => void)[] = [];

beforeEach(() => {
  observed = [];
  style.clear();
  vi.stubGlobal('innerHeight', WINDOW_HEIGHT);
  vi.stubGlobal('innerWidth', WINDOW_WIDTH);
  vi.stubGlobal('document', {
    documentElement: { style: { setProperty: (name: string, value: string) => style.set(name, value) } },
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly changed: () => void;
      constructor(changed: () => void) {
        this.changed = changed;
      }
      observe(): void {
        observed.push(this.changed);
      }
      disconnect(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const changed = () => {
  for (const one of observed) one();
};

/** A bar of 60 pixels that ends this far above the bottom of the window. */
function bar(below: number, sheet?: EventTarget, left = 400) {
  const at = { below };
  const box = () => ({
    ...{ height: 60, top: WINDOW_HEIGHT - at.below - 60, bottom: WINDOW_HEIGHT - at.below },
    ...{ left, right: left + 400 },
  });
  const element = { getBoundingClientRect: box, closest: () => sheet ?? null } as unknown as Element;
  return { element, at };
}

test('toasts appear above the highest bar, until it is gone', () => {
  const leave = [keepToastsAbove(bar(0).element), keepToastsAbove(bar(56).element)];
  changed();
  expect(style.get('--bars-below')).toBe('116px');
  leave[1]?.();
  expect(style.get('--bars-below')).toBe('60px');
  leave[0]?.();
  expect(style.get('--bars-below')).toBe('0px');
});

test('the buttons of a sheet count once it has slid in; those of a dialog in the middle of the window do not', () => {
  const sheet = new EventTarget();
  const { element, at } = bar(-300, sheet);
  const leave = keepToastsAbove(element);
  changed();
  expect(style.get('--bars-of-dialog')).toBe('0px');
  at.below = 0;
  sheet.dispatchEvent(new Event('transitionend'));
  expect(style.get('--bars-of-dialog')).toBe('60px');
  at.below = 200;
  changed();
  expect(style.get('--bars-of-dialog')).toBe('0px');
  leave?.();
});

test('a bar in the middle of a page or at its side does not move toasts', () => {
  const ofPage = bar(56);
  const leave = [keepToastsAbove(ofPage.element), keepToastsAbove(bar(0, undefined, 1_040).element)];
  changed();
  expect(style.get('--bars-below')).toBe('116px');
  ofPage.at.below = 300;
  placeToasts();
  expect(style.get('--bars-below')).toBe('0px');
  for (const one of leave) one?.();
});
