// Compares lists from the product with the bare SQL of the same page, alternating in each round.
import { judge, percentile, table } from './figures.ts';

const GOAL = 3;
/** The first rounds warm up caches and compilers. */
const WARM_UP_RUNS = 5;

/** Adds the duration of the work in milliseconds to `times`. */
export async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  times.push(performance.now() - startedAt);
}

/** Median of all rounds after the warm-up. */
export const median = (times: readonly number[]) => percentile(times.slice(WARM_UP_RUNS), 0.5);

export interface AgainstSql {
  /** Throws if a request is refused. */
  compare(name: string, ask: () => Promise<{ status: number }>, bare: () => Promise<unknown>): Promise<void>;
  /** Prints all comparisons, and judges the worst ratio. */
  judge(): void;
}

export function againstSql(rounds: number): AgainstSql {
  const rows: (string | number)[][] = [];
  let worst = 0;
  return {
    async compare(name, ask, bare) {
      const [times, sql]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        await timed(times, async () => {
          const { status } = await ask();
          if (status !== 200) throw new Error(`${name} was answered with ${status}`);
        });
        await timed(sql, bare);
      }
      const ratio = median(times) / median(sql);
      worst = Math.max(worst, ratio);
      rows.push([name, median(times), median(sql), ratio]);
    },
    judge() {
      table(['list', 'server ms', 'bare SQL ms', 'ratio'], rows);
      judge('largest ratio to bare SQL', worst, GOAL);
    },
  };
}
