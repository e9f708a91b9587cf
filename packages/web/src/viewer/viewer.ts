// The plan viewer: combines tiles, marks, tools and keys behind one small handle. Knows no feature and no network.
import type OlMap from 'ol/Map.js';
import { Camera } from './camera/camera.ts';
import { flyTo } from './camera/fly-to.ts';
import {
  nextQuarter,
  type Padding,
  type Point,
  planToScreen,
  roundView,
  screenToPlan,
  type ViewState,
} from './camera/geometry.ts';
import { Announcer, Controls } from './controls.ts';
import { addDomListeners, type ListenerTarget } from './dom-listeners.ts';
import { type FirstViewParts, showFirstView } from './first-view.ts';
import { ToolInteraction } from './input/tool-interaction.ts';
import { MarkLayer, type MarkStyle } from './mark-layer.ts';
import {
  type Allowed,
  type Appearance,
  type DrawDrag,
  type FlyOptions,
  type OwnPosition,
  PLAIN,
  type PlanRect,
  type PlanShape,
  type PlanSource,
  type PlanViewerHandle,
  type ViewerCallbacks,
  type ViewerLabels,
  type ViewerOptions,
} from './options.ts';
import { Minimap } from './overlay/minimap.ts';
import type { PinColumns, PinPatch } from './pins/columns.ts';
import { readTheme, type ViewerTheme } from './theme.ts';
import { PlanTiles } from './tiles/plan-tiles.ts';
import { screenRatio } from './tiles/screen-ratio.ts';
import { paperColour } from './tiles/tile-filter.ts';
import { type ToolHostParts, ViewerToolHost } from './tool-host.ts';
import { DrawTool } from './tools/draw.ts';
import { PlaceTool } from './tools/place.ts';
import { SelectTool } from './tools/select.ts';
import type { Tool } from './tools/tool.ts';
import { ViewReporter } from './view-reporter.ts';
import { createElements, createMap, type ViewerElements } from './viewer-elements.ts';
import './viewer.css';

const BUTTON_ZOOM = 0.75;

/** Creates a viewer that fills the element. Call `destroy()` before removing the element. */
export function createPlanViewer(element: HTMLElement, options: ViewerOptions): PlanViewerHandle {
  return new Viewer(element, options);
}

class Viewer implements PlanViewerHandle, ToolHostParts, ListenerTarget, FirstViewParts {
  readonly viewport: HTMLElement;
  readonly announcer = new Announcer();
  readonly marks: MarkLayer;
  readonly camera: Camera;
  plan: PlanSource;
  labels: ViewerLabels;
  callbacks: ViewerCallbacks;
  allowed: Allowed;
  tool: Tool;
  readonly map: OlMap;
  tiles: PlanTiles;
  private readonly elements: ViewerElements;
  private readonly host = new ViewerToolHost(this);
  private readonly resting = new SelectTool(this.host);
  private readonly controls: Controls | undefined;
  private readonly minimap: Minimap;
  private readonly reporter: ViewReporter;
  private readonly palette: readonly string[];
  private readonly stopListening: () => void;
  private theme: ViewerTheme;
  private appearance: Appearance;
  private pinScale: number | undefined;
  private ready = false;

  constructor(element: HTMLElement, options: ViewerOptions) {
    this.plan = options.plan;
    this.labels = options.labels;
    this.callbacks = options;
    this.palette = options.palette;
    this.allowed = options.allow ?? { place: true, move: true };
    this.appearance = options.appearance ?? PLAIN;
    this.pinScale = options.pinScale;
    this.tool = this.resting;
    this.elements = createElements(element);
    this.viewport = this.elements.viewport;
    this.theme = readTheme(this.elements.root);
    const ratio = screenRatio();
    this.tiles = this.createTiles(ratio);
    this.marks = new MarkLayer(
      this.markStyle(ratio),
      () => this.camera.frame(),
      () => this.tiles.canvas(),
      () => this.map.render(),
    );
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.map = createMap(this.viewport, ratio, new ToolInteraction(() => this.tool), reducedMotion);
    this.camera = new Camera(this.map, this.plan, this.tiles.projection);
    this.reporter = new ViewReporter(
      () => this.camera.state(),
      () => this.callbacks,
    );
    this.controls = options.controls === false ? undefined : this.createControls();
    this.minimap = new Minimap(
      this.labels.overview,
      () => this.theme.select,
      (at) => this.lookAt(at),
    );
    this.minimap.element.hidden = options.minimap !== true;
    this.elements.root.append(this.announcer.element, this.minimap.element);
    if (this.controls) this.elements.root.append(this.controls.element);
    this.elements.setLabels(this.labels);
    this.stopListening = addDomListeners(this.viewport, this.camera, options.wheel === 'pan', this);
    showFirstView(this, options);
  }

