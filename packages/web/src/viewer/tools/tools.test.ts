// The tools against a host that records the calls it receives.
import { expect, test } from 'vitest';
import type { Point } from '../camera/geometry.ts';
import type { Grip } from '../overlay/shape-hits.ts';
import type { Hit } from '../pins/hit-test.ts';
import { DrawTool } from './draw.ts';
import { MoveTool } from './move.ts';
import { PlaceTool } from './place.ts';
import { SelectTool } from './select.ts';
import type { DrawStep, Press, Tool, ToolHost } from './tool.ts';

const mouse = (x: number, y: number): Press => ({ x, y, touch: false });
const finger = (x: number, y: number): Press => ({ x, y, touch: true });

/** A pin 7 at (100, 100) with a hit radius of 10, a bubble 3 at (300, 300), the plan from 0 to 500. */
class RecordingHost implements ToolHost {
  readonly calls: unknown[][] = [];
  allowed = { place: true, move: true };
  selected = -1;
  tool: Tool | undefined;
  ghost: Point | undefined;
  aim: Point | undefined;
  private timer: (() => void) | undefined;

  hitAt({ x, y }: Press): Hit | undefined {
    if (Math.hypot(x - 100, y - 100) <= 10) return { kind: 'pin', pin: 7 };
    if (Math.hypot(x - 300, y - 300) <= 10) return { kind: 'bubble', cell: 3, count: 12 };
    return undefined;
  }
  linkAt({ x, y }: Press): number {
    return Math.hypot(x - 400, y - 400) <= 10 ? 2 : -1;
  }
  openLink(link: number): void {
    this.calls.push(['link', link]);
  }
  setHoveredLink(): void {}
  /** A shape `mark` from (400, 100) to (480, 100) with a handle 0 at its start, once it is chosen. */
  chosenShape: 'fixed' | 'changeable' | undefined;
  shapeAt({ x, y }: Press): string | undefined {
    return x >= 400 && x <= 480 && Math.abs(y - 100) <= 10 ? 'mark' : undefined;
  }
  gripAt(press: Press): Grip | undefined {
    if (this.chosenShape !== 'changeable' || !this.shapeAt(press)) return undefined;
    return press.x <= 410 ? { handle: 0, at: { x: 400, y: 100 } } : { handle: undefined, at: press };
  }
  chooseShape(id: string | undefined): void {
    this.calls.push(['shape', id]);
  }
  setHoveredShape(): void {}
  reshape(handle: number | undefined, step: DrawStep): void {
    this.calls.push(
      step.kind === 'drag' ? ['reshape', handle, step.to.x, step.to.y, step.done] : ['reshape', step.kind],
    );
  }
  pinTip(): Point {
    return { x: 100, y: 100 };
  }
  middle(): Point {
    return { x: 250, y: 250 };
  }
  setHovered(): void {}
  setGhost(ghost: Parameters<ToolHost['setGhost']>[0]): void {
    this.ghost = ghost?.at;
  }
  select(pin: number): void {
    this.selected = pin;
    this.calls.push(['select', pin]);
  }
  open(pin: number): void {
    this.calls.push(['open', pin]);
  }
  openBubble(cell: number): void {
    this.calls.push(['bubble', cell]);
  }
  pinMenu(pin: number): void {
    this.calls.push(['menu', pin]);
  }
  place({ x, y }: Point): boolean {
    const inside = x >= 0 && x <= 500 && y >= 0 && y <= 500;
    this.calls.push(inside ? ['place', x, y] : ['outside']);
    return inside;
  }
  move(pin: number, { x, y }: Point): boolean {
    this.calls.push(['move', pin, x, y]);
    return true;
  }
  draw(step: DrawStep): void {
    this.calls.push(
      step.kind === 'stroke'
        ? ['stroke', step.points.length, step.done]
        : 'at' in step
          ? [step.kind, step.at.x, step.at.y, step.snap]
          : step.kind === 'drag'
            ? ['drag', step.from.x, step.to.x, step.done]
            : [step.kind],
    );
  }
  setCrosshair(at: Point | undefined): void {
    this.aim = at;
  }
  say(what: string): void {
    this.calls.push(['say', what]);
  }
  vibrate(): void {
    this.calls.push(['vibrate']);
  }
  after(_ms: number, then: () => void): () => void {
    this.timer = then;
    return () => {
      this.timer = undefined;
    };
  }
  start(tool: Tool): void {
    this.tool?.leave?.();
    this.tool = tool;
    tool.enter?.();
  }
  finish(): void {
    this.tool?.leave?.();
    this.tool = undefined;
  }
  holdStill(): boolean {
    const then = this.timer;
    this.timer = undefined;
    then?.();
    return then !== undefined;
  }
}

