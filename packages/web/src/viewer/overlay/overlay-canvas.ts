// Draws the scene of a frame: into the canvas of the tiles, because compositing a second canvas of that size costs as
// much as the drawing; or onto a canvas over the tiles, which can be drawn without them while something is dragged.
import {
  type Frame,
  isInside,
  type Point,
  panBetween,
  planToScreen,
  sameScale,
  screenToPlan,
} from '../camera/geometry.ts';
import type { OwnPosition, PlanRect, PlanShape } from '../options.ts';
import type { FocusTarget } from '../pins/focus-order.ts';
import { EMPTY_LAYOUT, type Layout } from '../pins/mark-layout.ts';
import type { PinPainter } from '../pins/pin-painter.ts';
import type { PinStore } from '../pins/pin-store.ts';
import type { ViewerTheme } from '../theme.ts';
import { drawCross, drawHighlights, drawOrigin, drawPosition } from './draw-overlays.ts';
import { drawShapes } from './draw-shapes.ts';
import { drawLinks } from './links.ts';
import { drawLoupe } from './loupe.ts';

/** A pin being placed or moved: its tip in CSS pixels, and the index of the moved pin, or -1 for a new one. */
export interface Ghost {
  readonly at: Point;
  readonly pin: number;
  readonly byTouch: boolean;
}

/** A cross without a pin, in CSS pixels. */
export interface Crosshair {
  readonly at: Point;
  readonly byTouch: boolean;
}

export interface Scene {
  readonly store: PinStore;
  readonly painter: PinPainter;
  readonly theme: ViewerTheme;
  readonly highlights: readonly PlanRect[];
  readonly activeHighlight: number;
  readonly links: readonly PlanRect[];
  readonly hoveredLink: number;
  readonly position: OwnPosition | null;
  readonly shapes: readonly PlanShape[];
  readonly selected: number;
  readonly hovered: FocusTarget | undefined;
  readonly focused: FocusTarget | undefined;
  readonly ghost: Ghost | undefined;
  readonly crosshair: Crosshair | undefined;
  /** The tile canvas, drawn for this frame. */
  readonly picture: HTMLCanvasElement | undefined;
}

/** Nothing is drawn over the plan. */
function isBare({ store, links, highlights, shapes, position, crosshair, ghost }: Scene): boolean {
  const marks = store.columns.ids.length + links.length + highlights.length + shapes.length;
  return marks === 0 && !position && !crosshair && !ghost;
}

/**
 * Whether the marks can be drawn into the canvas of the tiles. A turned plan has a turned canvas, on which they would be
 * blurred; a dragged mark would need all tiles for each movement, and the magnifier shows the tiles alone.
 */
export function fitsPicture({ width, height, ratio, cos }: Frame, { picture, ghost, crosshair }: Scene): boolean {
  if (!picture || ghost || crosshair || cos !== 1) return false;
  return picture.width === Math.round(width * ratio) && picture.height === Math.round(height * ratio);
}

/**
 * CSS pixels by which the canvas extends beyond the viewport: the plan can be panned this far without redrawing marks.
 */
const CANVAS_MARGIN_PX = 128;

export class OverlayCanvas {
  readonly element = document.createElement('canvas');
  /** In CSS pixels of the drawn frame: add `offset` for the current position. */
  layout: Layout = EMPTY_LAYOUT;
  offset: Point = { x: 0, y: 0 };
  private readonly context: CanvasRenderingContext2D;
  private drawn: { readonly frame: Frame; readonly slack: number } | undefined;

  constructor() {
    this.element.className = 'plv-overlay';
    const context = this.element.getContext('2d');
    if (!context) throw new Error('canvas is not available');
    this.context = context;
  }

  /** The marks are on the canvas of their own. */
  get isApart(): boolean {
    return !this.element.hidden;
  }

  /** `changed`: more than the position of the plan. */
  draw(frame: Frame, scene: Scene, changed: boolean): void {
    const bare = isBare(scene);
    const inPicture = !bare && fitsPicture(frame, scene);
    const apart = !bare && !inPicture;
    const by = changed || apart !== this.isApart ? undefined : this.panned(frame);
    this.element.hidden = !apart;
    if (bare) {
      this.drawn = undefined;
      this.layout = EMPTY_LAYOUT;
      this.offset = { x: 0, y: 0 };
    } else if (inPicture) {
      this.drawInPicture(frame, scene, by);
    } else if (by && !scene.ghost && !scene.crosshair) {
      this.setOffset(by, frame.ratio);
    } else {
      this.drawApart(frame, scene);
    }
  }

  /** The pan since the marks were laid out, where they reach that far. */
  private panned(frame: Frame): Point | undefined {
    const by = this.drawn && panBetween(this.drawn.frame, frame);
    return by && this.drawn && Math.max(Math.abs(by.x), Math.abs(by.y)) <= this.drawn.slack ? by : undefined;
  }

  /** Lays the marks out for this frame, and a margin around it. */
  private layOut(frame: Frame, scene: Scene): number {
    // While zooming, every frame is laid out again, so nothing outside the viewport is worth it.
    const slack = this.drawn === undefined || sameScale(this.drawn.frame, frame) ? CANVAS_MARGIN_PX : 0;
    this.drawn = { frame, slack };
    this.offset = { x: 0, y: 0 };
    this.layout = scene.store.layout(frame, slack);
    return slack;
  }

