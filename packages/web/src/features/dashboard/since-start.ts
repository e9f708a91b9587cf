// The weeks of a chart from the first pin or task on: empty weeks before it say nothing. Pure.

const MIN_WEEKS = 4;

type Week = { pins: number; tasks: number };

/** Begins with the week before the first content; at least four weeks, as far as there are. */
export function sinceStart<One extends Week>(weeks: readonly One[]): readonly One[] {
  const first = weeks.findIndex((week) => week.pins + week.tasks > 0);
  if (first < 0) return weeks;
  return weeks.slice(Math.max(0, Math.min(first - 1, weeks.length - MIN_WEEKS)));
}
