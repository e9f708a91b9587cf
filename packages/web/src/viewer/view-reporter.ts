// Reports view changes: throttled, but never losing the last view.
import { roundView, scaleOf, type ViewState } from './camera/geometry.ts';
import type { ViewerCallbacks } from './options.ts';

const MIN_INTERVAL_MS = 120;

export class ViewReporter {
  private readonly view: () => ViewState;
  private readonly callbacks: () => ViewerCallbacks;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reportedView = '';
  private reportedPercent = -1;

  constructor(view: () => ViewState, callbacks: () => ViewerCallbacks) {
    this.view = view;
    this.callbacks = callbacks;
  }

  /** Called on every frame. */
  changed(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.tell();
    }, MIN_INTERVAL_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private tell(): void {
    const state = this.view();
    const view = roundView(state);
    const key = `${view.cx}/${view.cy}/${view.zoom}/${view.rotation}`;
    if (key !== this.reportedView) {
      this.reportedView = key;
      this.callbacks().onView?.(view);
    }
    const percent = Math.round(scaleOf(state.zoom) * 100);
    if (percent === this.reportedPercent) return;
    this.reportedPercent = percent;
    this.callbacks().onScale?.(percent);
  }
}
