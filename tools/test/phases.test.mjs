import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../launch/project.mjs';
import { PROCESS_TESTS, SIMULATOR_TESTS } from './phases.mjs';

describe('the phases of the suite', () => {
  it.each([...PROCESS_TESTS, ...SIMULATOR_TESTS])('%s match files', (pattern) => {
    expect(globSync(pattern, { cwd: ROOT })).not.toEqual([]);
  });

  it('include every file of a pattern with alternatives', () => {
    for (const pattern of PROCESS_TESTS) {
      const [before, names, after] = pattern.split(/[{}]/u);
      for (const name of names?.split(',') ?? [])
        expect(globSync(`${before}${name}${after}`, { cwd: ROOT }), name).not.toEqual([]);
    }
  });
});
