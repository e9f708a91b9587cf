// Drawing over the plan: points by click, by long press with a magnifier, or by keyboard at the centre of the view; or
// freehand strokes, or shapes dragged from one point to another.
import type { Point } from '../camera/geometry.ts';
import type { DrawDrag } from '../options.ts';
import { LONG_PRESS_MS } from './select.ts';
import { keysOf, type Press, type Tool, type ToolHost } from './tool.ts';

/** Minimum distance before a stroke adds another point. */
const STEP_PX = 3;
/** Distance from which a drag draws a shape; below it is a click. */
const MIN_SHAPE_PX = 8;
/** Maximum distance between the two clicks of a double click. */
const MAX_DOUBLE_CLICK_PX = 12;

export class DrawTool implements Tool {
  readonly name = 'draw';
  readonly cursor = 'crosshair';
  private readonly host: ToolHost;
  private readonly dragging: DrawDrag | undefined;
  /** Where a dragged shape starts, once it is large enough not to be a click. */
  private corner: Press | undefined;
  /** The last point was set by a pointer, so Enter finishes instead of adding a point at the centre. */
  private pointed = false;
  /** Undefined while no stroke is in progress. */
  private stroke: Point[] | undefined;
  private cancelHold: (() => void) | undefined;
  /** A long press: the finger aims until it is lifted. */
  private held = false;
  private start: Press | undefined;
  private clicks: readonly Press[] = [];

  constructor(host: ToolHost, dragging: DrawDrag | undefined) {
    this.host = host;
    this.dragging = dragging;
  }

  leave(): void {
    this.rest();
    this.host.setCrosshair(undefined, false);
  }

  /** The pointer has left: the aim is cleared. */
  out(): void {
    if (this.stroke === undefined && !this.held) this.host.draw({ kind: 'away' });
  }

  down(press: Press): void {
    this.rest();
    this.start = press;
    if (this.dragging === 'stroke') this.stroke = [press];
    else if (press.touch && this.dragging === undefined) {
      this.cancelHold = this.host.after(LONG_PRESS_MS / 2, () => {
        this.held = true;
        this.host.vibrate();
        this.aim(press);
      });
    }
  }

  drag(press: Press): boolean {
    if (this.dragging === 'shape') {
      this.dragShape(press);
      return true;
    }
    if (this.dragging === 'stroke') {
      if (!this.stroke) return true;
      const last = this.stroke.at(-1);
      if (last && Math.hypot(press.x - last.x, press.y - last.y) < STEP_PX) return true;
      this.stroke.push({ x: press.x, y: press.y });
      this.host.draw({ kind: 'stroke', points: this.stroke, done: false });
      return true;
    }
    if (this.held) {
      this.aim(press);
      return true;
    }
    // The plan is being panned.
    if (this.start && Math.hypot(press.x - this.start.x, press.y - this.start.y) > 8) this.rest();
    return false;
  }

  up(press: Press): boolean {
    const { held, stroke, corner } = this;
    this.rest();
    this.host.setCrosshair(undefined, false);
    if (corner) {
      this.host.draw({ kind: 'drag', from: corner, to: press, ...keysOf(press), done: true });
      return true;
    }
    if (stroke && stroke.length > 1) {
      this.host.draw({ kind: 'stroke', points: stroke, done: true });
      return true;
    }
    if (!held) return false;
    this.pointed = true;
    this.host.draw({ kind: 'point', at: press, ...keysOf(press) });
    return true;
  }

  hover(press: Press): void {
    this.host.draw({ kind: 'hover', at: press, ...keysOf(press) });
  }

  click(press: Press): void {
    if (this.dragging === 'stroke') return;
    this.pointed = true;
    this.clicks = [...this.clicks.slice(-1), press];
    this.host.draw({ kind: 'point', at: press, ...keysOf(press) });
  }

  /** A double click finishes; two quick clicks at different positions are two points. */
  doubleClick(): boolean {
    const [one, two] = this.clicks;
    if (one && two && Math.hypot(one.x - two.x, one.y - two.y) < MAX_DOUBLE_CLICK_PX)
      this.host.draw({ kind: 'finish' });
    return true;
  }

  menu(press: Press): void {
    if (!press.touch) this.host.draw({ kind: 'finish' });
  }

  /** A second finger touched, or the system cancelled the pointer: the unfinished drawing must not stay on the plan. */
  cancel(): void {
    const { corner } = this;
    this.rest();
    this.host.setCrosshair(undefined, false);
    this.host.draw({ kind: corner ? 'cancel' : 'away' });
  }

  key(key: string, shift: boolean): boolean {
    if (key === 'Escape') {
      this.rest();
      this.host.setCrosshair(undefined, false);
      this.host.draw({ kind: 'cancel' });
    } else if (key === 'Backspace' || key === 'Delete') this.host.draw({ kind: 'undo' });
    else if (key === 'Enter' && (shift || this.pointed)) this.host.draw({ kind: 'finish' });
    else if (key === 'Enter' || key === ' ') {
      const at = this.host.middle();
      this.host.setCrosshair(at, false);
      this.host.draw({ kind: 'point', at, ...keysOf({}) });
    } else {
      // The plan moves under a cross that stays at the centre.
      if (key.startsWith('Arrow')) {
        this.pointed = false;
        this.host.setCrosshair(this.host.middle(), false);
      }
      return false;
    }
    return true;
  }

  private rest(): void {
    this.cancelHold?.();
    this.cancelHold = undefined;
    this.held = false;
    this.start = undefined;
    this.stroke = undefined;
    this.corner = undefined;
  }

  private dragShape(press: Press): void {
    const { start } = this;
    if (!start || (!this.corner && Math.hypot(press.x - start.x, press.y - start.y) < MIN_SHAPE_PX)) return;
    this.corner = start;
    this.host.draw({ kind: 'drag', from: start, to: press, ...keysOf(press), done: false });
  }

  private aim(at: Press): void {
    this.host.setCrosshair({ x: at.x, y: at.y }, true);
    this.host.draw({ kind: 'hover', at, ...keysOf(at) });
  }
}
