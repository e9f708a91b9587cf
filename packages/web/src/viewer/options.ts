// The viewer's contract: its options and its events. It knows no feature, no network and no language.
import type { Padding, Point, ViewState } from './camera/geometry.ts';
import type { PinColumns, PinInfo, PinPatch } from './pins/columns.ts';
import type { TileSource } from './tiles/lease-tile.ts';
import type { Pyramid } from './tiles/pyramid.ts';

/** An image as a tile pyramid. */
export interface PlanSource extends Pyramid, TileSource {}

export interface Appearance {
  /** For sunlight: whiter paper, thicker and darker lines, larger marks. */
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

/**
 * The user's position: plan fractions, accuracy radius in plan pixels, heading in degrees clockwise from the plan's up
 * direction.
 */
export interface OwnPosition extends Point {
  readonly accuracyPx?: number;
  readonly heading?: number;
  /** `#rrggbb`; the theme's colour when omitted. */
  readonly colour?: string;
}

/** A shape drawn over the plan, below the pins. Points in plan fractions. */
export interface PlanShape {
  /** `end`, `crossing`: a point of the drawing that the next point snaps to, and `nearest`, a point on a line. */
  readonly kind: 'line' | 'arrow' | 'polygon' | 'dots' | 'text' | 'end' | 'crossing' | 'nearest';
  readonly points: readonly Point[];
  /** Cut out of a polygon. */
  readonly holes?: readonly (readonly Point[])[];
  /** `#rrggbb`. */
  readonly colour: string;
  /** Text labels, each at its position; for kind `text` the first is the shape itself. */
  readonly labels?: readonly { readonly at: Point; readonly text: string }[];
  /** A press on it chooses it. */
  readonly id?: string;
  /** Highlighted. */
  readonly chosen?: boolean;
  /** Of the chosen shape, if it can be changed: its handles, which can be dragged, as all of it can. */
  readonly grips?: readonly Point[];
  /** End points and corners are shown as handles. */
  readonly handles?: boolean;
  readonly dashed?: boolean;
  readonly filled?: boolean;
}

/**
 * Events while drawing over the plan: a point was clicked or is hovered, a stroke was drawn, the last point is undone.
 * `snap`: to a straight direction; `free`: to nothing.
 */
export type DrawEvent =
  | { readonly kind: 'point' | 'hover'; readonly at: Point; readonly snap: boolean; readonly free?: boolean }
  | { readonly kind: 'stroke'; readonly points: readonly Point[]; readonly done: boolean }
  /** Dragged from one point to another. */
  | {
      readonly kind: 'drag';
      readonly from: Point;
      readonly to: Point;
      readonly snap: boolean;
      readonly free?: boolean;
      readonly done: boolean;
    }
  /** `away`: the current aim or stroke is cancelled; points set so far are kept. */
  | { readonly kind: 'undo' | 'finish' | 'cancel' | 'away' };

/** Every text the viewer shows or announces; it has none of its own. */
export interface ViewerLabels {
  /** Accessible name of the viewer, for example "Plan Ground floor". */
  readonly viewer: string;
  /** Keyboard instructions, announced once on focus. */
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

/** What dragging draws: a freehand stroke, or a shape between two points. */
export type DrawDrag = 'stroke' | 'shape';

export type ToolName = 'select' | 'place' | 'move' | 'draw' | 'reshape';

export interface Allowed {
  readonly place: boolean;
  readonly move: boolean;
}

export interface TileProgress {
  readonly pending: number;
  /** Tiles that failed after all attempts; `retryTiles()` tries them again. */
  readonly failed: number;
}

export interface ViewerCallbacks {
  /** While and after the view changes, at most every 120 ms; the last view is always reported. */
  readonly onView?: (view: ViewState) => void;
  /** The scale in per cent of 1:1, when the rounded number changes. */
  readonly onScale?: (percent: number) => void;
  /** A pin was selected by click, tap or keyboard; null for a click on the empty plan. */
  readonly onSelect?: (id: string | null) => void;
  /** Enter or double click on a pin. */
  readonly onOpen?: (id: string) => void;
  readonly onHover?: (id: string | null) => void;
  /** Right click on a pin, with CSS pixels of the viewport. */
  readonly onPinMenu?: (id: string, at: Point) => void;
  /** A bubble was opened whose pins no zoom level can separate. */
  readonly onBubble?: (ids: readonly string[], at: Point) => void;
  readonly onPlace?: (x: number, y: number) => void;
  /** When this is called, the pin is already shown at the new position. */
  readonly onMove?: (id: string, x: number, y: number) => void;
  /** The user tried to place or move a pin outside the plan. */
  readonly onOutside?: () => void;
  /** A link was clicked or tapped; its index in `links` and CSS pixels in the viewport. */
  readonly onLink?: (link: number, at: Point) => void;
  /** -1 for none. */
  readonly onLinkHover?: (link: number, at: Point) => void;
  readonly onDraw?: (event: DrawEvent) => void;
  /** A click chose the shape, or none. */
  readonly onShape?: (id: string | undefined) => void;
  /** A handle of the chosen shape, or all of it, is dragged: `drag` or `cancel`. */
  readonly onReshape?: (handle: number | undefined, event: DrawEvent) => void;
  readonly onTool?: (tool: ToolName) => void;
  readonly onTiles?: (progress: TileProgress) => void;
  /** The first view is drawn at full resolution. */
  readonly onReady?: () => void;
}

export interface ViewerOptions extends ViewerCallbacks {
  readonly plan: PlanSource;
  /** Up to sixteen `#rrggbb` colours; `PinColumns.colour` is an index into it. */
  readonly palette: readonly string[];
  readonly labels: ViewerLabels;
  /** If omitted, the plan is fitted. */
  readonly view?: Partial<ViewState> | undefined;
  readonly appearance?: Appearance;
  readonly padding?: Padding;
  readonly allow?: Allowed;
  /** Buttons for zoom, fit and north in the corner. Default true. */
  readonly controls?: boolean;
  /** The minimap. Default false. */
  readonly minimap?: boolean;
  /** Size of the marks; default 1, or 1.25 on touch screens. */
  readonly pinScale?: number | undefined;
  /** What the wheel does without a modifier. Default zoom; Ctrl and pinch always zoom, Shift always pans. */
  readonly wheel?: 'zoom' | 'pan';
}

export interface FlyOptions {
  /** log2 of the target scale; if omitted, the current one, raised to a readable scale when far zoomed out. */
  readonly zoom?: number;
  /** Default true; false where the system prefers reduced motion. */
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
  /** Areas of the drawing that act as links. */
  setLinks(links: readonly PlanRect[]): void;
  setPosition(position: OwnPosition | null): void;
  setShapes(shapes: readonly PlanShape[]): void;
  /** `draw` reports points to `onDraw`; with `drag`, dragging draws a stroke or a shape instead of panning the plan. */
  setTool(tool: 'select' | 'place' | 'draw', options?: { readonly drag?: DrawDrag | undefined }): void;
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
  /** Converts plan fractions to CSS pixels in the viewport, and back. */
  toScreen(x: number, y: number): Point;
  toPlan(px: number, py: number): Point;
  retryTiles(): void;
  /** Rereads the CSS variables; called automatically when the colour scheme or the root element's attributes change. */
  refreshTheme(): void;
  focus(): void;
  destroy(): void;
}
