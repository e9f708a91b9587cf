// Keys on the plan. The active tool is asked first; Tab moves through the marks and leaves the plan past either end.

export interface KeyTarget {
  toolKey(key: string, shift: boolean): boolean;
  panBy(dx: number, dy: number): void;
  zoomBy(levels: number): void;
  fit(): void;
  rotateQuarter(direction: 1 | -1): void;
  north(): void;
  /** False past either end. */
  moveFocus(direction: 1 | -1): boolean;
  /** False when nothing has the focus ring. */
  openFocused(): boolean;
  /** False when there was none. */
  dropFocus(): boolean;
}

const PAN_PX = 96;
const PAN_FINE_PX = 16;
const ZOOM_STEP = 0.5;

export function handleKey(event: KeyboardEvent, target: KeyTarget): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (target.toolKey(key, event.shiftKey) || act(key, event.shiftKey, target)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function act(key: string, shift: boolean, target: KeyTarget): boolean {
  const far = shift ? PAN_FINE_PX : PAN_PX;
  switch (key) {
    case 'Tab':
      return target.moveFocus(shift ? -1 : 1);
    case 'Enter':
      return target.openFocused();
    case 'Escape':
      return target.dropFocus();
    case 'ArrowLeft':
      target.panBy(-far, 0);
      return true;
    case 'ArrowRight':
      target.panBy(far, 0);
      return true;
    case 'ArrowUp':
      target.panBy(0, -far);
      return true;
    case 'ArrowDown':
      target.panBy(0, far);
      return true;
    case '+':
    case '=':
      target.zoomBy(ZOOM_STEP);
      return true;
    case '-':
    case '_':
      target.zoomBy(-ZOOM_STEP);
      return true;
    case '0':
    case 'Home':
      target.fit();
      return true;
    case 'r':
      target.rotateQuarter(shift ? -1 : 1);
      return true;
    case 'n':
      target.north();
      return true;
    default:
      return false;
  }
}
