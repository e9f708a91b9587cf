import { describe, expect, it } from 'vitest';
import { checkAdvisories, compareVersions, findVulnerable, inRange } from './check-advisories.mjs';

describe('inRange', () => {
  it.each([
    ['1.2.3', '<1.2.4', true],
    ['1.2.4', '<1.2.4', false],
    ['1.10.0', '<1.9.0', false],
    ['2.0.0-rc.1', '<2.0.0', true],
    ['7.5.1', '>=7.0.0 <7.5.2', true],
    ['6.3.1', '>=7.0.0 <7.5.2', false],
    ['6.3.1', '<5.7.2 || =6.3.1', true],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(inRange(version, range)).toBe(expected);
  });

  it('refuses an invalid range', () => {
    expect(() => inRange('1.0.0', '<')).toThrow('not a range');
  });

  it('orders versions by number', () => {
    expect(['1.10.0', '1.9.9', '1.9.9-beta'].sort(compareVersions)).toEqual(['1.9.9-beta', '1.9.9', '1.10.0']);
  });
});

describe('findVulnerable', () => {
  const advisories = [{ id: 'X-1', package: 'bad', vulnerable: '<2.0.0', title: 'hole' }];

  it('finds a nested and a renamed package, and accepts a fixed one', () => {
    const packages = {
      '': { version: '1.0.0', name: 'bad' },
      'node_modules/bad': { version: '2.0.0' },
      'node_modules/a/node_modules/bad': { version: '1.9.0' },
      'node_modules/alias': { version: '1.0.0', name: 'bad' },
    };
    expect(findVulnerable(packages, advisories)).toHaveLength(2);
  });

  it('finds nothing in the lock', () => {
    expect(checkAdvisories()).toEqual([]);
  });
});
