import { expect, test } from 'vitest';
import { valuesAhead, weeksAhead } from './forecast.ts';

test('a forecast continues at the pace of the last four weeks', () => {
  expect(valuesAhead([0, 0, 10, 12, 14, 16, 18])).toEqual([20, 22, 24, 26]);
  expect(valuesAhead([5, 5, 5, 5, 5])).toEqual([5, 5, 5, 5]);
});

test('the forecast of closed items never exceeds that of created items', () => {
  expect(valuesAhead([0, 4, 8, 12, 16], [17, 18, 19, 20])).toEqual([17, 18, 19, 20]);
});

test('four weeks or fewer give no forecast', () => {
  expect(valuesAhead([1, 2, 3, 4])).toEqual([]);
  const weeks = ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22'].map((until) => ({ until }));
  expect(weeksAhead(weeks)).toEqual([]);
  expect(weeksAhead([...weeks, { until: '2026-11-29' }])).toEqual([
    '2026-12-06',
    '2026-12-13',
    '2026-12-20',
    '2026-12-27',
  ]);
});
