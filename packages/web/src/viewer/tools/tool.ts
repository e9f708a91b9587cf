// A tool is one small state: what pointer and keys mean while it is active. Tools see presses and a host, never the DOM.
import type { Point } from '../camera/geometry.ts';
import type { Allowed, ToolName } from '../options.ts';
import type { Ghost } from '../overlay/overlay-canvas.ts';
import type { Hit } from '../pins/hit.ts';

/** A pointer on the plan, CSS pixels of the viewport. */
export interface Press extends Point {
  readonly touch: boolean;
  readonly shift?: boolean;
}

/** A step of drawing as the tool sees it. */
export type DrawStep =
  | { readonly kind: 'point' | 'hover'; readonly at: Point; readonly snap: boolean }
  | { readonly kind: 'stroke'; readonly points: readonly Point[]; readonly done: boolean }
  /** `away`: whatever was being aimed at or stroked is given up; the places set so far stay. */
  | { readonly kind: 'undo' | 'finish' | 'cancel' | 'away' };

export interface Tool {
  readonly name: ToolName;
  /** Undefined: whatever the mark under the pointer asks for. */
  readonly cursor: string | undefined;
  enter?(): void;
  leave?(): void;
  down?(press: Press): void;
  /** True: the plan stands still. */
  drag?(press: Press): boolean;
  /** True: this press is dealt with, no click follows. */
  up?(press: Press): boolean;
  hover?(press: Press): void;
  /** The pointer left the plan. */
  out?(): void;
  click?(press: Press): void;
  /** True: the plan does not zoom. */
  doubleClick?(press: Press): boolean;
  menu?(press: Press): void;
  /** A second finger came down, or the system took the pointer away. */
  cancel?(): void;
  /** True: dealt with. */
  key?(key: string, shift: boolean): boolean;
}

/** What tools may do to the viewer. */
export interface ToolHost {
  readonly allowed: Allowed;
  /** The selected pin, or -1. */
  readonly selected: number;
  hitAt(press: Press): Hit | undefined;
  /** The place that leads somewhere under a pointer, or -1. */
  linkAt(press: Press): number;
  openLink(link: number, at: Point): void;
  setHoveredLink(link: number, at: Point): void;
  pinTip(pin: number): Point;
  /** The middle of the free area. */
  middle(): Point;
  setHovered(hit: Hit | undefined): void;
  setGhost(ghost: Ghost | undefined): void;
  /** -1 for none. */
  select(pin: number): void;
  open(pin: number): void;
  openBubble(cell: number): void;
  pinMenu(pin: number, at: Point): void;
  /** Says so and returns false when the place is beside the plan. */
  place(at: Point): boolean;
  move(pin: number, at: Point): boolean;
  /** Tells the outside of drawing; places in CSS pixels become plan fractions, outside of the plan too. */
  draw(event: DrawStep): void;
  /** Draws a cross where the next place will be, with a magnifier for fingers. */
  aimAt(at: Point | undefined, byTouch: boolean): void;
  say(what: 'placing' | 'moving' | 'cancelled'): void;
  /** A short buzz where the device has one: a long press was recognised. */
  buzz(): void;
  /** Calls back after the time unless the returned function was called first. */
  after(ms: number, then: () => void): () => void;
  start(tool: Tool): void;
  /** Back to selecting. */
  finish(): void;
}