test('a click selects a pin, splits a bubble, and on the empty plan clears the selection', () => {
  const host = new RecordingHost();
  const tool = new SelectTool(host);
  tool.click(mouse(102, 98));
  tool.click(mouse(300, 300));
  tool.click(mouse(400, 20));
  expect(host.calls.filter(([what]) => what !== 'shape')).toEqual([
    ['select', 7],
    ['bubble', 3],
    ['select', -1],
  ]);
});

test('a click on a link follows it without selecting', () => {
  const host = new RecordingHost();
  new SelectTool(host).click(mouse(402, 398));
  expect(host.calls).toEqual([
    ['shape', undefined],
    ['link', 2],
  ]);
});

test('a double click opens a pin and zooms on the empty plan', () => {
  const host = new RecordingHost();
  const tool = new SelectTool(host);
  expect(tool.doubleClick(mouse(100, 100))).toBe(true);
  expect(tool.doubleClick(mouse(400, 20))).toBe(false);
  expect(host.calls).toEqual([['open', 7]]);
});

test('a long press places one pin where the finger is lifted', () => {
  const host = new RecordingHost();
  const tool = new SelectTool(host);
  tool.down(finger(200, 200));
  expect(host.holdStill()).toBe(true);
  expect(host.tool).toBeInstanceOf(PlaceTool);
  host.tool?.drag?.(finger(210, 190));
  expect(host.ghost).toEqual({ x: 210, y: 190 });
  expect(host.tool?.up?.(finger(210, 190))).toBe(true);
  expect(host.calls.filter(([what]) => what === 'place')).toEqual([['place', 210, 190]]);
  expect(host.tool).toBeUndefined();
  expect(host.ghost).toBeUndefined();
});

test('a trembling finger still presses, a moving one pans, a second one cancels', () => {
  const host = new RecordingHost();
  const tool = new SelectTool(host);
  tool.down(finger(200, 200));
  tool.drag(finger(205, 203));
  expect(host.holdStill()).toBe(true);
  host.finish();
  tool.down(finger(200, 200));
  tool.drag(finger(220, 200));
  expect(host.holdStill()).toBe(false);
  tool.down(finger(200, 200));
  tool.cancel();
  expect(host.holdStill()).toBe(false);
});

test('without permission to place, neither long press nor right click places a pin', () => {
  const host = new RecordingHost();
  host.allowed = { place: false, move: false };
  host.selected = 7;
  const tool = new SelectTool(host);
  tool.down(finger(200, 200));
  expect(host.holdStill()).toBe(false);
  tool.down(mouse(100, 100));
  expect(host.holdStill()).toBe(false);
  tool.menu(mouse(200, 200));
  expect(tool.key('m')).toBe(false);
  expect(host.calls).toEqual([]);
});

test('only the selected pin is picked up by a long press', () => {
  const host = new RecordingHost();
  const tool = new SelectTool(host);
  tool.down(mouse(100, 100));
  expect(host.holdStill()).toBe(false);
  host.selected = 7;
  tool.down(mouse(104, 92));
  expect(host.holdStill()).toBe(true);
  expect(host.tool).toBeInstanceOf(MoveTool);
});

