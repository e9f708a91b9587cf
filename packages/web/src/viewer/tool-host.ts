// Implements what tools may do: select, open, place and move, with screen reader announcements and callbacks to the
// app.
import type { Camera } from './camera/camera.ts';
import { isInside, MAX_SCALE, type Point, planToScreen, screenToPlan } from './camera/geometry.ts';
import type { Announcer } from './controls.ts';
import type { MarkLayer } from './mark-layer.ts';
import type { Allowed, DrawEvent, PlanSource, ViewerCallbacks, ViewerLabels } from './options.ts';
import type { Grip } from './overlay/shape-hits.ts';
import type { Hit } from './pins/hit-test.ts';
import type { DrawStep, Press, Tool, ToolHost } from './tools/tool.ts';

export interface ToolHostParts {
  readonly marks: MarkLayer;
  readonly camera: Camera;
  readonly announcer: Announcer;
  readonly viewport: HTMLElement;
  readonly plan: PlanSource;
  readonly labels: ViewerLabels;
  readonly callbacks: ViewerCallbacks;
  readonly allowed: Allowed;
  readonly tool: Tool;
  start(tool: Tool): void;
  finish(): void;
}

/** Pins closer than this at the largest scale cannot be separated by zooming. */
const MIN_PIN_DISTANCE_PX = 26;

export class ViewerToolHost implements ToolHost {
  private readonly parts: ToolHostParts;

  constructor(parts: ToolHostParts) {
    this.parts = parts;
  }

  get allowed(): Allowed {
    return this.parts.allowed;
  }

  get selected(): number {
    return this.parts.marks.selected;
  }

  hitAt(press: Press): Hit | undefined {
    return this.parts.marks.hitAt(press);
  }

  linkAt(press: Press): number {
    return this.parts.marks.linkAt(press);
  }

  openLink(link: number, at: Point): void {
    this.parts.callbacks.onLink?.(link, { x: at.x, y: at.y });
  }

  setHoveredLink(link: number, at: Point): void {
    const { marks, viewport, callbacks } = this.parts;
    if (link >= 0) viewport.style.cursor = 'pointer';
    if (marks.setHoveredLink(link)) callbacks.onLinkHover?.(link, { x: at.x, y: at.y });
  }

  get chosenShape(): 'fixed' | 'changeable' | undefined {
    const { chosenShape } = this.parts.marks;
    return chosenShape && (chosenShape.grips ? 'changeable' : 'fixed');
  }

  shapeAt(press: Press): string | undefined {
    return this.parts.marks.shapeAt(press);
  }

  gripAt(press: Press): Grip | undefined {
    return this.parts.marks.gripAt(press);
  }

  chooseShape(id: string | undefined): void {
    this.parts.callbacks.onShape?.(id);
  }

  setHoveredShape(what: 'shape' | 'grip'): void {
    this.parts.viewport.style.cursor = what === 'grip' ? 'grab' : 'pointer';
  }

  reshape(handle: number | undefined, step: DrawStep): void {
    this.parts.callbacks.onReshape?.(handle, this.onPlan(step));
  }

  pinTip(pin: number): Point {
    const { columns } = this.parts.marks.store;
    return planToScreen(this.parts.camera.frame(), columns.x[pin] ?? 0, columns.y[pin] ?? 0);
  }

  middle(): Point {
    return this.parts.camera.middle();
  }

  setHovered(hit: Hit | undefined): void {
    const { marks, viewport, tool, callbacks } = this.parts;
    viewport.style.cursor = tool.cursor ?? (hit ? 'pointer' : '');
    if (!marks.setHovered(hit)) return;
    callbacks.onHover?.(hit?.kind === 'pin' ? marks.store.info(hit.pin).id : null);
  }

  setGhost(ghost: Parameters<ToolHost['setGhost']>[0]): void {
    this.parts.marks.setGhost(ghost);
  }

