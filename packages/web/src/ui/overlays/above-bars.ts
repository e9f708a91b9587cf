// Positions toasts above the bars at the bottom of a screen, so that the actions for selected rows, of a form and of a
// sheet stay accessible.

const bars = new Set<Element>();

/** The space that toasts need below a dialog in the middle of the window. */
const BELOW_DIALOG_PX = 80;
/** The space below a bar in the middle of a page: more than the navigation at the bottom of a phone. */
const BELOW_PAGE_PX = 180;
/** Half of the width of the widest toast. */
const HALF_TOAST_PX = 280;

const isInDialog = (bar: Element): boolean => bar.closest('.ui-modal') !== null;

/** Whether toasts would cover it at the bottom of the window. */
function isInTheWay(bar: Element): boolean {
  const { height, bottom, left, right } = bar.getBoundingClientRect();
  const centre = innerWidth / 2;
  const isBeside = right < centre - HALF_TOAST_PX || left > centre + HALF_TOAST_PX;
  const space = isInDialog(bar) ? BELOW_DIALOG_PX : BELOW_PAGE_PX;
  return height > 0 && !isBeside && innerHeight - bottom < space;
}

/**
 * Uses the highest bar in the way. The toast stylesheet reads the values: while a dialog is open, only its bars can be
 * pressed. To be called when a toast appears.
 */
export function placeToasts(): void {
  const inTheWay = [...bars].filter(isInTheWay);
  const set = (name: string, those: Element[]) => {
    const edges = those.map((bar) => innerHeight - bar.getBoundingClientRect().top);
    document.documentElement.style.setProperty(name, `${Math.max(0, ...edges)}px`);
  };
  set(
    '--bars-below',
    inTheWay.filter((bar) => !isInDialog(bar)),
  );
  set('--bars-of-dialog', inTheWay.filter(isInDialog));
}

/** For the ref of a bar. */
export function keepToastsAbove(bar: Element | null): (() => void) | undefined {
  if (!bar) return undefined;
  bars.add(bar);
  const watch = new ResizeObserver(placeToasts);
  // Both move together.
  watch.observe(bar);
  watch.observe(document.documentElement);
  // A sheet slides in.
  const sheet = bar.closest('.ui-modal');
  sheet?.addEventListener('transitionend', placeToasts);
  return () => {
    watch.disconnect();
    sheet?.removeEventListener('transitionend', placeToasts);
    bars.delete(bar);
    placeToasts();
  };
}