  setPlan(plan: PlanSource, options?: { readonly keepView?: boolean }): void {
    const before = this.tiles;
    this.finish();
    this.plan = plan;
    this.ready = false;
    this.tiles = this.createTiles(this.map.getPixelRatio());
    before.destroy(this.map);
    this.map.getLayers().insertAt(0, this.tiles.layer);
    this.marks.store.invalidatePositions();
    this.camera.setPlan(plan, this.tiles.projection, options?.keepView === true);
    if (this.camera.ready) this.tiles.preload(this.camera.frame());
    this.paintMinimap();
  }

  setPins(pins: PinColumns): void {
    if (this.tool.name === 'move') this.finish();
    this.marks.setPins(pins);
  }

  patchPin(id: string, patch: PinPatch): boolean {
    return this.marks.patchPin(id, patch);
  }

  setSelected(id: string | null): void {
    this.marks.setSelected(id);
  }

  setAppearance(appearance: Appearance): void {
    this.appearance = appearance;
    this.refreshTheme();
  }

  setHighlights(rects: readonly PlanRect[], active = -1): void {
    this.marks.setHighlights(rects, active);
  }

  setLinks(links: readonly PlanRect[]): void {
    this.marks.setLinks(links);
  }

  setPosition(position: OwnPosition | null): void {
    this.marks.setPosition(position);
  }

  setShapes(shapes: readonly PlanShape[]): void {
    this.marks.setShapes(shapes);
  }

  setTool(tool: 'select' | 'place' | 'draw', options: { readonly drag?: DrawDrag | undefined } = {}): void {
    if (tool === 'draw') {
      this.start(new DrawTool(this.host, options.drag));
      return;
    }
    if (tool === this.tool.name) return;
    if (tool === 'place') this.start(new PlaceTool(this.host, undefined));
    else this.finish();
  }

  setAllowed(allow: Allowed): void {
    this.allowed = allow;
  }

