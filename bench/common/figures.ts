// Helpers shared by the benchmarks: percentiles, a table, and whether a goal was met.

/** The value below which the fraction `share` (0 to 1) of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints rows under their headings, with numbers aligned right. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const text = (cell: string | number) => (typeof cell === 'number' ? cell.toFixed(2) : cell);
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...rows.map((row) => text(row[at] ?? '').length)),
  );
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, at) =>
        typeof cell === 'number' ? text(cell).padStart(widths[at] ?? 0) : text(cell).padEnd(widths[at] ?? 0),
      )
      .join('  ');
  console.log(line(headings));
  for (const row of rows) console.log(line(row));
}

/** Prints whether the goal was met; a missed goal sets the exit code. */
export function judge(what: string, figure: number, most: number): void {
  const met = figure <= most;
  console.log(`${what}: ${figure.toFixed(2)}, goal at most ${most}: ${met ? 'met' : 'MISSED'}`);
  if (!met) process.exitCode = 1;
}

/** As `judge`, for a figure that must not be lower than `least`. */
export function judgeLeast(what: string, figure: number, least: number): void {
  const met = figure >= least;
  console.log(`${what}: ${figure.toFixed(2)}, goal at least ${least}: ${met ? 'met' : 'MISSED'}`);
  if (!met) process.exitCode = 1;
}
