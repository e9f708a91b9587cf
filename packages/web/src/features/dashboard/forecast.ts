// Continues the charts over time by some weeks, at the pace of the last ones. Pure.

/** Weeks that are looked back at, and ahead. */
const SPAN_WEEKS = 4;
const WEEK_MS = 7 * 86_400_000;

type Week = { until: string };

/** The last days of the weeks ahead, YYYY-MM-DD; none while there are too few weeks to tell a pace. */
export function weeksAhead(weeks: readonly Week[]): string[] {
  const last = weeks.at(-1);
  if (!last || weeks.length <= SPAN_WEEKS) return [];
  return Array.from({ length: SPAN_WEEKS }, (_, week) =>
    new Date(Date.parse(last.until) + (week + 1) * WEEK_MS).toISOString().slice(0, 10),
  );
}

/**
 * The values of a cumulative line in the weeks ahead. `most`: the line that it cannot cross, as no more can be closed than
 * was created.
 */
export function valuesAhead(values: readonly number[], most: readonly number[] = []): number[] {
  const [before, last] = [values.at(-1 - SPAN_WEEKS), values.at(-1)];
  if (before === undefined || last === undefined) return [];
  const pace = (last - before) / SPAN_WEEKS;
  return Array.from({ length: SPAN_WEEKS }, (_, week) =>
    Math.min(Math.round(last + pace * (week + 1)), most[week] ?? Number.POSITIVE_INFINITY),
  );
}
