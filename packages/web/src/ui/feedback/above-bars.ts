// Positions toasts above the bars at the bottom of a screen, so that the actions for selected rows stay accessible.

const bars = new Set<Element>();

/** Uses the highest visible bar; the toast stylesheet reads the value. */
function place(): void {
  const edges = [...bars]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height }) => height > 0)
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
  return () => {
    watch.disconnect();
    bars.delete(bar);
    place();
  };
}
