// Bidirectional text is in the order in which it is read on paper.
import { expect, test } from 'vitest';
import { visualRuns } from './visual-order.ts';

const order = (line: string) => visualRuns(line).map(({ words, leftwards }) => (leftwards ? `<${words}` : words));

test.each([
  ['', []],
  ['Crack in wall 12', ['Crack in wall 12']],
  ['שבר', ['<שבר']],
  // A line that begins with Hebrew runs right to left as a whole: its digits are at the left end.
  ['שבר בקיר 12', ['12', '<שבר בקיר ']],
  ['Wall שבר South', ['Wall ', '<שבר', ' South']],
  ['שבר Wall קיר', ['< קיר', 'Wall', '<שבר ']],
  // Brackets are mirrored in right-to-left text.
  ['שבר (א)', ['<שבר )א(']],
])('%j is split into runs in visual order', (line, runs) => {
  expect(order(line)).toEqual(runs);
});
