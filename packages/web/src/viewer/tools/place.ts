// Placing a pin: by click while the tool is active, by lifting the finger after a long press, or by keyboard at the
// centre of the view.
import type { Point } from '../camera/geometry.ts';
import type { Press, Tool, ToolHost } from './tool.ts';

export class PlaceTool implements Tool {
  readonly name = 'place';
  readonly cursor = 'crosshair';
  private readonly host: ToolHost;
  /** The long press that started this tool: it places one pin, then returns to selecting. */
  private readonly held: Press | undefined;
  private byKeyboard = false;

  constructor(host: ToolHost, held: Press | undefined) {
    this.host = host;
    this.held = held;
  }

  enter(): void {
    this.host.say('placing');
    if (this.held) this.show(this.held, true);
  }

  leave(): void {
    this.host.setGhost(undefined);
  }

  drag(press: Press): boolean {
    if (this.held) {
      this.show(press, true);
      return true;
    }
    this.host.setGhost(undefined);
    return false;
  }

  up(press: Press): boolean {
    if (!this.held) return false;
    this.host.place(press);
    this.host.finish();
    return true;
  }

  hover(press: Press): void {
    this.byKeyboard = false;
    this.show(press, false);
  }

  out(): void {
    if (!this.byKeyboard) this.host.setGhost(undefined);
  }

  click(press: Press): void {
    this.host.place(press);
  }

  /** Two quick clicks are two pins or a slip, never a zoom. */
  doubleClick(): boolean {
    return true;
  }

  menu(): void {
    this.host.finish();
  }

  cancel(): void {
    if (this.held) this.host.finish();
  }

  key(key: string): boolean {
    if (key === 'Escape') {
      this.host.say('cancelled');
      this.host.finish();
      return true;
    }
    if (key === 'Enter') {
      this.aim();
      this.host.place(this.host.middle());
      return true;
    }
    // The plan moves under a cross that stays at the centre.
    if (key.startsWith('Arrow')) this.aim();
    return false;
  }

  private aim(): void {
    this.byKeyboard = true;
    this.show(this.host.middle(), false);
  }

  private show(at: Point, byTouch: boolean): void {
    this.host.setGhost({ at: { x: at.x, y: at.y }, pin: -1, byTouch });
  }
}
