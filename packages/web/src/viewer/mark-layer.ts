// Everything drawn over the plan and its state: pins, the selected, hovered and focused one, ghost, search hits,
// position.
import type { Frame } from './camera/geometry.ts';
import type { Appearance, OwnPosition, PlanRect, PlanShape, ViewerLabels } from './options.ts';
import { linkAt } from './overlay/links.ts';
import { type Crosshair, fitsPicture, type Ghost, OverlayCanvas, type Scene } from './overlay/overlay-canvas.ts';
import { type Grip, gripAt, shapeAt } from './overlay/shape-hits.ts';
import type { ClusterLevel } from './pins/clusters.ts';
import type { PinColumns, PinPatch } from './pins/columns.ts';
import { type Area, type FocusTarget, focusOrder, nextFocus } from './pins/focus-order.ts';
import { type Hit, hitTest, TARGET_PX } from './pins/hit-test.ts';
import { PinPainter } from './pins/pin-painter.ts';
import { PinStore } from './pins/pin-store.ts';
import { markScale, type ViewerTheme } from './theme.ts';
import type { Press } from './tools/tool.ts';

export interface MarkStyle {
  readonly palette: readonly string[];
  readonly labels: ViewerLabels;
  readonly theme: ViewerTheme;
  readonly appearance: Appearance;
  readonly pinScale: number | undefined;
  readonly ratio: number;
}

const NO_BUBBLES = new Uint32Array(0);

export class MarkLayer {
  readonly store = new PinStore();
  readonly overlay = new OverlayCanvas();
  selectedId: string | null = null;
  ghost: Ghost | undefined;
  private crosshair: Crosshair | undefined;
  private readonly frame: () => Frame;
  private readonly picture: () => HTMLCanvasElement | undefined;
  /** Draws a full frame of the viewer soon: tiles, then marks. */
  private readonly render: () => void;
  private style: MarkStyle;
  private painter: PinPainter;
  private highlights: readonly PlanRect[] = [];
  private activeHighlight = -1;
  private links: readonly PlanRect[] = [];
  private hoveredLink = -1;
  private position: OwnPosition | null = null;
  private shapes: readonly PlanShape[] = [];
  private hovered: FocusTarget | undefined;
  private focus: FocusTarget | undefined;
  private redraw = 0;
  private changed = true;

  constructor(style: MarkStyle, frame: () => Frame, picture: () => HTMLCanvasElement | undefined, render: () => void) {
    this.style = style;
    this.frame = frame;
    this.picture = picture;
    this.render = render;
    this.painter = this.createPainter();
  }

  /** Draws immediately as part of a full viewer frame. */
  draw(frame: Frame): void {
    cancelAnimationFrame(this.redraw);
    this.redraw = 0;
    const { changed } = this;
    this.changed = false;
    this.overlay.draw(frame, this.scene(), changed);
  }

  private scene(): Scene {
    return {
      store: this.store,
      painter: this.painter,
      theme: this.style.theme,
      highlights: this.highlights,
      activeHighlight: this.activeHighlight,
      links: this.links,
      hoveredLink: this.hoveredLink,
      position: this.position,
      shapes: this.shapes,
      selected: this.selected,
      hovered: this.hovered,
      focused: this.focus,
      ghost: this.ghost,
      crosshair: this.crosshair,
      picture: this.picture(),
    };
  }

  /** Draws the marks again in the next animation frame, without the tiles where the marks have a canvas of their own. */
  drawSoon(): void {
    this.changed = true;
    if (this.redraw !== 0) return;
    this.redraw = requestAnimationFrame(() => {
      this.redraw = 0;
      const frame = this.frame();
      if (frame.width === 0) return;
      if (this.overlay.isApart && !fitsPicture(frame, this.scene())) this.draw(frame);
      else this.render();
    });
  }

  setStyle(style: MarkStyle): void {
    this.style = style;
    this.painter = this.createPainter();
    this.drawSoon();
  }

  setPins(pins: PinColumns): void {
    this.store.set(pins);
    this.hovered = undefined;
    this.focus = undefined;
    this.drawSoon();
  }

  patchPin(id: string, patch: PinPatch): boolean {
    const found = this.store.patch(id, patch);
    if (found) this.drawSoon();
    return found;
  }

