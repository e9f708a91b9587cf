// The plan viewer: puts tiles, marks, tools and keys together behind one small handle. Knows no feature and no network.
import type OlMap from 'ol/Map.js';
import { Camera } from './camera.ts';
import { Announcer, Controls } from './controls.ts';
import {
  nextQuarter,
  type Padding,
  type Point,
  planToScreen,
  roundView,
  screenToPlan,
  type ViewState,
} from './geometry.ts';
import { handleKey, type KeyTarget } from './input/keyboard.ts';
import { ToolInteraction } from './input/tool-interaction.ts';
import { listenToWheel } from './input/wheel.ts';
import { type MarkLooks, Marks } from './marks.ts';
import {
  type Allowed,
  type Appearance,
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
import { buildStage, makeMap, overlayLayer, type Stage, screenRatio, watchRatio } from './stage.ts';
import { readTheme, type ViewerTheme, watchTheme } from './theme.ts';
import { PlanTiles } from './tiles/plan-tiles.ts';
import { paperColour } from './tiles/treat.ts';
import { Host, type HostParts } from './tool-host.ts';
import { DrawTool } from './tools/draw.ts';
import { PlaceTool } from './tools/place.ts';
import { SelectTool } from './tools/select.ts';
import type { Tool } from './tools/tool.ts';
import { ViewTeller } from './view-teller.ts';
import './viewer.css';

/** From far out, a chosen pin is shown at this many times the fitted scale. */
const FLY_NEAR = 3;
const BUTTON_ZOOM = 0.75;
/** How high a rectangle that is flown to stands on the screen, at least. */
const READABLE_PX = 22;

/** Makes a viewer that fills the element. Call `destroy()` before the element goes. */
export function createPlanViewer(element: HTMLElement, options: ViewerOptions): PlanViewerHandle {
  return new Viewer(element, options);
}

class Viewer implements PlanViewerHandle, HostParts, KeyTarget {
  readonly viewport: HTMLElement;
  readonly announcer = new Announcer();
  readonly marks: Marks;
  readonly camera: Camera;
  plan: PlanSource;
  labels: ViewerLabels;
  callbacks: ViewerCallbacks;
  allowed: Allowed;
  tool: Tool;
  private readonly stage: Stage;
  private readonly map: OlMap;
  private readonly host = new Host(this);
  private readonly resting = new SelectTool(this.host);
  private readonly controls: Controls | undefined;
  private readonly minimap: Minimap;
  private readonly teller: ViewTeller;
  private readonly palette: readonly string[];
  private readonly cleanups: (() => void)[] = [];
  private tiles: PlanTiles;
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
    this.stage = buildStage(element);
    this.viewport = this.stage.viewport;
    this.theme = readTheme(this.stage.root);
    const ratio = screenRatio();
    this.tiles = this.makeTiles(ratio);
    this.marks = new Marks(
      this.looks(ratio),
      () => this.camera.frame(),
      () => this.tiles.canvas(),
    );
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.map = makeMap(this.viewport, ratio, new ToolInteraction(() => this.tool), lessMotion);
    this.camera = new Camera(this.map, this.plan, this.tiles.projection);
    this.teller = new ViewTeller(
      () => this.camera.state(),
      () => this.callbacks,
    );
    this.controls = options.controls === false ? undefined : this.makeControls();
    this.minimap = new Minimap(
      this.labels.overview,
      () => this.theme.select,
      (at) => this.lookAt(at),
    );
    this.minimap.element.hidden = options.minimap !== true;
    this.stage.root.append(this.announcer.element, this.minimap.element);
    if (this.controls) this.stage.root.append(this.controls.element);
    this.stage.nameParts(this.labels);
    this.listen(options.wheel === 'pan');
    this.whenSized(options);
  }

  setPlan(plan: PlanSource, options?: { readonly keepView?: boolean }): void {
    const before = this.tiles;
    this.finish();
    this.plan = plan;
    this.ready = false;
    this.tiles = this.makeTiles(this.map.getPixelRatio());
    before.destroy(this.map);
    this.map.getLayers().insertAt(0, this.tiles.layer);
    this.marks.store.forgetPlaces();
    this.camera.setPlan(plan, this.tiles.projection, options?.keepView === true);
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

  setTool(tool: 'select' | 'place' | 'draw', options: { readonly stroke?: boolean } = {}): void {
    if (tool === 'draw') {
      this.start(new DrawTool(this.host, options.stroke === true));
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
      this.stage.root.style.setProperty(`--plv-pad-${side}`, `${padding[side]}px`);
    }
  }

  setLabels(labels: ViewerLabels): void {
    this.labels = labels;
    this.controls?.setLabels(labels);
    this.minimap.setLabel(labels.overview);
    this.stage.nameParts(labels);
    this.marks.setLooks(this.looks(this.map.getPixelRatio()));
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
    this.marks.setLooks(this.looks(this.map.getPixelRatio()));
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

  turn(direction: 1 | -1): void {
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
    const { widthPx, heightPx } = this.plan;
    const { camera } = this;
    const animate = options?.animate !== false;
    const given = options?.zoom === undefined ? undefined : 2 ** options.zoom;
    if (typeof target !== 'string' && 'width' in target) {
      const width = target.width * widthPx;
      const height = target.height * heightPx;
      // As near as its words are read at, with what stands around them; never farther than one is already.
      const readable = Math.max(camera.frame().scale, READABLE_PX / Math.max(1, Math.min(width, height)));
      const scale = given ?? Math.min(1, camera.scaleFor({ widthPx: width * 3, heightPx: height * 3 }), readable);
      camera.lookAt((target.x + target.width / 2) * widthPx, (target.y + target.height / 2) * heightPx, scale, animate);
      return true;
    }
    const at = typeof target === 'string' ? this.placeOf(target) : target;
    if (!at) return false;
    const near = Math.min(1, camera.fitScale() * FLY_NEAR);
    camera.lookAt(at.x * widthPx, at.y * heightPx, given ?? Math.max(camera.frame().scale, near), animate);
    return true;
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
    this.theme = readTheme(this.stage.root);
    this.tiles.setLooks(this.theme, this.appearance);
    this.marks.setLooks(this.looks(this.map.getPixelRatio()));
    this.paintMinimap();
  }

  focus(): void {
    this.viewport.focus();
  }

  destroy(): void {
    this.tool.leave?.();
    for (const cleanup of this.cleanups.splice(0)) cleanup();
    this.teller.stop();
    this.marks.destroy();
    this.tiles.destroy(this.map);
    this.map.dispose();
    this.stage.root.remove();
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

  walk(direction: 1 | -1): boolean {
    const stop = this.marks.walk(direction, this.camera.freeArea());
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

  private looks(ratio: number): MarkLooks {
    const { palette, labels, theme, appearance, pinScale } = this;
    return { palette, labels, theme, appearance, pinScale, ratio };
  }

  private makeTiles(ratio: number): PlanTiles {
    return new PlanTiles(this.plan, ratio, this.theme, this.appearance, {
      progress: (progress) => this.callbacks.onTiles?.(progress),
      baseLoaded: () => this.paintMinimap(),
    });
  }

  private makeControls(): Controls {
    return new Controls(this.labels, {
      zoomIn: () => this.zoomBy(BUTTON_ZOOM),
      zoomOut: () => this.zoomBy(-BUTTON_ZOOM),
      fit: () => this.fit(),
      north: () => this.north(),
    });
  }

  private listen(wheelPans: boolean): void {
    const { viewport, camera } = this;
    const on = <K extends keyof HTMLElementEventMap>(type: K, then: (event: HTMLElementEventMap[K]) => void): void => {
      viewport.addEventListener(type, then);
      this.cleanups.push(() => viewport.removeEventListener(type, then));
    };
    on('keydown', (event) => handleKey(event, this));
    on('blur', () => this.dropFocus());
    on('pointerdown', () => this.dropFocus());
    on('pointerleave', () => this.tool.out?.());
    on('contextmenu', (event) => {
      event.preventDefault();
      const box = viewport.getBoundingClientRect();
      const touch = event instanceof PointerEvent && event.pointerType === 'touch';
      this.tool.menu?.({ x: event.clientX - box.left, y: event.clientY - box.top, touch });
    });
    this.cleanups.push(
      listenToWheel(viewport, {
        wheelPans,
        get lessMotion() {
          return camera.lessMotion;
        },
        zoomAround: (levels, at) => camera.zoomAround(levels, at),
        panBy: (dx, dy) => camera.panBy(dx, dy, false),
        setBusy: (busy) => camera.setBusy(busy),
      }),
      watchTheme(() => this.refreshTheme()),
      watchRatio((ratio) => {
        this.map.setPixelRatio(ratio);
        this.tiles.setRatio(ratio);
        this.marks.setLooks(this.looks(ratio));
      }),
    );
  }

  /** The first view needs a size; an element that is still hidden gets it when it is shown. */
  private whenSized(options: ViewerOptions): void {
    let shown = false;
    const sized = (): void => {
      if (!this.camera.ready) return;
      if (shown) {
        this.camera.resized();
        return;
      }
      shown = true;
      if (options.padding) this.setPadding(options.padding);
      this.camera.fit(false);
      if (options.view) this.camera.set(options.view, false);
      this.map.addLayer(this.tiles.layer);
      this.map.addLayer(overlayLayer(this.marks.overlay.element, () => this.drawFrame()));
    };
    this.map.on('change:size', sized);
    this.map.on('rendercomplete', () => {
      if (this.ready || !shown) return;
      this.ready = true;
      this.callbacks.onReady?.();
    });
    sized();
  }

  private drawFrame(): void {
    const frame = this.camera.frame();
    this.marks.draw(frame);
    this.controls?.setRotation(this.camera.state().rotation);
    if (!this.minimap.element.hidden) this.minimap.drawView(frame);
    this.teller.changed();
  }

  private paintMinimap(): void {
    if (this.minimap.element.hidden || !this.tiles.baseReady) return;
    this.minimap.setPicture(this.plan, {
      tiles: this.tiles.base,
      paper: paperColour(this.appearance, this.theme.paper),
      treated: (image) => this.tiles.treated(image),
      resolution: 2 ** (this.plan.levels - 1),
      tileSize: this.plan.tileSize,
    });
    if (this.camera.ready) this.minimap.drawView(this.camera.frame());
  }
}
