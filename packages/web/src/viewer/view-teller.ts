// Reports view changes: throttled, but never losing the last view.
import { roundView, scaleOf, type ViewState } from './camera/geometry.ts';
import type { ViewerCallbacks } from './options.ts';

const NOTIFY_INTERVAL_MS = 120;

export class ViewTeller {
  private readonly view: () => ViewState;
  private readonly callbacks: () => ViewerCallbacks;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private toldView = '';
  private toldPercent = -1;

  constructor(view: () => ViewState, callbacks: () => ViewerCallbacks) {
    this.view = view;
    this.callbacks = callbacks;
  }

  /** Called on every frame. */
  changed(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.tell();
    }, NOTIFY_INTERVAL_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private tell(): void {
    const state = this.view();
    const view = roundView(state);
    const key = `${view.cx}/${view.cy}/${view.zoom}/${view.rotation}`;
    if (key !== this.toldView) {
      this.toldView = key;
      this.callbacks().onView?.(view);
    }
    const percent = Math.round(scaleOf(state.zoom) * 100);
    if (percent === this.toldPercent) return;
    this.toldPercent = percent;
    this.callbacks().onScale?.(percent);
  }
}