  setSelected(id: string | null): void {
    this.selectedId = id;
    this.drawSoon();
  }

  setGhost(ghost: Ghost | undefined): void {
    if (!ghost && !this.ghost) return;
    this.ghost = ghost;
    this.drawSoon();
  }

  /** The position where drawing would put its next point. */
  setCrosshair(crosshair: Crosshair | undefined): void {
    if (!crosshair && !this.crosshair) return;
    this.crosshair = crosshair;
    this.drawSoon();
  }

  setHighlights(rects: readonly PlanRect[], active: number): void {
    this.highlights = rects;
    this.activeHighlight = active;
    this.drawSoon();
  }

  setLinks(links: readonly PlanRect[]): void {
    this.links = links;
    this.hoveredLink = -1;
    this.drawSoon();
  }

  /** True when the hovered link changed; -1 for none. */
  setHoveredLink(link: number): boolean {
    if (link === this.hoveredLink) return false;
    this.hoveredLink = link;
    this.drawSoon();
    return true;
  }

  linkAt(press: Press): number {
    return this.links.length === 0 ? -1 : linkAt(this.frame(), this.links, press);
  }

  setShapes(shapes: readonly PlanShape[]): void {
    this.shapes = shapes;
    this.drawSoon();
  }

  get chosenShape(): PlanShape | undefined {
    return this.shapes.find((shape) => shape.chosen);
  }

  shapeAt(press: Press): string | undefined {
    return shapeAt(this.frame(), this.shapes, press, reachOf(press));
  }

  gripAt(press: Press): Grip | undefined {
    const { chosenShape: shape } = this;
    return shape?.grips && gripAt(this.frame(), shape, press, reachOf(press));
  }

  setPosition(position: OwnPosition | null): void {
    this.position = position;
    this.drawSoon();
  }

  /** True when the hovered mark changed. */
  setHovered(hit: Hit | undefined): boolean {
    const next: FocusTarget | undefined = hit?.kind === 'bubble' ? { kind: 'bubble', cell: hit.cell } : hit;
    if (isSameTarget(this.hovered, next)) return false;
    this.hovered = next;
    this.drawSoon();
    return true;
  }

  /** The selected pin, or -1. */
  get selected(): number {
    return this.selectedId === null ? -1 : this.store.indexOf(this.selectedId);
  }

  get focused(): FocusTarget | undefined {
    return this.focus;
  }

  /** Moves the focus ring to the next stop and returns it, or undefined past either end. */
  moveFocus(direction: 1 | -1, area: Area): FocusTarget | undefined {
    const { x, y } = this.overlay.offset;
    const drawn = { left: area.left - x, top: area.top - y, right: area.right - x, bottom: area.bottom - y };
    this.setFocus(nextFocus(focusOrder(this.overlay.layout, drawn), this.focus, direction));
    return this.focus;
  }

  setFocus(stop: FocusTarget | undefined): void {
    this.focus = stop;
    this.drawSoon();
  }

  /** The cluster level currently shown. */
  level(): ClusterLevel {
    return this.store.level(this.overlay.layout.depth, this.frame());
  }

  hitAt(press: Press): Hit | undefined {
    const { layout, offset } = this.overlay;
    const bubbles = layout.bubbles.length > 0 ? this.level().bubble : NO_BUBBLES;
    const { x, y, touch } = press;
    return hitTest(layout, bubbles, this.scale, x - offset.x, y - offset.y, touch ? 'touch' : 'mouse');
  }

  destroy(): void {
    cancelAnimationFrame(this.redraw);
    this.overlay.element.remove();
  }

  private get scale(): number {
    return markScale(this.style.pinScale, this.style.appearance);
  }

  private createPainter(): PinPainter {
    const { palette, theme, ratio, labels } = this.style;
    return new PinPainter({ palette, theme, ratio, scale: this.scale, countText: (count) => labels.count(count) });
  }
}

const reachOf = ({ touch }: Press): number => TARGET_PX[touch ? 'touch' : 'mouse'] / 2;

function isSameTarget(a: FocusTarget | undefined, b: FocusTarget | undefined): boolean {
  if (!a || !b) return a === b;
  if (a.kind === 'pin') return b.kind === 'pin' && a.pin === b.pin;
  return b.kind === 'bubble' && a.cell === b.cell;
}
