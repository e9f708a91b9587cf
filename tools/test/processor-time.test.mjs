import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { childSeconds, ownChildSeconds } from './processor-time.mjs';

it('reads the processor time of children, whatever the name of the program', () => {
  const stat = '7 (a) name (x) S 1 7 7 0 -1 4194304 90 80 0 0 11 22 250 50 20 0 1 0 99';
  expect(childSeconds(stat)).toBe(3);
});

it.runIf(process.platform === 'linux')('the processor time of children grows when a child has ended', () => {
  const before = ownChildSeconds() ?? 0;
  spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 200_000);']);
  expect((ownChildSeconds() ?? 0) - before).toBeGreaterThanOrEqual(0.15);
});
