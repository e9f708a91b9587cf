// Runs the given number of schedules: npm run simulate -- [count] [first seed]
import { describe, runSchedules, seedsFrom } from './run-schedules.ts';
import { seedOfCommit } from './seeds.ts';

const BATCH = 500;

const [count = 10_000, first = seedOfCommit()] = process.argv.slice(2).map(Number);
if (!(Number.isInteger(count) && Number.isInteger(first)))
  throw new Error('usage: npm run simulate -- [count] [first seed]');
console.info(`${count} schedules from seed ${first}`);
let failed = 0;
for (let done = 0; done < count; ) {
  const size = Math.min(BATCH, count - done);
  const report = await runSchedules(seedsFrom(first + done, size));
  for (const failure of report.failures) console.error(await describe(failure));
  failed += report.failures.length;
  done += size;
  console.info(`${done} of ${count} schedules, ${failed} failed`);
}
process.exitCode = failed === 0 ? 0 : 1;
