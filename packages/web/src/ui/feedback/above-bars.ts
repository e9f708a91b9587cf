// Toasts stand above the bars at the lower edge of a screen: what can be done with chosen rows stays in reach while they are told.

const bars = new Set<Element>();

/** The highest of the bars that are shown decides; the style sheet of toasts takes it from there. */
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
  // The one moves with the other.
  watch.observe(bar);
  watch.observe(document.documentElement);
  return () => {
    watch.disconnect();
    bars.delete(bar);
    place();
  };
}
