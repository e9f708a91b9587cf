// Taking a change of many pins back: what each pin had before, pins that had the same together. Pure.
import type { BulkChange } from '@plumbline/core/features/pins/bulk';
import type { PinRow } from '@plumbline/core/features/pins/schema';
import { canonicalJson } from '@plumbline/core/kernel/same';

type Before = NonNullable<BulkChange['set']>;
type Restoring = { ids: string[]; set: Before; tasks: 'keep' };

/** Only what the change touched goes back, so that what others do meanwhile stays. */
function before(pin: PinRow, { set, addTags, removeTags }: BulkChange): Before {
  const fields = Object.keys(set?.fields ?? {}).map((id) => [id, pin.fields[id] ?? null] as const);
  return {
    ...(set?.categoryId !== undefined && { categoryId: pin.categoryId }),
    ...((addTags ?? removeTags) && { tags: pin.tags }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  };
}

/** The changes that undo `change` on these pins as they were. */
export function restoring(pins: readonly PinRow[], change: BulkChange): Restoring[] {
  const groups = Map.groupBy(pins, (pin) => canonicalJson(before(pin, change)));
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ ids: alike.map((pin) => pin.id), set: before(first, change), tasks: 'keep' as const }] : [];
  });
}
