// What no browser reports: a property that is not defined makes its declaration void, a layer without a place wins over all.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '../packages/web/src');

const textsOf = (ending) =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => [name, readFileSync(path.join(SOURCE, name), 'utf8')]);

const STYLES = textsOf(/\.css$/u);

/** Set by React Aria, or by scripts under a composed name. */
const SET_ELSEWHERE = [
  '--trigger-width',
  '--visual-viewport-height',
  '--plv-pad-right',
  '--plv-pad-bottom',
  '--plv-pad-left',
];

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name);

it('uses only custom properties that are defined', () => {
  const scripts = textsOf(/\.tsx?$/u).flatMap(([, text]) => matches(text, /['"`](--[\w-]+)/gu));
  const defined = new Set([
    ...SET_ELSEWHERE,
    ...scripts,
    ...STYLES.flatMap(([, text]) => matches(text, /(--[\w-]+)\s*:/gu)),
  ]);
  const unknown = STYLES.flatMap(([name, text]) =>
    matches(text, /var\((--[\w-]+)/gu)
      .filter((property) => !defined.has(property))
      .map((property) => `${name}: ${property}`),
  );
  expect(unknown).toEqual([]);
});

it('uses only the layers whose order the theme declares', () => {
  const declared = /@layer ([^;{]+);/u.exec(readFileSync(path.join(SOURCE, 'ui/theme/theme.css'), 'utf8'))?.[1];
  const layers = new Set(declared?.split(', '));
  const unknown = STYLES.flatMap(([name, text]) =>
    matches(text, /@layer ([\w-]+) \{/gu)
      .filter((layer) => !layers.has(layer))
      .map((layer) => `${name}: ${layer}`),
  );
  expect(unknown).toEqual([]);
});

it('uses only the spacing steps of the layout primitives', () => {
  const type = /type Step = ([^;]+);/u.exec(readFileSync(path.join(SOURCE, 'ui/layout/primitives.tsx'), 'utf8'))?.[1];
  const steps = new Set(type?.replaceAll("'", '').split(' | '));
  const unknown = textsOf(/\.tsx$/u).flatMap(([name, text]) =>
    matches(text, / (?:gap|pad|at)="([^"]+)"/gu)
      .filter((value) => value.split(' ').some((step) => !steps.has(step)))
      .map((value) => `${name}: ${value}`),
  );
  expect(unknown).toEqual([]);
});

/** The primitives of ui/layout do what each screen would otherwise repeat in a style sheet of its own. */
const MAX_LINES = 11_500;

it('stays within the size that the layout primitives allow', () => {
  const lines = STYLES.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0);
  expect(lines).toBeGreaterThan(5_000);
  expect(lines).toBeLessThanOrEqual(MAX_LINES);
});
