// Canvas of a sketch: shows the background with its marks and turns touch, pen, mouse and keys into marks. Two fingers
// and the wheel zoom; once a pen is used, touch only moves the picture.
import type { Mark } from '@plumbline/core/site/values/sketch';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../../ui/translation.tsx';
import {
  boundsOf,
  DRAGGED_KINDS,
  draggedMark,
  handlesOf,
  markAt,
  moved,
  nextNumber,
  type Point,
  replaced,
  simplified,
  withHandleAt,
} from './board.ts';
import { type Camera, changed, fitted, toBackground } from './camera.ts';
import { paint, type SketchBackground } from './paint.ts';
import { TOOL_APPEARANCE, TOOLS } from './tools.ts';
import type { BoardState } from './use-board.ts';

/** In screen pixels: hit tolerance, minimum drag distance, and handle size. */
const HIT_TOLERANCE_PX = 14;
const PULL = 5;
const HANDLE = 9;

type Gesture =
  | { kind: 'pan' }
  | { kind: 'place'; at: Point }
  | { kind: 'pull'; from: Point; id: string }
  | { kind: 'freehand'; points: Point[]; id: string }
  | { kind: 'move'; mark: Mark; from: Point }
  | { kind: 'handle'; mark: Mark; handle: number };

export type Zooming = { factor: number } | { whole: true };

export type SurfaceProps = {
  background: SketchBackground;
  hand: BoardState;
  /** Requested by buttons; each new object is applied once. */
  zooming: Zooming | undefined;
  onDone: () => void;
};

const isDraggedKind = (tool: string): tool is (typeof DRAGGED_KINDS)[number] =>
  DRAGGED_KINDS.some((draggedKind) => draggedKind === tool);

function paintSelection(canvas: CanvasRenderingContext2D, mark: Mark, scale: number): void {
  const { x, y, width, height } = boundsOf(mark);
  const air = HIT_TOLERANCE_PX / 2 / scale;
  canvas.setLineDash([6 / scale, 4 / scale]);
  for (const [colour, line] of [
    ['#ffffff', 3],
    ['#0b7285', 1.5],
  ] as const) {
    canvas.strokeStyle = colour;
    canvas.lineWidth = line / scale;
    canvas.strokeRect(x - air, y - air, width + 2 * air, height + 2 * air);
  }
  canvas.setLineDash([]);
  for (const handle of handlesOf(mark)) {
    canvas.beginPath();
    canvas.arc(handle.x, handle.y, HANDLE / scale, 0, 2 * Math.PI);
    canvas.fillStyle = '#ffffff';
    canvas.fill();
    canvas.lineWidth = 2 / scale;
    canvas.strokeStyle = '#0b7285';
    canvas.stroke();
  }
}

