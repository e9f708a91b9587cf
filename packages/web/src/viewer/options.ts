// The viewer's contract: what it is given and what it tells. It knows no feature, no network and no language.
import type { Padding, Point, ViewState } from './camera/geometry.ts';
import type { PinColumns, PinInfo, PinPatch } from './pins/columns.ts';

/** A picture as a pyramid of tiles. Level `levels - 1` is 1:1; each level below halves it (rounding up); 0 is the smallest. */
export interface PlanSource {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Usually 512. Tiles at the right and lower edge may be smaller. */
  readonly tileSize: number;
  readonly levels: number;
  /** Exactly one of the two. A URL is asked for anew on every attempt, so it may be a signed one that expires. */
  readonly tileUrl?: (z: number, x: number, y: number) => string;
  readonly loader?: (z: number, x: number, y: number, signal: AbortSignal) => Promise<ImageBitmap | Blob>;
  /** A tile that was asked for before the viewer stood. Whoever takes it has it to himself: each is given once. */
  readonly ahead?: (z: number, x: number, y: number) => Promise<ImageBitmap> | undefined;
}

export interface Appearance {
  /** For sunlight: paper whiter, lines thicker and darker, marks larger. */
  readonly bright: boolean;
  readonly greyscale: boolean;
  /** Light lines on dark paper. */
  readonly night: boolean;
}

export const PLAIN: Appearance = { bright: false, greyscale: false, night: false };

/** A rectangle in plan fractions. */
export interface PlanRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Own position: plan fractions, accuracy radius in plan pixels, heading in degrees clockwise from the plan's up. */
export interface OwnPosition extends Point {
  readonly accuracyPx?: number;
  readonly heading?: number;
  /** `#rrggbb`; the theme's own without one. */
  readonly colour?: string;
}

/** Something drawn over the plan, below the pins. Points in plan fractions. */
export interface PlanShape {
  readonly kind: 'line' | 'arrow' | 'polygon' | 'text';
  readonly points: readonly Point[];
  /** `#rrggbb`. */
  readonly colour: string;
  /** Words, each at its place; of kind `text` the first is the shape itself. */
  readonly labels?: readonly { readonly at: Point; readonly text: string }[];
  /** Ends and corners are shown as handles. */
  readonly handles?: boolean;
  readonly dashed?: boolean;
  readonly filled?: boolean;
}

/** What drawing over the plan tells: a place was clicked or is pointed at, a stroke was drawn, the last place is taken back. */
export type DrawEvent =
  | { readonly kind: 'point' | 'hover'; readonly at: Point; readonly snap: boolean }
  | { readonly kind: 'stroke'; readonly points: readonly Point[]; readonly done: boolean }
  /** `away`: whatever was being aimed at or stroked is given up; the places set so far stay. */
  | { readonly kind: 'undo' | 'finish' | 'cancel' | 'away' };

/** Every text the viewer shows or says; it has none of its own. */
export interface ViewerLabels {
  /** Name of the whole, for example "Plan Ground floor". */
  readonly viewer: string;
  /** How to use it by keyboard; read out once on focus. */
  readonly help: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fit: string;
  readonly north: string;
  readonly overview: string;
  readonly placing: string;
  readonly placed: string;
  readonly moving: string;
  readonly moved: string;
  readonly cancelled: string;
  readonly outside: string;
  pin(pin: PinInfo): string;
  bubble(count: number): string;
  /** The short count drawn on a bubble: "84", "1.2k". */
  count(count: number): string;
  zoom(percent: number): string;
  rotation(degrees: number): string;
}

export type ToolName = 'select' | 'place' | 'move' | 'draw';

export interface Allowed {
  readonly place: boolean;
  readonly move: boolean;
}

export interface TileProgress {
  readonly pending: number;
  /** Tiles given up on after all attempts; `retryTiles()` tries them again. */
  readonly failed: number;
}