  select(pin: number): void {
    const { marks, callbacks } = this.parts;
    if (pin < 0 && marks.selectedId === null) return;
    const id = pin < 0 ? null : marks.store.info(pin).id;
    marks.setSelected(id);
    callbacks.onSelect?.(id);
  }

  open(pin: number): void {
    this.select(pin);
    this.parts.callbacks.onOpen?.(this.parts.marks.store.info(pin).id);
  }

  /** Zooms in until the bubble splits; reports its pins where no zoom level will split it. */
  openBubble(cell: number): void {
    const { marks, camera, plan, callbacks } = this.parts;
    const frame = camera.frame();
    const level = marks.level();
    const pins = marks.store.pinsOfBubble(level.depth, cell, frame);
    const { x, y } = marks.store.columns;
    const xs = pins.map((pin) => x[pin] ?? 0);
    const ys = pins.map((pin) => y[pin] ?? 0);
    const left = Math.min(...xs);
    const top = Math.min(...ys);
    const width = (Math.max(...xs) - left) * plan.widthPx;
    const height = (Math.max(...ys) - top) * plan.heightPx;
    const nearest = frame.scale >= MAX_SCALE * 0.99;
    if (nearest || Math.max(width, height) * MAX_SCALE < MIN_PIN_DISTANCE_PX) {
      const at = planToScreen(frame, level.x[cell] ?? 0, level.y[cell] ?? 0);
      callbacks.onBubble?.(
        pins.map((pin) => marks.store.info(pin).id),
        at,
      );
      return;
    }
    const fitting = camera.scaleFor({ widthPx: width * 1.4, heightPx: height * 1.4 });
    const scale = Math.min(MAX_SCALE, Math.max(frame.scale * 1.8, fitting));
    camera.lookAt(left * plan.widthPx + width / 2, top * plan.heightPx + height / 2, scale, true);
  }

  pinMenu(pin: number, at: Point): void {
    this.parts.callbacks.onPinMenu?.(this.parts.marks.store.info(pin).id, { x: at.x, y: at.y });
  }

  place(at: Point): boolean {
    const place = screenToPlan(this.parts.camera.frame(), at.x, at.y);
    if (!isInside(place)) return this.refuse();
    this.parts.announcer.say(this.parts.labels.placed);
    this.parts.callbacks.onPlace?.(place.x, place.y);
    return true;
  }

  move(pin: number, at: Point): boolean {
    const { marks, camera, announcer, labels, callbacks } = this.parts;
    const place = screenToPlan(camera.frame(), at.x, at.y);
    if (!isInside(place)) return this.refuse();
    const { id } = marks.store.info(pin);
    marks.patchPin(id, place);
    announcer.say(labels.moved);
    callbacks.onMove?.(id, place.x, place.y);
    return true;
  }

  draw(step: DrawStep): void {
    this.parts.callbacks.onDraw?.(this.onPlan(step));
  }

  setCrosshair(at: Point | undefined, byTouch: boolean): void {
    this.parts.marks.setCrosshair(at && { at, byTouch });
  }

  say(what: 'placing' | 'moving' | 'cancelled'): void {
    this.parts.announcer.say(this.parts.labels[what]);
  }

  vibrate(): void {
    if ('vibrate' in navigator) navigator.vibrate(12);
  }

  after(ms: number, then: () => void): () => void {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  }

  start(tool: Tool): void {
    this.parts.start(tool);
  }

  finish(): void {
    this.parts.finish();
  }

  private onPlan(step: DrawStep): DrawEvent {
    const frame = this.parts.camera.frame();
    const convert = ({ x, y }: Point) => screenToPlan(frame, x, y);
    if (step.kind === 'point' || step.kind === 'hover') return { ...step, at: convert(step.at) };
    if (step.kind === 'drag') return { ...step, from: convert(step.from), to: convert(step.to) };
    if (step.kind === 'stroke') return { ...step, points: step.points.map(convert) };
    return step;
  }

  private refuse(): false {
    this.parts.announcer.say(this.parts.labels.outside);
    this.parts.callbacks.onOutside?.();
    return false;
  }
}
