// Plan names for selection lists: the name, plus the sheet number where several plans share a name.

import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';

type Named = Pick<PlanRow, 'id' | 'name' | 'sheetNumber'>;

/** Plan id → its name in this list. */
export function planNames(plans: readonly Named[]): Map<string, string> {
  const times = new Map<string, number>();
  for (const { name } of plans) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    plans.map(({ id, name, sheetNumber }) => [
      id,
      (times.get(name) ?? 0) > 1 ? inOneLine([sheetNumber, name], ' ') : name,
    ]),
  );
}
