// Finds the known name nearest to a misspelt one.

/** Undefined if no name is close enough to help: more than two fifths of the letters would have to change. */
export function nearest(written: string, known: Iterable<string>): string | undefined {
  const plain = normal(written);
  if (plain === '' || plain.length > 80) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(plain.length * 0.4)) + 1;
  for (const name of known) {
    const cost = distance(plain, normal(name), least);
    if (cost >= least) continue;
    least = cost;
    best = name;
  }
  return best;
}

function normal(name: string): string {
  return name.toLowerCase().replace(/[\s_\-.]/gu, '');
}

/**
 * Edit distance: insertions, deletions, substitutions and swaps of neighbours. Returns `limit` once that is reached.
 */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (older[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    older = previous;
    previous = row;
  }
  return previous[b.length] ?? limit;
}
