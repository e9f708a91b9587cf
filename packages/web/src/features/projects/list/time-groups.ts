// Groups projects by time span: this week, last week, this month, then each month. Weeks begin on Monday.

/** `month` carries the first day of its month, for the heading. */
export type TimeGroup =
  | { id: string; kind: 'thisWeek' | 'lastWeek' | 'thisMonth' }
  | { id: string; kind: 'month'; start: Date };

function monday(of: Date): Date {
  const day = new Date(of.getFullYear(), of.getMonth(), of.getDate());
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return day;
}

/** The span of `then` relative to `now`, in the device's time zone. Future dates count as this week. */
export function timeGroup(then: Date, now: Date): TimeGroup {
  const week = monday(now);
  if (then >= week) return { id: 'thisWeek', kind: 'thisWeek' };
  const before = new Date(week.getFullYear(), week.getMonth(), week.getDate() - 7);
  if (then >= before) return { id: 'lastWeek', kind: 'lastWeek' };
  const start = new Date(then.getFullYear(), then.getMonth(), 1);
  if (start.getTime() === new Date(now.getFullYear(), now.getMonth(), 1).getTime()) {
    return { id: 'thisMonth', kind: 'thisMonth' };
  }
  return { id: `${start.getFullYear()}-${start.getMonth() + 1}`, kind: 'month', start };
}

export type Grouped<T> = { group: TimeGroup; items: T[] };

/** Groups rows, already sorted by time, under the headings of their spans. */
export function groupByTime<T>(rows: readonly T[], timeOf: (row: T) => Date, now: Date): Grouped<T>[] {
  const groups: Grouped<T>[] = [];
  for (const row of rows) {
    const group = timeGroup(timeOf(row), now);
    const last = groups.at(-1);
    if (last?.group.id === group.id) last.items.push(row);
    else groups.push({ group, items: [row] });
  }
  return groups;
}