test('a picked-up pin does not jump, and lands where it is dropped', () => {
  const host = new RecordingHost();
  host.start(new MoveTool(host, 7, mouse(104, 92)));
  expect(host.ghost).toEqual({ x: 100, y: 100 });
  host.tool?.drag?.(mouse(154, 92));
  expect(host.ghost).toEqual({ x: 150, y: 100 });
  host.tool?.up?.(mouse(154, 92));
  expect(host.calls.at(-1)).toEqual(['move', 7, 150, 100]);
  expect(host.ghost).toBeUndefined();
});

test('a pin dropped at its original position has not moved; Escape puts it back', () => {
  const host = new RecordingHost();
  host.start(new MoveTool(host, 7, mouse(104, 92)));
  host.tool?.drag?.(mouse(105, 93));
  host.tool?.up?.(mouse(105, 93));
  host.start(new MoveTool(host, 7, undefined));
  host.tool?.key?.('ArrowRight', false);
  host.tool?.key?.('Escape', false);
  expect(host.calls.some(([what]) => what === 'move')).toBe(false);
  expect(host.calls.at(-1)).toEqual(['say', 'cancelled']);
});

test('a pin is moved by keyboard: steps of 8, with Shift of 1, Enter drops it', () => {
  const host = new RecordingHost();
  host.selected = 7;
  expect(new SelectTool(host).key('m')).toBe(true);
  host.tool?.key?.('ArrowDown', false);
  host.tool?.key?.('ArrowLeft', true);
  host.tool?.key?.('Enter', false);
  expect(host.calls.at(-1)).toEqual(['move', 7, 99, 108]);
});

test('while a pin is being moved, the move tool handles every key but Tab', () => {
  const host = new RecordingHost();
  const tool = new MoveTool(host, 7, undefined);
  expect(tool.key('+', false)).toBe(true);
  expect(tool.key('Tab', false)).toBe(false);
});

test('the place tool stays active for several pins and ends on Escape', () => {
  const host = new RecordingHost();
  host.start(new PlaceTool(host, undefined));
  host.tool?.click?.(mouse(10, 10));
  host.tool?.click?.(mouse(600, 10));
  host.tool?.click?.(mouse(20, 20));
  expect(host.calls.slice(1)).toEqual([['place', 10, 10], ['outside'], ['place', 20, 20]]);
  expect(host.tool).toBeInstanceOf(PlaceTool);
  expect(host.tool?.key?.('Escape', false)).toBe(true);
  expect(host.tool).toBeUndefined();
});

test('by keyboard a pin is placed at the centre, where the cross is', () => {
  const host = new RecordingHost();
  host.start(new PlaceTool(host, undefined));
  expect(host.tool?.key?.('ArrowUp', false)).toBe(false);
  expect(host.ghost).toEqual({ x: 250, y: 250 });
  host.tool?.key?.('Enter', false);
  expect(host.calls.at(-1)).toEqual(['place', 250, 250]);
});

test('drawing: clicks set points, a double click finishes, keys work at the centre of the view', () => {
  const host = new RecordingHost();
  const tool = new DrawTool(host, undefined);
  tool.hover({ ...mouse(10, 20), shift: true });
  tool.click(mouse(10, 20));
  tool.click(mouse(90, 20));
  tool.doubleClick();
  tool.click(mouse(91, 20));
  tool.doubleClick();
  tool.key('ArrowLeft', false);
  expect(host.aim).toEqual({ x: 250, y: 250 });
  expect(tool.key('Enter', false)).toBe(true);
  tool.key('Backspace', false);
  tool.key('Enter', true);
  tool.key('Escape', false);
  expect(host.calls).toEqual([
    ['hover', 10, 20, true],
    ['point', 10, 20, false],
    ['point', 90, 20, false],
    ['point', 91, 20, false],
    ['finish'],
    ['point', 250, 250, false],
    ['undo'],
    ['finish'],
    ['cancel'],
  ]);
  expect(tool.drag(mouse(80, 80))).toBe(false);
});

