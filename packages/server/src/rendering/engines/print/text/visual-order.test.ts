// Mixed writing comes out in the order it is read on paper.
import { expect, test } from 'vitest';
import { visualRuns } from './visual-order.ts';

const order = (line: string) => visualRuns(line).map(({ words, leftwards }) => (leftwards ? `<${words}` : words));

test.each([
  ['', []],
  ['Crack in wall 12', ['Crack in wall 12']],
  ['שבר', ['<שבר']],
  // A line that begins with Hebrew runs to the left as a whole: its figures stand at the left end.
  ['שבר בקיר 12', ['12', '<שבר בקיר ']],
  ['Wall שבר South', ['Wall ', '<שבר', ' South']],
  ['שבר Wall קיר', ['< קיר', 'Wall', '<שבר ']],
  // What opens to the right opens to the left there.
  ['שבר (א)', ['<שבר )א(']],
])('%j', (line, runs) => {
  expect(order(line)).toEqual(runs);
});
