// The viewer's DOM listeners: keys, wheel, pointer leave and context menu of its viewport, colour scheme, pixel
// density.
import type { Camera } from './camera/camera.ts';
import { handleKey, type KeyTarget } from './input/keyboard.ts';
import { listenToWheel } from './input/wheel.ts';
import { watchTheme } from './theme.ts';
import type { Tool } from './tools/tool.ts';
import { watchPixelRatio } from './viewer-elements.ts';

export interface ListenerTarget extends KeyTarget {
  readonly tool: Tool;
  refreshTheme(): void;
  setRatio(ratio: number): void;
}

/** Returns the function that removes the listeners. */
export function addDomListeners(
  viewport: HTMLElement,
  camera: Camera,
  wheelPans: boolean,
  to: ListenerTarget,
): () => void {
  const ends: (() => void)[] = [];
  const on = <K extends keyof HTMLElementEventMap>(type: K, then: (event: HTMLElementEventMap[K]) => void): void => {
    viewport.addEventListener(type, then);
    ends.push(() => viewport.removeEventListener(type, then));
  };
  on('keydown', (event) => handleKey(event, to));
  on('blur', () => to.dropFocus());
  on('pointerdown', () => to.dropFocus());
  on('pointerleave', () => to.tool.out?.());
  on('contextmenu', (event) => {
    event.preventDefault();
    const box = viewport.getBoundingClientRect();
    const touch = event instanceof PointerEvent && event.pointerType === 'touch';
    to.tool.menu?.({ x: event.clientX - box.left, y: event.clientY - box.top, touch });
  });
  ends.push(
    listenToWheel(viewport, {
      wheelPans,
      get reducedMotion() {
        return camera.reducedMotion;
      },
      zoomAround: (levels, at) => camera.zoomAround(levels, at),
      panBy: (dx, dy) => camera.panBy(dx, dy, false),
      setBusy: (busy) => camera.setBusy(busy),
    }),
    watchTheme(() => to.refreshTheme()),
    watchPixelRatio((ratio) => to.setRatio(ratio)),
  );
  return () => {
    for (const end of ends.splice(0)) end();
  };
}
