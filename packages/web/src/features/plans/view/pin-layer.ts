// The pins of a plan as the viewer draws them: rows converted to columns. Pure.

import { matchesPin, type PinInContext } from '@plumbline/core/features/pins/filter';
import { shownStatus, UNFINISHED } from '@plumbline/core/features/tasks/status';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { pinColourIndex } from '@plumbline/core/site/values/pin-colours';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import { PIN_FLAG, PIN_STATUS, type PinColumns, type PinInfo, pinColumns } from '../../../viewer/pins/columns.ts';

export type LayerOptions = {
  filter: PinFilter;
  /** Stays visible even where the filter excludes it. */
  selectedId: string | null;
  categories: ReadonlyMap<string, CategoryRow>;
  /** YYYY-MM-DD in the site's time zone. */
  today: string;
};

function flagsOf({ pin, tasks }: PinInContext, today: string): number {
  let flags = pin.number === null ? PIN_FLAG.unsynced : 0;
  for (const task of tasks) {
    const status = shownStatus(task, today);
    if (status === 'overdue') flags |= PIN_FLAG.overdue;
    if (status === 'rejected') flags |= PIN_FLAG.rejected;
    if (UNFINISHED.includes(task.status)) flags |= PIN_FLAG.hasTask;
  }
  return flags;
}

export function pinLayer(joined: readonly PinInContext[], options: LayerOptions): PinColumns {
  const { filter, selectedId, categories, today } = options;
  const pins: PinInfo[] = [];
  for (const one of joined) {
    const { id, x, y, categoryId, status, number } = one.pin;
    if (x === null || y === null) continue;
    if (id !== selectedId && !matchesPin(filter, one, today)) continue;
    const category = categoryId === null ? undefined : categories.get(categoryId);
    pins.push({
      id,
      x,
      y,
      colour: pinColourIndex(category?.colour ?? NO_COLOUR),
      status: PIN_STATUS[status],
      flags: flagsOf(one, today),
      number: number ?? 0,
    });
  }
  return pinColumns(pins);
}
