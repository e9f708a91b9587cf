// The default tool: click selects, double click opens, dragging pans, or changes the chosen shape; a long press places
// a pin, or picks up the selected one.
import type { Grip } from '../overlay/shape-hits.ts';
import { MoveTool } from './move.ts';
import { PlaceTool } from './place.ts';
import { ReshapeTool } from './reshape.ts';
import { ARROWS, type Press, type Tool, type ToolHost } from './tool.ts';

export const LONG_PRESS_MS = 500;
const PICK_UP_MS = { mouse: 180, touch: 350 } as const;
/** A resting finger may tremble by up to this distance. */
const MAX_JITTER_PX = 8;
/** A mouse that has moved farther than this is dragging. */
const MIN_DRAG_PX = 3;

export class SelectTool implements Tool {
  readonly name = 'select';
  readonly cursor = undefined;
  private readonly host: ToolHost;
  private pressed: Press | undefined;
  private grip: Grip | undefined;
  private cancelHold: (() => void) | undefined;

  constructor(host: ToolHost) {
    this.host = host;
  }

  leave(): void {
    this.cancel();
    this.host.setHovered(undefined);
    this.host.setHoveredLink(-1, { x: 0, y: 0 });
  }

  down(press: Press): void {
    this.cancel();
    this.pressed = press;
    const { host } = this;
    const hit = host.hitAt(press);
    this.grip = hit ? undefined : host.gripAt(press);
    if (hit?.kind === 'pin' && hit.pin === host.selected && host.allowed.move) {
      this.hold(PICK_UP_MS[press.touch ? 'touch' : 'mouse'], () => new MoveTool(host, hit.pin, press));
    } else if (press.touch && host.allowed.place && !this.grip) {
      this.hold(LONG_PRESS_MS, () => new PlaceTool(host, press));
    }
  }

  drag(press: Press): boolean {
    const { pressed, grip } = this;
    if (!pressed) return false;
    const far = Math.hypot(press.x - pressed.x, press.y - pressed.y);
    if (grip) {
      if (far <= (press.touch ? MAX_JITTER_PX : MIN_DRAG_PX)) return true;
      const tool = new ReshapeTool(this.host, grip, pressed);
      this.host.start(tool);
      return tool.drag(press);
    }
    if (far > MAX_JITTER_PX) this.cancel();
    return false;
  }

  up(): boolean {
    this.cancel();
    return false;
  }

  hover(press: Press): void {
    const hit = this.host.hitAt(press);
    const link = hit ? -1 : this.host.linkAt(press);
    this.host.setHovered(hit);
    this.host.setHoveredLink(link, press);
    if (hit) return;
    if (this.host.gripAt(press)) this.host.setHoveredShape('grip');
    else if (link < 0 && this.host.shapeAt(press) !== undefined) this.host.setHoveredShape('shape');
  }

  out(): void {
    this.host.setHovered(undefined);
    this.host.setHoveredLink(-1, { x: 0, y: 0 });
  }

  click(press: Press): void {
    const hit = this.host.hitAt(press);
    const link = hit ? -1 : this.host.linkAt(press);
    this.host.chooseShape(hit || link >= 0 ? undefined : this.host.shapeAt(press));
    if (hit?.kind === 'bubble') this.host.openBubble(hit.cell);
    else if (link >= 0) this.host.openLink(link, press);
    else this.host.select(hit?.pin ?? -1);
  }

  doubleClick(press: Press): boolean {
    const hit = this.host.hitAt(press);
    if (hit?.kind === 'pin') this.host.open(hit.pin);
    return hit !== undefined;
  }

  menu(press: Press): void {
    const hit = this.host.hitAt(press);
    if (hit?.kind === 'pin') this.host.pinMenu(hit.pin, press);
    // On touch, the long press has already placed the pin.
    else if (!press.touch && this.host.allowed.place) this.host.place(press);
  }

  cancel(): void {
    this.cancelHold?.();
    this.cancelHold = undefined;
    this.pressed = undefined;
    this.grip = undefined;
  }

  key(key: string, shift = false): boolean {
    const { host } = this;
    if (ARROWS[key] && host.chosenShape === 'changeable') {
      const tool = new ReshapeTool(host, { handle: undefined, at: host.middle() }, undefined);
      host.start(tool);
      return tool.key(key, shift);
    }
    if (key === 'm' && host.selected >= 0 && host.allowed.move) {
      host.start(new MoveTool(host, host.selected, undefined));
      return true;
    }
    if (key !== 'Escape' || (host.selected < 0 && !host.chosenShape)) return false;
    host.chooseShape(undefined);
    host.select(-1);
    return true;
  }

  private hold(ms: number, next: () => Tool): void {
    this.cancelHold = this.host.after(ms, () => {
      this.host.vibrate();
      this.host.start(next());
    });
  }
}
