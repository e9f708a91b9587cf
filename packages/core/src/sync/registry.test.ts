import { expect, expectTypeOf, test } from 'vitest';
import { ACTIONS, type ActionInput, type ActionName } from './registry.ts';

test('action names and inputs are known to the compiler', () => {
  expectTypeOf<'pin.update'>().toExtend<ActionName>();
  expectTypeOf<'pin.updat'>().not.toExtend<ActionName>();
  expectTypeOf<{ id: string; set: { title: string } }>().toExtend<ActionInput<'pin.update'>>();
  expectTypeOf<{ id: string; set: { title: number } }>().not.toExtend<ActionInput<'pin.update'>>();
  // @ts-expect-error: an action name is not an arbitrary string.
  const unknown: ActionName = 'pin.updat';
  expect(ACTIONS.has(unknown)).toBe(false);
});
