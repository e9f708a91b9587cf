// The pins of a project or plan for lists: joined, limited to what the reader may see, filtered and sorted.
import { pinsOfGroup } from '@plumbline/core/features/groups/rules';
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { canSeePin, canSeeTask } from '@plumbline/core/site/visibility';
import { useDeferredValue, useMemo } from 'react';
import { SO_FAR, useRows, useRowsBy } from '../../../local/use-rows.ts';
import { useT } from '../../../ui/translation.tsx';
import { useActor } from '../actor.ts';
import { useToday } from '../today.ts';
import { readFilter, writeFilter } from './pin-filter-url.ts';
import { filterPins, joinPins, type PinOrder, sortPins } from './pin-order.ts';

const NO_CATEGORIES: readonly CategoryRow[] = [];

/** Categories of a project by id. */
export function useCategories(projectId: string): ReadonlyMap<string, CategoryRow> {
  const rows = useRowsBy('category', 'projectId', projectId) ?? NO_CATEGORIES;
  return useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
}

/**
 * All pins the reader may see, with their tasks and posts; undefined until they are read. `noPlan`: those without a
 * plan; with a group only its pins, in its order. `soFar`: already while they are being read (`useIsPartial`).
 */
export function useJoinedPins(
  projectId: string,
  planId?: string,
  group?: GroupRow,
  extent?: typeof SO_FAR,
): PinInContext[] | undefined {
  const onPlan = planId !== undefined && planId !== 'noPlan';
  const pins = useRowsBy('pin', onPlan ? 'planId' : 'projectId', onPlan ? planId : projectId, onPlan ? {} : extent);
  const tasks = useRows('task', projectId, extent);
  const posts = useRows('post', projectId, extent);
  const groups = useRowsBy('group', 'projectId', projectId);
  const teams = useRowsBy('team', 'projectId', projectId, SO_FAR);
  const actor = useActor(projectId);
  const today = useToday(projectId);
  return useMemo(() => {
    if (!pins || !tasks || !groups || !actor) return undefined;
    const active = (teams ?? []).filter((team) => team.active);
    const people = { readerId: actor.userId, teams: new Map(active.map((team) => [team.id, team.memberIds])) };
    const requested = planId === 'noPlan' ? pins.filter((pin) => pin.planId === null) : pins;
    const seen = joinPins(requested, tasks, posts ?? [], groups)
      .filter((one) => canSeePin(actor, one.pin, one.tasks))
      .map((one) => ({ ...one, people, tasks: one.tasks.filter((task) => canSeeTask(actor, task)) }));
    return group ? pinsOfGroup(group, seen, today) : seen;
  }, [pins, tasks, posts, groups, teams, actor, planId, group, today]);
}

/**
 * The sorted and filtered list. Many pins are sorted once and filtered on each key press; typing takes priority over
 * both.
 */
export function useOrderedPins(
  projectId: string,
  joined: readonly PinInContext[] | undefined,
  filter: PinFilter,
  order: PinOrder,
): PinInContext[] | undefined {
  const t = useT();
  const today = useToday(projectId);
  const categories = useCategories(projectId);
  // The header shows a new order before the rows follow.
  const by = useDeferredValue(order.by);
  const direction = useDeferredValue(order.direction);
  const sorted = useMemo(
    () => joined && sortPins(joined, { by, direction }, { categories, locale: t.locale }),
    [joined, by, direction, categories, t],
  );
  // Filters are often new objects with the same content, e.g. read from the URL.
  const calm = useDeferredValue(writeFilter(filter));
  return useMemo(() => sorted && filterPins(sorted, readFilter(calm), today), [sorted, calm, today]);
}
