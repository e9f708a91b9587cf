// One of several threads that run schedules: takes a range of seeds and posts the results.
import { parentPort, workerData } from 'node:worker_threads';
import type { Flaw } from '../flaws.ts';
import { type Outcome, runSchedule } from '../world.ts';

export type Work = { seeds: readonly number[]; flaws?: readonly Flaw[]; stopAtFirst?: boolean };
export type Report = { ran: number; steps: number; edits: number; rejected: number; failures: Outcome[] };

// Refusals are frequent here: capturing their stacks would cost more than the schedules.
Error.stackTraceLimit = 0;

const { seeds, flaws = [], stopAtFirst = false } = workerData as Work;
const report: Report = { ran: 0, steps: 0, edits: 0, rejected: 0, failures: [] };
for (const seed of seeds) {
  const outcome = await runSchedule({ seed, flaws });
  report.ran += 1;
  report.steps += outcome.steps;
  report.edits += outcome.edits;
  report.rejected += outcome.rejected;
  if (outcome.violations.length > 0) report.failures.push(outcome);
  if (outcome.violations.length > 0 && stopAtFirst) break;
}
parentPort?.postMessage(report);