  setPadding(padding: Padding): void {
    this.camera.setPadding(padding);
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      this.elements.root.style.setProperty(`--plv-pad-${side}`, `${padding[side]}px`);
    }
  }

  setLabels(labels: ViewerLabels): void {
    this.labels = labels;
    this.controls?.setLabels(labels);
    this.minimap.setLabel(labels.overview);
    this.elements.setLabels(labels);
    this.marks.setStyle(this.markStyle(this.map.getPixelRatio()));
  }

  setCallbacks(callbacks: ViewerCallbacks): void {
    this.callbacks = callbacks;
  }

  setMinimap(on: boolean): void {
    this.minimap.element.hidden = !on;
    this.paintMinimap();
  }

  setPinScale(scale: number | undefined): void {
    this.pinScale = scale;
    this.marks.setStyle(this.markStyle(this.map.getPixelRatio()));
  }

  getView(): ViewState {
    return roundView(this.camera.state());
  }

  setView(view: Partial<ViewState>, options?: { readonly animate?: boolean }): void {
    this.camera.set(view, options?.animate === true);
  }

  fit(options?: { readonly animate?: boolean }): void {
    this.camera.fit(options?.animate !== false);
  }

  north(): void {
    this.rotate(0);
  }

  rotate(degrees: number): void {
    this.camera.turnTo(degrees);
    this.announcer.say(this.labels.rotation(this.camera.heading()));
  }

  rotateQuarter(direction: 1 | -1): void {
    this.rotate(nextQuarter(this.camera.heading(), direction));
  }

  zoomBy(levels: number): void {
    this.camera.zoomBy(levels);
    this.announcer.say(this.labels.zoom(Math.round(this.camera.goalScale() * 100)));
  }

  panBy(dx: number, dy: number): void {
    this.camera.panBy(dx, dy, true);
  }

  flyTo(target: string | Point | PlanRect, options?: FlyOptions): boolean {
    const at = typeof target === 'string' ? this.placeOf(target) : target;
    if (at) flyTo(this.camera, this.plan, at, options);
    return at !== undefined;
  }

  toScreen(x: number, y: number): Point {
    return planToScreen(this.camera.frame(), x, y);
  }

  toPlan(px: number, py: number): Point {
    return screenToPlan(this.camera.frame(), px, py);
  }

  retryTiles(): void {
    this.tiles.retry();
  }

  refreshTheme(): void {
    this.theme = readTheme(this.elements.root);
    this.tiles.setAppearance(this.theme, this.appearance);
    this.marks.setStyle(this.markStyle(this.map.getPixelRatio()));
    this.paintMinimap();
  }

  focus(): void {
    this.viewport.focus();
  }

  destroy(): void {
    this.tool.leave?.();
    this.stopListening();
    this.reporter.stop();
    this.marks.destroy();
    this.tiles.destroy(this.map);
    this.map.dispose();
    this.elements.root.remove();
  }

  setRatio(ratio: number): void {
    this.map.setPixelRatio(ratio);
    this.tiles.setRatio(ratio);
    this.marks.setStyle(this.markStyle(ratio));
  }

  drawn(): void {
    this.tiles.drawn();
    if (this.ready) return;
    this.ready = true;
    this.callbacks.onReady?.();
  }

  start(tool: Tool): void {
    this.tool.leave?.();
    this.tool = tool;
    this.viewport.style.cursor = tool.cursor ?? '';
    tool.enter?.();
    this.callbacks.onTool?.(tool.name);
  }

  finish(): void {
    if (this.tool !== this.resting) this.start(this.resting);
  }

  toolKey(key: string, shift: boolean): boolean {
    return this.tool.key?.(key, shift) ?? false;
  }

  moveFocus(direction: 1 | -1): boolean {
    const stop = this.marks.moveFocus(direction, this.camera.freeArea());
    if (stop?.kind === 'pin') this.announcer.say(this.labels.pin(this.marks.store.info(stop.pin)));
    if (stop?.kind === 'bubble') this.announcer.say(this.labels.bubble(this.marks.level().bubble[stop.cell] ?? 0));
    return stop !== undefined;
  }

  openFocused(): boolean {
    const stop = this.marks.focused;
    if (stop?.kind === 'pin') this.host.open(stop.pin);
    else if (stop) {
      this.marks.setFocus(undefined);
      this.host.openBubble(stop.cell);
    }
    return stop !== undefined;
  }

  dropFocus(): boolean {
    const had = this.marks.focused !== undefined;
    this.marks.setFocus(undefined);
    return had;
  }

  private placeOf(id: string): Point | undefined {
    const pin = this.marks.store.indexOf(id);
    return pin < 0 ? undefined : this.marks.store.info(pin);
  }

  private lookAt(at: Point): void {
    this.camera.set({ cx: at.x, cy: at.y }, false);
  }

  private markStyle(ratio: number): MarkStyle {
    const { palette, labels, theme, appearance, pinScale } = this;
    return { palette, labels, theme, appearance, pinScale, ratio };
  }

  private createTiles(ratio: number): PlanTiles {
    return new PlanTiles(this.plan, ratio, this.theme, this.appearance, {
      progress: (progress) => this.callbacks.onTiles?.(progress),
      baseLoaded: () => this.paintMinimap(),
    });
  }

  private createControls(): Controls {
    return new Controls(this.labels, {
      zoomIn: () => this.zoomBy(BUTTON_ZOOM),
      zoomOut: () => this.zoomBy(-BUTTON_ZOOM),
      fit: () => this.fit(),
      north: () => this.north(),
    });
  }

  drawFrame(): void {
    const frame = this.camera.frame();
    this.marks.draw(frame);
    this.controls?.setRotation(this.camera.state().rotation);
    if (!this.minimap.element.hidden) this.minimap.drawView(frame);
    this.reporter.changed();
  }

  private paintMinimap(): void {
    if (this.minimap.element.hidden || !this.tiles.baseReady) return;
    this.minimap.setPicture(this.plan, {
      tiles: this.tiles.base,
      paper: paperColour(this.appearance, this.theme.paper),
      filter: (image) => this.tiles.filter(image),
      resolution: 2 ** (this.plan.levels - 1),
      tileSize: this.plan.tileSize,
    });
    if (this.camera.ready) this.minimap.drawView(this.camera.frame());
  }
}
