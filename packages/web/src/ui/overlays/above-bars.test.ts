import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepToastsAbove } from './above-bars.ts';

const WINDOW_HEIGHT = 800;
const style = new Map<string, string>();
let observed: (() => void)[] = [];

beforeEach(() => {
  observed = [];
  style.clear();
  vi.stubGlobal('innerHeight', WINDOW_HEIGHT);
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
function bar(below: number, sheet?: EventTarget) {
  const at = { below };
  const box = () => ({ height: 60, top: WINDOW_HEIGHT - at.below - 60, bottom: WINDOW_HEIGHT - at.below });
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
  expect(style.get('--bars-below')).toBe('0px');
  at.below = 0;
  sheet.dispatchEvent(new Event('transitionend'));
  expect(style.get('--bars-below')).toBe('60px');
  at.below = 200;
  changed();
  expect(style.get('--bars-below')).toBe('0px');
  leave?.();
});