export interface ViewerCallbacks {
  /** While and after the view changes, at most every 120 ms, the last one always. */
  readonly onView?: (view: ViewState) => void;
  /** The scale in per cent of 1:1, when the rounded number changes. */
  readonly onScale?: (percent: number) => void;
  /** A pin was chosen by click, tap or keyboard; null when the empty plan was. */
  readonly onSelect?: (id: string | null) => void;
  /** Enter or double click on a pin. */
  readonly onOpen?: (id: string) => void;
  readonly onHover?: (id: string | null) => void;
  /** Right click on a pin, with CSS pixels of the viewport. */
  readonly onPinMenu?: (id: string, at: Point) => void;
  /** A bubble that zooming cannot take apart any further was opened. */
  readonly onBubble?: (ids: readonly string[], at: Point) => void;
  readonly onPlace?: (x: number, y: number) => void;
  /** The pin already stands at the new place when this is called. */
  readonly onMove?: (id: string, x: number, y: number) => void;
  /** Somebody tried to place or move a pin beside the plan. */
  readonly onOutside?: () => void;
  /** A place that leads somewhere was clicked or tapped; by its index among `links`, with CSS pixels of the viewport. */
  readonly onLink?: (link: number, at: Point) => void;
  /** -1 for none. */
  readonly onLinkHover?: (link: number, at: Point) => void;
  readonly onDraw?: (event: DrawEvent) => void;
  readonly onTool?: (tool: ToolName) => void;
  readonly onTiles?: (progress: TileProgress) => void;
  /** The first view stands sharp. */
  readonly onReady?: () => void;
}

export interface ViewerOptions extends ViewerCallbacks {
  readonly plan: PlanSource;
  /** Up to sixteen `#rrggbb` colours; `PinColumns.colour` points into it. */
  readonly palette: readonly string[];
  readonly labels: ViewerLabels;
  /** Without one the plan is fitted. */
  readonly view?: Partial<ViewState> | undefined;
  readonly appearance?: Appearance;
  readonly padding?: Padding;
  readonly allow?: Allowed;
  /** Buttons for zoom, fit and north in the corner. Default true. */
  readonly controls?: boolean;
  /** The small overview. Default false. */
  readonly minimap?: boolean;
  /** Size of the marks; default 1, or 1.25 on touch screens. */
  readonly pinScale?: number | undefined;
  /** What the wheel does without a modifier. Default zoom; Ctrl and pinch always zoom, Shift always pans. */
  readonly wheel?: 'zoom' | 'pan';
}

export interface FlyOptions {
  /** log2 scale to end at; otherwise the present one, raised to a readable one if it is far out. */
  readonly zoom?: number;
  /** Default true; false where the system asks for less motion. */
  readonly animate?: boolean;
}

export interface PlanViewerHandle {
  setPlan(plan: PlanSource, options?: { readonly keepView?: boolean }): void;
  setPins(pins: PinColumns): void;
  /** False when no pin has this id. */
  patchPin(id: string, patch: PinPatch): boolean;
  setSelected(id: string | null): void;
  setAppearance(appearance: Appearance): void;
  setHighlights(rects: readonly PlanRect[], active?: number): void;
  /** Places of the drawing that lead somewhere. */
  setLinks(links: readonly PlanRect[]): void;
  setPosition(position: OwnPosition | null): void;
  setShapes(shapes: readonly PlanShape[]): void;
  /** `draw` hands places to `onDraw`; with `stroke` a drag draws instead of moving the plan. */
  setTool(tool: 'select' | 'place' | 'draw', options?: { readonly stroke?: boolean }): void;
  setAllowed(allow: Allowed): void;
  setPadding(padding: Padding): void;
  setLabels(labels: ViewerLabels): void;
  setCallbacks(callbacks: ViewerCallbacks): void;
  setMinimap(on: boolean): void;
  setPinScale(scale: number | undefined): void;
  getView(): ViewState;
  setView(view: Partial<ViewState>, options?: { readonly animate?: boolean }): void;
  fit(options?: { readonly animate?: boolean }): void;
  north(): void;
  rotate(degrees: number): void;
  zoomBy(levels: number): void;
  /** False when no pin has this id. */
  flyTo(target: string | Point | PlanRect, options?: FlyOptions): boolean;
  /** CSS pixels in the viewport of a plan fraction, and back. */
  toScreen(x: number, y: number): Point;
  toPlan(px: number, py: number): Point;
  retryTiles(): void;
  /** Reads the CSS variables again; called by itself when the colour scheme or the root element's attributes change. */
  refreshTheme(): void;
  focus(): void;
  destroy(): void;
}
