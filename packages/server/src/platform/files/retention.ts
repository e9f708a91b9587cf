// Which backups and archives are kept: the newest of each of the last hours, days and months that have one.
export type Retention = { hours: number; days: number; months: number };

type Dated = { id: string; startedAt: string };

/** Characters of an ISO time that name its month, day and hour. */
const UNITS = [
  ['months', 7],
  ['days', 10],
  ['hours', 13],
] as const;

/** Those that may be removed. The newest one is always kept. */
export function expiredOf<Stored extends Dated>(stored: readonly Stored[], retention: Retention): Stored[] {
  const newestFirst = [...stored].sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  const kept = new Set(newestFirst.slice(0, 1).map(({ id }) => id));
  for (const [unit, length] of UNITS) {
    const periods = new Set<string>();
    for (const { id, startedAt } of newestFirst) {
      const period = startedAt.slice(0, length);
      if (periods.has(period)) continue;
      if (periods.size >= retention[unit]) break;
      periods.add(period);
      kept.add(id);
    }
  }
  return newestFirst.filter(({ id }) => !kept.has(id));
}