  private drawInPicture(now: Frame, scene: Scene, by: Point | undefined): void {
    const context = scene.picture?.getContext('2d');
    if (!context) return;
    if (by) this.offset = by;
    else this.layOut(now, scene);
    const { frame, slack } = this.drawn ?? { frame: now, slack: 0 };
    const { ratio } = frame;
    context.save();
    // Whole device pixels keep the marks crisp.
    const [x, y] = [Math.round(this.offset.x * ratio), Math.round(this.offset.y * ratio)];
    context.setTransform(ratio, 0, 0, ratio, x, y);
    this.drawMarks(context, frame, scene, slack, by !== undefined);
    context.restore();
  }

  private drawApart(frame: Frame, scene: Scene): void {
    const { context } = this;
    const slack = this.layOut(frame, scene);
    this.clear(frame);
    this.setOffset({ x: 0, y: 0 }, frame.ratio);
    this.drawMarks(context, frame, scene, slack, false);
    if (scene.crosshair) {
      const { at, byTouch } = scene.crosshair;
      if (byTouch && scene.picture) drawLoupe(context, frame, scene.picture, at, true, scene.theme);
      drawCross(context, at, true, scene.theme);
    }
    if (scene.ghost) this.drawGhost(frame, scene, scene.ghost);
  }

  /** `again`: as in the frame before. */
  private drawMarks(
    context: CanvasRenderingContext2D,
    frame: Frame,
    scene: Scene,
    slack: number,
    again: boolean,
  ): void {
    drawLinks(context, frame, scene.links, scene.hoveredLink, scene.theme, slack);
    drawHighlights(context, frame, scene.highlights, scene.activeHighlight, scene.theme, slack);
    drawShapes(context, frame, scene.shapes, scene.theme);
    if (scene.position) drawPosition(context, frame, scene.position, scene.theme);
    this.drawPins(context, frame, scene, again);
  }

  private clear(frame: Frame): void {
    const width = Math.round((frame.width + 2 * CANVAS_MARGIN_PX) * frame.ratio);
    const height = Math.round((frame.height + 2 * CANVAS_MARGIN_PX) * frame.ratio);
    const { element, context } = this;
    if (element.width !== width || element.height !== height) {
      element.width = width;
      element.height = height;
      element.style.width = `${width / frame.ratio}px`;
      element.style.height = `${height / frame.ratio}px`;
      element.style.left = `${-CANVAS_MARGIN_PX}px`;
      element.style.top = `${-CANVAS_MARGIN_PX}px`;
    } else {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, width, height);
    }
    const slack = Math.round(CANVAS_MARGIN_PX * frame.ratio);
    context.setTransform(frame.ratio, 0, 0, frame.ratio, slack, slack);
  }

  private setOffset(offset: Point, ratio: number): void {
    this.offset = offset;
    // Whole device pixels keep the marks crisp.
    const x = Math.round(offset.x * ratio) / ratio;
    const y = Math.round(offset.y * ratio) / ratio;
    this.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  private drawPins(context: CanvasRenderingContext2D, frame: Frame, scene: Scene, again: boolean): void {
    const { layout } = this;
    const { store, painter, selected, hovered, focused, ghost } = scene;
    const { columns } = store;
    const hidden = ghost?.pin ?? -1;
    const level = layout.bubbles.length > 0 ? store.level(layout.depth, frame) : undefined;
    if (!again) painter.prepare(layout, columns, level, { selected, hovered, focused, hidden });
    painter.paint(context);
    const at = (pin: number): Point => planToScreen(frame, columns.x[pin] ?? 0, columns.y[pin] ?? 0);
    if (hovered?.kind === 'pin' && hovered.pin !== hidden && hovered.pin !== selected) {
      const { x, y } = at(hovered.pin);
      painter.paintPin(context, columns, hovered.pin, x, y, 1.15);
    }
    if (selected >= 0 && selected !== hidden) {
      const { x, y } = at(selected);
      painter.paintSelected(context, columns, selected, x, y);
    }
    if (focused?.kind === 'pin' && focused.pin !== hidden) {
      const { x, y } = at(focused.pin);
      painter.focusOnPin(context, x, y, focused.pin === selected ? 1.3 : 1);
    } else if (focused?.kind === 'bubble' && level) {
      const { x, y } = planToScreen(frame, level.x[focused.cell] ?? 0, level.y[focused.cell] ?? 0);
      painter.focusOnBubble(context, x, y, level.bubble[focused.cell] ?? 0);
    }
  }

  private drawGhost(frame: Frame, scene: Scene, ghost: Ghost): void {
    const { context } = this;
    const { columns } = scene.store;
    const allowed = isInside(screenToPlan(frame, ghost.at.x, ghost.at.y));
    if (ghost.pin >= 0) {
      drawOrigin(
        context,
        planToScreen(frame, columns.x[ghost.pin] ?? 0, columns.y[ghost.pin] ?? 0),
        ghost.at,
        scene.theme,
      );
    }
    if (ghost.byTouch && scene.picture) drawLoupe(context, frame, scene.picture, ghost.at, allowed, scene.theme);
    drawCross(context, ghost.at, allowed, scene.theme);
    context.globalAlpha = allowed ? 0.85 : 0.35;
    scene.painter.paintGhost(context, columns, ghost.pin, ghost.at.x, ghost.at.y);
    context.globalAlpha = 1;
  }
}
