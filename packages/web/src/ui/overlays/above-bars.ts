// Positions toasts above the bars at the bottom of a screen, so that the actions for selected rows, of a form and of a
// sheet stay accessible.

const bars = new Set<Element>();

/** The space that toasts need below a dialog in the middle of the window. */
const TOAST_SPACE_PX = 80;

function isInTheWay(bar: Element): boolean {
  const { height, bottom } = bar.getBoundingClientRect();
  return height > 0 && (!bar.closest('.ui-modal') || innerHeight - bottom < TOAST_SPACE_PX);
}

/** Uses the highest visible bar; the toast stylesheet reads the value. */
function place(): void {
  const edges = [...bars]
    .filter(isInTheWay)
    .map((bar) => bar.getBoundingClientRect())
    .map(({ top }) => innerHeight - top);
  document.documentElement.style.setProperty('--bars-below', `${Math.max(0, ...edges)}px`);
}

/** For the ref of a bar. */
export function keepToastsAbove(bar: Element | null): (() => void) | undefined {
  if (!bar) return undefined;
  bars.add(bar);
  const watch = new ResizeObserver(place);
  // Both move together.
  watch.observe(bar);
  watch.observe(document.documentElement);
  // A sheet slides in.
  const sheet = bar.closest('.ui-modal');
  sheet?.addEventListener('transitionend', place);
  return () => {
    watch.disconnect();
    sheet?.removeEventListener('transitionend', place);
    bars.delete(bar);
    place();
  };
}
