// Undo of a bulk pin edit: the previous values of each pin, grouped by pins that had the same values. Pure.
import type { BulkChange } from '@plumbline/core/features/pins/bulk';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { groupedByValue } from '../../../shared/bulk/in-batches.ts';

type Before = NonNullable<BulkChange['set']>;
type Restoring = { ids: string[]; set: Before; tasks: 'keep' };

/** Restores only what the edit touched, so that concurrent changes by others are kept. */
function before(pin: PinRow, { set, addTags, removeTags }: BulkChange): Before {
  const fields = Object.keys(set?.fields ?? {}).map((id) => [id, pin.fields[id] ?? null] as const);
  const ratings = Object.keys(set?.ratings ?? {}).map((id) => [id, pin.ratings[id] ?? 0] as const);
  return {
    ...(set?.categoryId !== undefined && { categoryId: pin.categoryId }),
    ...((addTags ?? removeTags) && { tags: pin.tags }),
    ...(ratings.length > 0 && { ratings: Object.fromEntries(ratings) }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  };
}

/** The changes that undo `change`, given the pins as they were before it. */
export function restoring(pins: readonly PinRow[], change: BulkChange): Restoring[] {
  return groupedByValue(pins, (pin) => before(pin, change)).map(({ ids, said }) => ({ ids, set: said, tasks: 'keep' }));
}
