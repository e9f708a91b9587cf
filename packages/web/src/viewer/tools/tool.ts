// A tool defines what pointer and keys do while it is active. Tools see presses and a host, never the DOM.
import type { Point } from '../camera/geometry.ts';
import type { Allowed, ToolName } from '../options.ts';
import type { Ghost } from '../overlay/overlay-canvas.ts';
import type { Grip } from '../overlay/shape-hits.ts';
import type { Hit } from '../pins/hit-test.ts';

/** A pointer on the plan in CSS pixels of the viewport. */
export interface Press extends Point {
  readonly touch: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
}

/** Keys held while pointing: Shift draws straight lines, Alt ignores the lines of the drawing. */
export const keysOf = ({ shift = false, alt = false }: Partial<Press>) => ({ snap: shift, free: alt });

/** The direction of each arrow key. */
export const ARROWS: { readonly [key: string]: Point } = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A drawing step as the tool sees it. */
export type DrawStep =
  | { readonly kind: 'point' | 'hover'; readonly at: Point; readonly snap: boolean; readonly free: boolean }
  | { readonly kind: 'stroke'; readonly points: readonly Point[]; readonly done: boolean }
  | {
      readonly kind: 'drag';
      readonly from: Point;
      readonly to: Point;
      readonly snap: boolean;
      readonly free: boolean;
      readonly done: boolean;
    }
  /** `away`: the current aim or stroke is cancelled; points set so far are kept. */
  | { readonly kind: 'undo' | 'finish' | 'cancel' | 'away' };

export interface Tool {
  readonly name: ToolName;
  /** Undefined: the cursor of the mark under the pointer. */
  readonly cursor: string | undefined;
  enter?(): void;
  leave?(): void;
  down?(press: Press): void;
  /** True: the plan does not pan. */
  drag?(press: Press): boolean;
  /** True: this press is handled, no click follows. */
  up?(press: Press): boolean;
  hover?(press: Press): void;
  /** The pointer left the plan. */
  out?(): void;
  click?(press: Press): void;
  /** True: the plan does not zoom. */
  doubleClick?(press: Press): boolean;
  menu?(press: Press): void;
  /** A second finger touched, or the system cancelled the pointer. */
  cancel?(): void;
  /** True: handled. */
  key?(key: string, shift: boolean): boolean;
}

/** What tools may do to the viewer. */
export interface ToolHost {
  readonly allowed: Allowed;
  /** The selected pin, or -1. */
  readonly selected: number;
  hitAt(press: Press): Hit | undefined;
  /** The index of the link under a pointer, or -1. */
  linkAt(press: Press): number;
  openLink(link: number, at: Point): void;
  setHoveredLink(link: number, at: Point): void;
  /** Whether a shape is chosen, and whether it can be changed. */
  readonly chosenShape: 'fixed' | 'changeable' | undefined;
  /** The id of the shape under a pointer. */
  shapeAt(press: Press): string | undefined;
  /** What of the changeable shape is under a pointer. */
  gripAt(press: Press): Grip | undefined;
  chooseShape(id: string | undefined): void;
  /** The cursor over what can be chosen or dragged. */
  setHoveredShape(what: 'shape' | 'grip'): void;
  /** Reports a change of the shape: of one of its handles, or all of it. */
  reshape(handle: number | undefined, event: DrawStep): void;
  pinTip(pin: number): Point;
  /** The centre of the free area. */
  middle(): Point;
  setHovered(hit: Hit | undefined): void;
  setGhost(ghost: Ghost | undefined): void;
  /** -1 for none. */
  select(pin: number): void;
  open(pin: number): void;
  openBubble(cell: number): void;
  pinMenu(pin: number, at: Point): void;
  /** Announces it and returns false when the position is outside the plan. */
  place(at: Point): boolean;
  move(pin: number, at: Point): boolean;
  /** Reports a drawing step; CSS pixels are converted to plan fractions, also outside the plan. */
  draw(event: DrawStep): void;
  /** Draws a cross at the position of the next point, with a magnifier for touch. */
  setCrosshair(at: Point | undefined, byTouch: boolean): void;
  say(what: 'placing' | 'moving' | 'cancelled'): void;
  /** A short vibration where the device supports it: a long press was recognised. */
  vibrate(): void;
  /** Calls back after the time unless the returned function is called first. */
  after(ms: number, then: () => void): () => void;
  start(tool: Tool): void;
  /** Returns to selecting. */
  finish(): void;
}