test('drawing: a long press aims with a magnifier and sets a point on release; a moving finger pans', () => {
  const host = new RecordingHost();
  const tool = new DrawTool(host, undefined);
  tool.down(finger(50, 50));
  expect(host.holdStill()).toBe(true);
  expect(tool.drag(finger(60, 70))).toBe(true);
  expect(host.aim).toEqual({ x: 60, y: 70 });
  expect(tool.up(finger(60, 70))).toBe(true);
  expect(host.calls.at(-1)).toEqual(['point', 60, 70, false]);
  expect(host.aim).toBeUndefined();
  tool.down(finger(50, 50));
  expect(tool.drag(finger(90, 90))).toBe(false);
  expect(host.holdStill()).toBe(false);
  expect(tool.up(finger(90, 90))).toBe(false);
});

test('drawing: a stroke is reported while in progress and at its end, and the plan does not pan', () => {
  const host = new RecordingHost();
  const tool = new DrawTool(host, 'stroke');
  tool.down(mouse(0, 0));
  expect(tool.drag(mouse(1, 1))).toBe(true);
  expect(tool.drag(mouse(10, 0))).toBe(true);
  expect(tool.up(mouse(10, 0))).toBe(true);
  tool.click(mouse(10, 0));
  expect(host.calls).toEqual([
    ['stroke', 2, false],
    ['stroke', 2, true],
  ]);
});

test('drawing: a stroke ended by a second finger or Escape leaves nothing behind', () => {
  const host = new RecordingHost();
  const tool = new DrawTool(host, 'stroke');
  tool.down(mouse(10, 10));
  tool.drag(mouse(40, 10));
  tool.cancel();
  expect(tool.up(mouse(60, 10))).toBe(false);
  tool.down(mouse(10, 10));
  tool.drag(mouse(40, 10));
  tool.key('Escape', false);
  // The button is still pressed.
  expect(tool.drag(mouse(80, 10))).toBe(true);
  expect(tool.up(mouse(80, 10))).toBe(false);
  expect(host.calls.map(([kind]) => kind)).toEqual(['stroke', 'away', 'stroke', 'cancel']);
});

test('drawing: the aim is cleared when the pointer leaves', () => {
  const host = new RecordingHost();
  const tool = new DrawTool(host, undefined);
  tool.hover(mouse(10, 10));
  tool.out();
  expect(host.calls.map(([kind]) => kind)).toEqual(['hover', 'away']);
});

test('drawing: a drag draws a shape instead of panning; a click still sets a point, a second finger takes it back', () => {
  const host = new RecordingHost();
  const tool = new DrawTool(host, 'shape');
  tool.down(finger(10, 10));
  expect(tool.drag(finger(14, 10))).toBe(true);
  expect(tool.up(finger(14, 10))).toBe(false);
  tool.click(finger(14, 10));
  tool.down(finger(20, 10));
  expect(tool.drag(finger(60, 40))).toBe(true);
  expect(tool.up(finger(80, 50))).toBe(true);
  tool.down(finger(20, 10));
  tool.drag(finger(60, 40));
  tool.cancel();
  expect(tool.up(finger(80, 50))).toBe(false);
  expect(host.calls).toEqual([
    ['point', 14, 10, false],
    ['drag', 20, 60, false],
    ['drag', 20, 80, true],
    ['drag', 20, 60, false],
    ['cancel'],
  ]);
});

test('drawing: Enter finishes what a pointer has drawn, and adds points for the arrow keys', () => {
  const host = new RecordingHost();
  const tool = new DrawTool(host, undefined);
  tool.key('Enter', false);
  tool.click(mouse(10, 20));
  tool.key('Enter', false);
  tool.key('ArrowLeft', false);
  tool.key('Enter', false);
  expect(host.calls.map(([kind]) => kind)).toEqual(['point', 'point', 'finish', 'point']);
});

