// What plans are called in choices: by their name, and where several have the same, with the number of their sheet.
import type { PlanRow } from '@plumbline/core/site/rows/plans';

type Named = Pick<PlanRow, 'id' | 'name' | 'sheetNumber'>;

/** Plan id → what it is called among these. */
export function planNames(plans: readonly Named[]): Map<string, string> {
  const times = new Map<string, number>();
  for (const { name } of plans) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    plans.map(({ id, name, sheetNumber }) => [
      id,
      (times.get(name) ?? 0) > 1 ? [sheetNumber, name].filter(Boolean).join(' ') : name,
    ]),
  );
}