export function Surface({ background, hand, zooming, onDone }: SurfaceProps) {
  const t = useT();
  const { board, tool, selected, sizes, colour } = hand;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [frame, setFrame] = useState({ width: 1, height: 1 });
  const [camera, setCamera] = useState<Camera>();
  const [draft, setDraft] = useState<Mark>();
  const gesture = useRef<Gesture>(undefined);
  const fingers = useRef(new Map<number, Point>());
  const penSeen = useRef(false);
  const whole = fitted(background, frame);
  const view = camera ?? whole;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watcher = new ResizeObserver(() =>
      setFrame({ width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) }),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each button press is applied once
  useEffect(() => {
    if (zooming === undefined) return;
    const middle = { x: frame.width / 2, y: frame.height / 2 };
    setCamera('whole' in zooming ? undefined : changed(view, whole, zooming.factor, middle));
  }, [zooming]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const ratio = devicePixelRatio;
    element.width = Math.round(frame.width * ratio);
    element.height = Math.round(frame.height * ratio);
    context.setTransform(view.scale * ratio, 0, 0, view.scale * ratio, view.x * ratio, view.y * ratio);
    const held = gesture.current?.kind === 'move' || gesture.current?.kind === 'handle' ? draft : undefined;
    const marks = held ? replaced(board.marks, held) : draft ? [...board.marks, draft] : board.marks;
    context.save();
    context.beginPath();
    context.rect(0, 0, background.width, background.height);
    context.clip();
    paint(context, background, marks);
    context.restore();
    const chosen = held ?? selected;
    if (chosen) paintSelection(context, chosen, view.scale);
  });

  // React's wheel listeners are passive, but the page must not zoom along with the picture.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = { x: event.offsetX, y: event.offsetY };
      setCamera((now) => changed(now ?? whole, whole, Math.exp(-event.deltaY / 400), at));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });

  const placeOf = (event: PointerEvent): Point => ({ x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY });

  const begin = (at: Point) => {
    const spare = HIT_TOLERANCE_PX / view.scale;
    const id = crypto.randomUUID();
    const handle = selected
      ? handlesOf(selected).findIndex((point) => Math.hypot(point.x - at.x, point.y - at.y) <= spare * 1.4)
      : -1;
    if (selected && handle >= 0) {
      gesture.current = { kind: 'handle', mark: selected, handle };
      return;
    }
    if (tool === 'select') {
      const found = markAt(board.marks, at, spare);
      hand.select(found?.id ?? null);
      gesture.current = found ? { kind: 'move', mark: found, from: at } : { kind: 'pan' };
    } else if (tool === 'freehand') gesture.current = { kind: 'freehand', points: [at], id };
    else if (isDraggedKind(tool)) gesture.current = { kind: 'pull', from: at, id };
    // Text focuses an input, which a press still in progress would blur again.
    else gesture.current = { kind: 'place', at };
  };

  const placeAt = (at: Point) => {
    const id = crypto.randomUUID();
    const position = { id, colour, x: Math.round(at.x), y: Math.round(at.y), size: sizes.size };
    if (tool === 'number') return hand.add({ ...position, kind: 'number', number: nextNumber(board.marks) });
    hand.choose('select');
    hand.add({ ...position, kind: 'text', text: '' }, true);
  };

  const shape = (at: Point): Mark | undefined => {
    const now = gesture.current;
    if (now?.kind === 'pull' && isDraggedKind(tool))
      return draggedMark(tool, now.id, now.from, at, { colour, width: sizes.width });
    if (now?.kind === 'freehand') {
      now.points.push(at);
      const points = now.points.flatMap(({ x, y }) => [Math.round(x), Math.round(y)]);
      return { id: now.id, kind: 'freehand', colour, width: sizes.width, points };
    }
    if (now?.kind === 'move') return moved(now.mark, { x: at.x - now.from.x, y: at.y - now.from.y });
    if (now?.kind === 'handle') return withHandleAt(now.mark, now.handle, at);
    return undefined;
  };

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    if (event.pointerType === 'pen') penSeen.current = true;
    fingers.current.set(event.pointerId, placeOf(event));
    if (fingers.current.size > 1) {
      // A second finger means moving the picture, so the stroke of the first one is discarded.
      gesture.current = undefined;
      setDraft(undefined);
      return;
    }
    const palm = event.pointerType === 'touch' && penSeen.current;
    if (event.button === 1 || palm) gesture.current = { kind: 'pan' };
    else if (event.button === 0) begin(toBackground(view, placeOf(event)));
  };

  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = placeOf(event);
    fingers.current.set(event.pointerId, now);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const by = { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 };
      const middle = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
      setCamera((held) => changed(held ?? whole, whole, apart(now) / apart(before), middle, by));
    } else if (gesture.current?.kind === 'pan') {
      const by = { x: now.x - before.x, y: now.y - before.y };
      setCamera((held) => changed(held ?? whole, whole, 1, now, by));
    } else {
      const next = shape(toBackground(view, now));
      if (next) setDraft(next);
    }
  };

  const finish = (mark: Mark) => {
    if (mark.kind === 'freehand') {
      const drawn = (gesture.current?.kind === 'freehand' && gesture.current.points) || [];
      const points = simplified(drawn, 0.8 / view.scale).flatMap(({ x, y }) => [Math.round(x), Math.round(y)]);
      if (points.length >= 4) hand.add({ ...mark, points });
      return;
    }
    const { width, height } = boundsOf(mark);
    if (Math.max(width, height) * view.scale >= PULL) hand.add(mark, false);
  };

  const onPointerEnd = (event: PointerEvent<HTMLCanvasElement>) => {
    fingers.current.delete(event.pointerId);
    if (fingers.current.size > 0) return;
    const kind = gesture.current?.kind;
    if (draft && event.type !== 'pointercancel') {
      if (kind === 'move' || kind === 'handle') hand.change(draft);
      else finish(draft);
    }
    if (gesture.current?.kind === 'place' && event.type !== 'pointercancel') placeAt(gesture.current.at);
    gesture.current = undefined;
    setDraft(undefined);
  };

  /** Enter places a mark of the tool in the centre of the view; arrow keys then move it. */
  const placeInCentre = () => {
    const at = toBackground(view, { x: frame.width / 2, y: frame.height / 2 });
    if (tool === 'text' || tool === 'number') return placeAt(at);
    if (!isDraggedKind(tool)) return;
    const side = Math.min(frame.width, frame.height) / 5 / view.scale;
    const to = { x: at.x + side, y: at.y + side };
    hand.add(draggedMark(tool, crypto.randomUUID(), at, to, { colour, width: sizes.width }), true);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const step = (shiftKey ? 40 : 8) / view.scale;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const at = board.marks.findIndex((mark) => mark.id === board.selected);
    const turn = (way: number) => {
      const next = board.marks[(at + way + board.marks.length) % Math.max(1, board.marks.length)];
      hand.choose('select');
      hand.select(next?.id ?? null);
    };
    if (ctrl && key.toLowerCase() === 'z') shiftKey ? hand.redo() : hand.undo();
    else if (ctrl && key.toLowerCase() === 'y') hand.redo();
    else if (ctrl && key.toLowerCase() === 's') onDone();
    else if (ctrl || event.altKey) return;
    else if (key === 'Delete' || key === 'Backspace') hand.remove();
    else if (key === 'Enter') placeInCentre();
    else if (key === 'Escape' && selected) hand.select(null);
    else if (key === '+' || key === '-') {
      const middle = { x: frame.width / 2, y: frame.height / 2 };
      setCamera(changed(view, whole, key === '+' ? 1.4 : 1 / 1.4, middle));
    } else if (key === '0') setCamera(undefined);
    else if (key === '.') turn(1);
    else if (key === ',') turn(at < 0 ? 0 : -1);
    else if (by && selected) hand.move({ x: (by[0] ?? 0) * step, y: (by[1] ?? 0) * step });
    else {
      const chosen = TOOLS.find((one) => TOOL_APPEARANCE[one].key === key.toLowerCase());
      if (!chosen) return;
      hand.choose(chosen);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the surface itself handles keys
    <canvas
      ref={canvas}
      className="sketch-surface"
      role="application"
      aria-label={t('media.sketch.surface', { count: board.marks.length })}
      tabIndex={0}
      data-tool={tool}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
    />
  );
}
