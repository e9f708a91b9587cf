import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../launch/project.mjs';
import { chosen, LONG_TESTS } from './long.mjs';

describe('the long tests', () => {
  it.each(Object.entries(LONG_TESTS))('%s: the file reads the variables that set the size', (_name, test) => {
    const text = readFileSync(path.join(ROOT, test.file), 'utf8');
    for (const variable of Object.keys(test.environment)) expect(text).toContain(`process.env.${variable}`);
  });

  it('are chosen by name', () => {
    expect(chosen(['uploads']).map(([name]) => name)).toEqual(['uploads']);
    expect(chosen([])).toHaveLength(Object.keys(LONG_TESTS).length);
    expect(() => chosen(['nothing'])).toThrow(/no long test is called nothing/u);
  });
});
