// The browser asks before it leaves the page while something is on its way to where it is kept.

const reasons = new Set<() => boolean>();

globalThis.addEventListener?.('beforeunload', (event) => {
  if ([...reasons].some((holds) => holds())) event.preventDefault();
});

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
