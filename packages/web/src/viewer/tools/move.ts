// Moving a pin: a ghost follows the pointer (or the arrow keys), the old position stays marked, Escape puts the pin
// back.
import type { Point } from '../camera/geometry.ts';
import { ARROWS, type Press, type Tool, type ToolHost } from './tool.ts';

const STEP_PX = 8;
/** A drop closer than this to the original position does not count as a move. */
const MOVED_PX = 3;

export class MoveTool implements Tool {
  readonly name = 'move';
  readonly cursor = 'grabbing';
  private readonly host: ToolHost;
  private readonly pin: number;
  private readonly from: Point;
  /** Offset from the pointer to the tip, so that the pin does not jump when it is picked up. */
  private readonly grip: Point;
  private readonly byTouch: boolean;
  private at: Point;

  constructor(host: ToolHost, pin: number, press: Press | undefined) {
    this.host = host;
    this.pin = pin;
    this.from = host.pinTip(pin);
    this.at = this.from;
    this.byTouch = press?.touch ?? false;
    this.grip = press ? { x: this.from.x - press.x, y: this.from.y - press.y } : { x: 0, y: 0 };
  }

  enter(): void {
    this.host.say('moving');
    this.show(this.from);
  }

  leave(): void {
    this.host.setGhost(undefined);
  }

  drag(press: Press): boolean {
    this.show({ x: press.x + this.grip.x, y: press.y + this.grip.y });
    return true;
  }

  up(): boolean {
    this.drop();
    return true;
  }

  doubleClick(): boolean {
    return true;
  }

  cancel(): void {
    this.host.say('cancelled');
    this.host.finish();
  }

  key(key: string, shift: boolean): boolean {
    const arrow = ARROWS[key];
    if (arrow) {
      const step = shift ? 1 : STEP_PX;
      this.show({ x: this.at.x + arrow.x * step, y: this.at.y + arrow.y * step });
      return true;
    }
    if (key === 'Enter') this.drop();
    else if (key === 'Escape') this.cancel();
    // No other action is allowed while a pin is being moved.
    return key !== 'Tab';
  }

  private drop(): void {
    const far = Math.hypot(this.at.x - this.from.x, this.at.y - this.from.y) >= MOVED_PX;
    if (far) this.host.move(this.pin, this.at);
    this.host.finish();
  }

  private show(at: Point): void {
    this.at = at;
    this.host.setGhost({ at, pin: this.pin, byTouch: this.byTouch });
  }
}
