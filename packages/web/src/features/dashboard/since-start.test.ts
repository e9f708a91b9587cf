import { expect, test } from 'vitest';
import { sinceStart } from './since-start.ts';

const weeks = (...pins: number[]) => pins.map((count) => ({ pins: count, tasks: 0 }));
const shown = (...pins: number[]) => sinceStart(weeks(...pins)).map((week) => week.pins);

test('a chart begins with the week before the first pin or task, and has at least four weeks', () => {
  expect(shown(0, 0, 0, 1, 2, 3, 4)).toEqual([0, 1, 2, 3, 4]);
  expect(shown(0, 0, 0, 0, 0, 1)).toEqual([0, 0, 0, 1]);
  expect(shown(1, 2, 3)).toEqual([1, 2, 3]);
  expect(shown(0, 0, 0, 0, 0)).toEqual([0, 0, 0, 0, 0]);
  expect(sinceStart([{ pins: 0, tasks: 0 }, { pins: 0, tasks: 1 }, ...weeks(1, 1, 1, 1)])).toHaveLength(6);
});
