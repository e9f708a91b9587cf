// Moves the camera by mouse, touch and keyboard. One finger orbits, two pan and pinch, three walk.
import { orbit, pan, type Size, type Vec, type View, walk, zoom } from './camera.ts';

export type ControlsHost = {
  view(): View;
  setView(view: View): void;
  size(): Size;
  /** The surface point under a pixel, for zooming towards it. */
  placeAt(x: number, y: number): Vec | undefined;
  onTap(x: number, y: number, double: boolean): void;
  onKey(key: string): boolean;
};

/** Radians per pixel. */
const TURN = 0.006;
/** Pixels a finger may move and still tap. */
const STILL = 6;
const DOUBLE_TAP_MS = 350;

type Finger = { x: number; y: number };

export function attachControls(element: HTMLElement, host: ControlsHost): () => void {
  const fingers = new Map<number, Finger>();
  let moved = false;
  let most = 0;
  let lastTap = { at: 0, x: 0, y: 0 };

  const place = (event: PointerEvent | WheelEvent | MouseEvent): Finger => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const middle = (): Finger & { spread: number } => {
    const all = [...fingers.values()];
    const x = all.reduce((sum, one) => sum + one.x, 0) / Math.max(1, all.length);
    const y = all.reduce((sum, one) => sum + one.y, 0) / Math.max(1, all.length);
    return {
      x,
      y,
      spread: all.reduce((sum, one) => sum + Math.hypot(one.x - x, one.y - y), 0) / Math.max(1, all.length),
    };
  };

  const onDown = (event: PointerEvent) => {
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    most = Math.max(most, fingers.size);
    if (fingers.size === 1) moved = false;
  };
  const onMove = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const from = middle();
    const now = place(event);
    if (!moved && Math.hypot(now.x - before.x, now.y - before.y) < STILL && most === 1) return;
    moved = true;
    fingers.set(event.pointerId, now);
    const to = middle();
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const view = host.view();
    const shifting = event.pointerType === 'mouse' && (event.buttons !== 1 || event.shiftKey);
    if (fingers.size === 1 && !shifting) host.setView(orbit(view, dx * TURN, dy * TURN));
    else if (fingers.size === 3) host.setView(walk(view, dy * view.distance * 0.004, -dx * view.distance * 0.004, 0));
    else {
      const by = fingers.size === 2 && to.spread > 1 && from.spread > 1 ? from.spread / to.spread : 1;
      host.setView(zoom(pan(view, dx, dy, host.size()), by));
    }
  };
  const onUp = (event: PointerEvent) => {
    const at = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (fingers.size > 0) return;
    if (at && !moved && most === 1 && event.type === 'pointerup' && event.button === 0) {
      const double =
        event.timeStamp - lastTap.at < DOUBLE_TAP_MS && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < 4 * STILL;
      lastTap = { at: double ? 0 : event.timeStamp, ...at };
      host.onTap(at.x, at.y, double);
    }
    most = 0;
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const { x, y } = place(event);
    const steps = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    host.setView(zoom(host.view(), Math.exp(Math.max(-400, Math.min(400, steps)) * 0.0015), host.placeAt(x, y)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = byKey(event, host.view(), host.size());
    if (next) host.setView(next);
    else if (!host.onKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const noMenu = (event: Event) => event.preventDefault();

  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', onUp);
  element.addEventListener('wheel', onWheel, { passive: false });
  element.addEventListener('keydown', onKeyDown);
  element.addEventListener('contextmenu', noMenu);
  return () => {
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', onUp);
    element.removeEventListener('wheel', onWheel);
    element.removeEventListener('keydown', onKeyDown);
    element.removeEventListener('contextmenu', noMenu);
  };
}

const STEP = 0.12;

/** Arrow keys orbit, with Shift they pan; W A S D walk, Q and E move down and up. */
export function byKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  view: View,
  size: Size,
): View | undefined {
  const metres = Math.max(0.3, view.distance * 0.06);
  const arrows: Record<string, readonly [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const arrow = arrows[key];
  if (arrow) {
    const [x, y] = arrow;
    return shiftKey ? pan(view, -x * 40, -y * 40, size) : orbit(view, -x * STEP, -y * STEP);
  }
  switch (key) {
    case '+':
    case '=':
      return zoom(view, 0.8);
    case '-':
      return zoom(view, 1.25);
    case 'w':
      return walk(view, metres, 0, 0);
    case 's':
      return walk(view, -metres, 0, 0);
    case 'a':
      return walk(view, 0, -metres, 0);
    case 'd':
      return walk(view, 0, metres, 0);
    case 'q':
      return walk(view, 0, 0, -metres);
    case 'e':
      return walk(view, 0, 0, metres);
    default:
      return undefined;
  }
}
