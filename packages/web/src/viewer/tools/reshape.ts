// Changing the chosen shape: one of its points, or all of it, follows the pointer or the arrow keys. What the keys have
// moved is kept after a pause; Escape puts it back.
import type { Point } from '../camera/geometry.ts';
import type { Grip } from '../overlay/shape-hits.ts';
import { ARROWS, keysOf, type Press, type Tool, type ToolHost } from './tool.ts';

const STEP_PX = 1;
const LARGE_STEP_PX = 10;
/** Without another arrow key for this long, the move is kept. */
const PAUSE_MS = 700;

export class ReshapeTool implements Tool {
  readonly name = 'reshape';
  readonly cursor = 'grabbing';
  private readonly host: ToolHost;
  private readonly grip: Grip;
  private readonly press: Press | undefined;
  private at: Point;
  /** The keys held at the last position. */
  private keys: Partial<Press> = {};
  private state: 'still' | 'moving' | 'ended' = 'still';
  private cancelPause: (() => void) | undefined;

  /** Without a press it follows the arrow keys. */
  constructor(host: ToolHost, grip: Grip, press: Press | undefined) {
    this.host = host;
    this.grip = grip;
    this.press = press;
    this.at = grip.at;
  }

  leave(): void {
    this.end(true);
  }

  down(): void {
    this.host.finish();
  }

  drag(press: Press): boolean {
    const start = this.press ?? press;
    const { x, y } = this.grip.at;
    // The handle keeps its distance from the pointer, so that it does not jump.
    this.show({ x: x + press.x - start.x, y: y + press.y - start.y }, press);
    return true;
  }

  up(): boolean {
    this.host.finish();
    return true;
  }

  doubleClick(): boolean {
    return true;
  }

  cancel(): void {
    this.end(false);
    this.host.finish();
  }

  key(key: string, shift: boolean): boolean {
    const arrow = ARROWS[key];
    if (key === 'Escape') {
      this.end(false);
      this.host.say('cancelled');
      // A pressed pointer must not pan the plan.
      if (!this.press) this.host.finish();
    } else if (arrow && !this.press) {
      const step = shift ? LARGE_STEP_PX : STEP_PX;
      this.show({ x: this.at.x + arrow.x * step, y: this.at.y + arrow.y * step }, {});
      this.cancelPause?.();
      this.cancelPause = this.host.after(PAUSE_MS, () => this.host.finish());
    } else {
      if (!this.press) this.host.finish();
      return this.press !== undefined;
    }
    return true;
  }

  private show(at: Point, keys: Partial<Press>): void {
    if (this.state === 'ended') return;
    this.state = 'moving';
    this.at = at;
    this.report(keys, false);
  }

  private end(keep: boolean): void {
    this.cancelPause?.();
    const moved = this.state === 'moving';
    this.state = 'ended';
    if (!moved) return;
    if (keep) this.report(this.keys, true);
    else this.host.reshape(this.grip.handle, { kind: 'cancel' });
  }

  private report(keys: Partial<Press>, done: boolean): void {
    this.keys = keys;
    this.host.reshape(this.grip.handle, { kind: 'drag', from: this.grip.at, to: this.at, ...keysOf(keys), done });
  }
}
