// A canvas of overlaid, aligned sheets, moved by mouse, touch and keyboard. Independent of any feature.
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Box } from '../../../ui/layout/primitives.tsx';
import type { Camera } from './camera.ts';
import { type Blend, createSheetPainter, type Layer } from './draw.ts';
import { SheetTiles } from './sheet-tiles.ts';
import './sheets.css';

export type SheetCanvasProps = {
  label: string;
  camera: Camera;
  layers: readonly Layer[];
  blend: Blend;
  /** Tiles failed to load: their links may have expired. */
  onTilesFailed?: (() => void) | undefined;
  /** A click or tap without a drag; in plan fractions. */
  onTap?: ((point: PlanPoint) => void) | undefined;
  /** Keys the canvas does not use itself; return true if handled. */
  onKey?: ((event: KeyboardEvent) => boolean) | undefined;
  /** Magnifies the area around the pointer, so that a corner can be hit exactly. */
  magnifier?: boolean | undefined;
  /** Overlay on the drawing; `at` converts plan positions to canvas positions. Rendered again on every move. */
  children?: ((at: (point: PlanPoint) => { x: number; y: number }, scale: number) => ReactNode) | undefined;
};

type Pixel = { x: number; y: number };
/** Pixels of movement below which a touch still counts as a tap. */
const MAX_TAP_MOVE_PX = 6;
const PAN_STEP_PX = 60;
const LOUPE_PX = 132;
const LOUPE_ZOOM = 3;

export function SheetCanvas(props: SheetCanvasProps) {
  const { label, camera, layers, blend, onTap, onKey, magnifier, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const loupe = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [, setMoved] = useState(0);
  const draw = useRef<() => void>(() => undefined);
  const [pointer, setPointer] = useState<Pixel>();

  useLayoutEffect(() => {
    const element = canvas.current;
    const container = box.current;
    const context = element?.getContext('2d', { alpha: false });
    if (!element || !container || !context) return;
    const painter = createSheetPainter();
    let pendingFrame = 0;
    const size = { width: 1, height: 1 };
    const paint = () => {
      pendingFrame = 0;
      const { camera: now, layers: current, blend: blendMode } = latest.current;
      const density = Math.min(2, devicePixelRatio || 1);
      const background = getComputedStyle(container).getPropertyValue('--sheet-ground').trim() || '#ddd8cf';
      painter(context, current, blendMode, background, { camera: now, tiles, size, density });
    };
    const requestFrame = () => {
      if (pendingFrame === 0) pendingFrame = requestAnimationFrame(paint);
    };
    const tiles = new SheetTiles(requestFrame, () => latest.current.onTilesFailed?.());
    draw.current = requestFrame;
    const measure = () => {
      const { clientWidth, clientHeight } = container;
      size.width = Math.max(1, clientWidth);
      size.height = Math.max(1, clientHeight);
      const density = Math.min(2, devicePixelRatio || 1);
      element.width = Math.round(size.width * density);
      element.height = Math.round(size.height * density);
      latest.current.camera.resize(size);
      paint();
    };
    const watch = new ResizeObserver(measure);
    watch.observe(container);
    measure();
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const rect = container.getBoundingClientRect();
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016) * (event.deltaMode === 1 ? 18 : 1));
      latest.current.camera.zoom(factor, { x: event.clientX - rect.left, y: event.clientY - rect.top });
    };
    container.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      watch.disconnect();
      container.removeEventListener('wheel', onWheel);
      cancelAnimationFrame(pendingFrame);
      tiles.close();
    };
  }, []);

  useEffect(() => {
    const moved = () => {
      draw.current();
      setMoved((count) => count + 1);
    };
    moved();
    return camera.listen(moved);
  }, [camera]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these determine what is drawn
  useEffect(() => draw.current(), [layers, blend]);

  useEffect(() => {
    const from = canvas.current;
    const context = loupe.current?.getContext('2d');
    if (!from || !context || !pointer) return;
    const density = from.width / Math.max(1, from.clientWidth);
    const half = LOUPE_PX / LOUPE_ZOOM / 2;
    context.imageSmoothingEnabled = true;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, LOUPE_PX * 2, LOUPE_PX * 2);
    const side = 2 * half * density;
    context.drawImage(
      from,
      (pointer.x - half) * density,
      (pointer.y - half) * density,
      side,
      side,
      0,
      0,
      LOUPE_PX * 2,
      LOUPE_PX * 2,
    );
  });

  const panZoom = usePanZoom(camera, box, onTap, (at) => setPointer(magnifier ? at : undefined));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    if (onKey?.(event)) event.preventDefault();
    else if (event.key === '+' || event.key === '=') camera.zoom(1.4);
    else if (event.key === '-') camera.zoom(1 / 1.4);
    else if (event.key === '0') camera.fit();
    else {
      const arrows: Record<string, readonly [number, number]> = {
        ArrowLeft: [PAN_STEP_PX, 0],
        ArrowRight: [-PAN_STEP_PX, 0],
        ArrowUp: [0, PAN_STEP_PX],
        ArrowDown: [0, -PAN_STEP_PX],
      };
      const pan = arrows[event.key];
      if (!pan || event.altKey) return;
      camera.pan(...pan);
      event.preventDefault();
    }
  };

  const loupeBox = pointer && loupePosition(pointer, box.current);
  return (
    <div
      className="sheet-canvas"
      ref={box}
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing is moved by keyboard like a map
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...panZoom}
    >
      <canvas ref={canvas} />
      {children && (
        <Box at={0} clip through className="sheet-over">
          {children((position) => camera.toCanvas(position), camera.view.scale)}
        </Box>
      )}
      {magnifier && loupeBox && (
        <Box clip through corner="full" lift={2} className="sheet-loupe" aria-hidden="true" style={loupeBox}>
          <canvas ref={loupe} width={LOUPE_PX * 2} height={LOUPE_PX * 2} />
        </Box>
      )}
    </div>
  );
}

