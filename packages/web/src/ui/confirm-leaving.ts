// What a page does before it is closed: it saves unsaved input, and the browser asks for confirmation while a save is
// in progress.

const savers = new Set<() => void>();
const reasons = new Set<() => boolean>();

const save = (): void => {
  for (const saver of savers) saver();
};

globalThis.addEventListener?.('beforeunload', (event) => {
  save();
  if ([...reasons].some((holds) => holds())) event.preventDefault();
});
// Phones end background pages without further events: the last one is the change to hidden.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') save();
});

/**
 * Calls `keep` when the page may close at any moment, possibly more than once, until the returned function is called.
 */
export function onPageHide(keep: () => void): () => void {
  savers.add(keep);
  return () => savers.delete(keep);
}

/** Asks for confirmation as long as `holds` returns true. */
export function confirmLeaving(holds: () => boolean): void {
  reasons.add(holds);
}

let activeWork = 0;
confirmLeaving(() => activeWork > 0);

/** Asks for confirmation until the work is done. */
export async function confirmLeavingWhile<T>(work: Promise<T>): Promise<T> {
  activeWork += 1;
  try {
    return await work;
  } finally {
    activeWork -= 1;
  }
}