test('a click selects a shape, and a click elsewhere or Escape deselects it', () => {
  const host = new RecordingHost();
  const tool = new SelectTool(host);
  tool.click(mouse(440, 104));
  tool.click(mouse(440, 200));
  tool.click(mouse(100, 100));
  host.chosenShape = 'fixed';
  expect(tool.key('Escape')).toBe(true);
  expect(host.calls.filter(([what]) => what === 'shape')).toEqual([
    ['shape', 'mark'],
    ['shape', undefined],
    ['shape', undefined],
    ['shape', undefined],
  ]);
});

/** The tool that is active, as the viewer passes events on. */
const active = (host: RecordingHost, resting: SelectTool): Tool => host.tool ?? resting;

test('a handle of the selected shape is dragged without jumping, and elsewhere the plan pans', () => {
  const host = new RecordingHost();
  const resting = new SelectTool(host);
  host.chosenShape = 'changeable';
  resting.down(finger(404, 103));
  expect(host.holdStill()).toBe(false);
  expect(active(host, resting).drag?.(finger(408, 103))).toBe(true);
  expect(active(host, resting).drag?.(finger(424, 123))).toBe(true);
  expect(active(host, resting).up?.(finger(424, 123))).toBe(true);
  resting.down(finger(440, 100));
  resting.drag(finger(440, 130));
  active(host, resting).up?.(finger(440, 130));
  expect(host.calls.filter(([what]) => what === 'reshape')).toEqual([
    ['reshape', 0, 420, 120, false],
    ['reshape', 0, 420, 120, true],
    ['reshape', undefined, 440, 130, false],
    ['reshape', undefined, 440, 130, true],
  ]);
  expect(host.tool).toBeUndefined();
  resting.down(finger(440, 200));
  expect(resting.drag(finger(440, 260))).toBe(false);
  host.chosenShape = 'fixed';
  resting.down(finger(440, 100));
  expect(resting.drag(finger(440, 160))).toBe(false);
});

test('Escape and a second finger restore a dragged shape, and the pressed pointer then does nothing', () => {
  const host = new RecordingHost();
  const resting = new SelectTool(host);
  host.chosenShape = 'changeable';
  resting.down(mouse(440, 100));
  resting.drag(mouse(450, 100));
  active(host, resting).key?.('Escape', false);
  expect(active(host, resting).drag?.(mouse(480, 100))).toBe(true);
  active(host, resting).up?.(mouse(480, 100));
  resting.down(finger(440, 100));
  resting.drag(finger(460, 100));
  active(host, resting).cancel?.();
  expect(host.tool).toBeUndefined();
  expect(host.calls.filter(([what]) => what === 'reshape')).toEqual([
    ['reshape', undefined, 450, 100, false],
    ['reshape', 'cancel'],
    ['reshape', undefined, 460, 100, false],
    ['reshape', 'cancel'],
  ]);
});

test('arrow keys move a selected shape, which is saved after a pause; without one they pan', () => {
  const host = new RecordingHost();
  const resting = new SelectTool(host);
  expect(resting.key('ArrowLeft')).toBe(false);
  host.chosenShape = 'changeable';
  expect(resting.key('ArrowLeft')).toBe(true);
  expect(active(host, resting).key?.('ArrowDown', true)).toBe(true);
  expect(host.holdStill()).toBe(true);
  expect(host.tool).toBeUndefined();
  resting.key('ArrowUp');
  active(host, resting).key?.('Escape', false);
  expect(host.calls.filter(([what]) => what === 'reshape')).toEqual([
    ['reshape', undefined, 249, 250, false],
    ['reshape', undefined, 249, 260, false],
    ['reshape', undefined, 249, 260, true],
    ['reshape', undefined, 250, 249, false],
    ['reshape', 'cancel'],
  ]);
});