/** Above the finger where there is room, otherwise on the side the finger does not cover. */
function loupePosition({ x, y }: Pixel, container: HTMLElement | null): { left: number; top: number } {
  const width = container?.clientWidth ?? 0;
  const height = container?.clientHeight ?? 0;
  if (y > LOUPE_PX + 40) return { left: x - LOUPE_PX / 2, top: y - LOUPE_PX - 28 };
  const left = x > width / 2 ? x - LOUPE_PX - 40 : x + 40;
  return { left, top: Math.min(Math.max(4, y - LOUPE_PX / 2), Math.max(4, height - LOUPE_PX - 4)) };
}

/** Pans with one finger or the mouse, zooms with two; a tap if nothing moved. */
function usePanZoom(
  camera: Camera,
  box: React.RefObject<HTMLDivElement | null>,
  onTap: ((point: PlanPoint) => void) | undefined,
  onPointer: (at: Pixel | undefined) => void,
) {
  const down = useRef(new Map<number, Pixel>());
  const start = useRef<Pixel>(undefined);
  const at = (event: PointerEvent): Pixel => {
    const rect = box.current?.getBoundingClientRect();
    return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
  };
  const end = (event: PointerEvent) => {
    down.current.delete(event.pointerId);
    if (event.pointerType !== 'mouse') onPointer(undefined);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a, [data-grip]')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, at(event));
      start.current = down.current.size === 1 ? at(event) : undefined;
      onPointer(down.current.size === 1 ? at(event) : undefined);
    },
    onPointerMove: (event: PointerEvent) => {
      const now = at(event);
      const before = down.current.get(event.pointerId);
      if (!before) {
        if (event.pointerType === 'mouse') onPointer(now);
        return;
      }
      if (start.current) {
        onPointer(now);
        if (Math.hypot(now.x - start.current.x, now.y - start.current.y) < MAX_TAP_MOVE_PX) return;
        start.current = undefined;
      }
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const spread = (a: Pixel) => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        camera.zoom(spread(now) / spread(before), middle);
        camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      } else camera.pan(now.x - before.x, now.y - before.y);
      down.current.set(event.pointerId, now);
    },
    onPointerUp: (event: PointerEvent) => {
      const tapped = start.current && down.current.has(event.pointerId);
      end(event);
      start.current = undefined;
      if (tapped) onTap?.(camera.toPlan(at(event)));
    },
    onPointerCancel: (event: PointerEvent) => {
      end(event);
      start.current = undefined;
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') onPointer(undefined);
    },
  };
}
