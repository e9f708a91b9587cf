import { describe, expect, it } from 'vitest';
import { problemsIn } from './check-journeys.mjs';

describe('problemsIn', () => {
  it.each([
    ['a value read once', 'expect(await page.getByText("x").count()).toBe(0);'],
    ['a value read once over two lines', 'expect(\n  await page.title(),\n).toBe("x");'],
    ['a branch on what is visible', 'if (await question.isVisible()) await question.click();'],
    ['a fixed wait of the page', 'await page.waitForTimeout(900);'],
    ['a fixed wait of Node', "import { setTimeout as wait } from 'node:timers/promises';"],
    ['a question that a message is taken for', "await page.getByRole('alertdialog').waitFor();"],
    ['a retried test', 'it("x", { retry: 2 }, () => {});'],
  ])('refuses %s', (_what, text) => {
    expect(problemsIn(`// A journey.\n${text}`, 'x.test.ts')).toEqual([expect.stringMatching(/^x\.test\.ts:2 /u)]);
  });

  it('accepts assertions that wait', () => {
    expect(
      problemsIn('await expect.poll(() => page.title()).toBe("x");\nexpect(complaints).toEqual([]);', 'x'),
    ).toEqual([]);
  });
});
