// What a page does before it goes: it keeps what is being typed, and the browser asks while something is on its way to where it is kept.

const savers = new Set<() => void>();
const reasons = new Set<() => boolean>();

const save = (): void => {
  for (const one of savers) one();
};

globalThis.addEventListener?.('beforeunload', (event) => {
  save();
  if ([...reasons].some((holds) => holds())) event.preventDefault();
});
// A phone ends what lies behind another program without a word: the last that is heard is that nobody sees it any more.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') save();
});

/** Calls `keep` when the page may go at any moment, also more than once, until what comes back is called. */
export function onPageLeft(keep: () => void): () => void {
  savers.add(keep);
  return () => savers.delete(keep);
}

/** Asks as long as `holds` says so. */
export function holdPage(holds: () => boolean): void {
  reasons.add(holds);
}

let onTheirWay = 0;
holdPage(() => onTheirWay > 0);

/** Asks until the work is done. */
export async function whilePageHolds<T>(work: Promise<T>): Promise<T> {
  onTheirWay += 1;
  try {
    return await work;
  } finally {
    onTheirWay -= 1;
  }
}
