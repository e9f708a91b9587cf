// The pins of a project or of one plan as lists show them: joined, seen by the reader, filtered and ordered.
import type { PinFilter, PinInContext } from '@plumbline/core/features/pins/filter';
import { canSeePin } from '@plumbline/core/features/pins/rules';
import type { CategoryRow } from '@plumbline/core/features/projects/schema';
import { canSeeTask } from '@plumbline/core/features/tasks/rules';
import { useDeferredValue, useMemo } from 'react';
import { useRows, useRowsBy } from '../../local/use-rows.ts';
import { useT } from '../../ui/translation.tsx';
import { useActor } from './actor.ts';
import { joinPins, orderPins, type PinOrder } from './pin-order.ts';
import { useToday } from './today.ts';

const NO_CATEGORIES: readonly CategoryRow[] = [];

/** Categories of a project by id. */
export function useCategories(projectId: string): ReadonlyMap<string, CategoryRow> {
  const rows = useRowsBy('category', 'projectId', projectId) ?? NO_CATEGORIES;
  return useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
}

/** All pins that the reader may see, with their tasks and posts; undefined until they are read. `noPlan`: those without a plan. */
export function useJoinedPins(projectId: string, planId?: string): PinInContext[] | undefined {
  const onPlan = planId !== undefined && planId !== 'noPlan';
  const pins = useRowsBy('pin', onPlan ? 'planId' : 'projectId', onPlan ? planId : projectId);
  const tasks = useRows('task', projectId);
  const posts = useRows('post', projectId);
  const actor = useActor(projectId);
  return useMemo(() => {
    if (!pins || !tasks || !actor) return undefined;
    const wanted = planId === 'noPlan' ? pins.filter((pin) => pin.planId === null) : pins;
    return joinPins(wanted, tasks, posts ?? [])
      .filter((one) => canSeePin(actor, one.pin, one.tasks))
      .map((one) => ({ ...one, tasks: one.tasks.filter((task) => canSeeTask(actor, task)) }));
  }, [pins, tasks, posts, actor, planId]);
}

/** The list as filtered and ordered. Typing stays quick while many pins are filtered anew. */
export function useOrderedPins(
  projectId: string,
  joined: readonly PinInContext[] | undefined,
  filter: PinFilter,
  order: PinOrder,
): PinInContext[] | undefined {
  const t = useT();
  const today = useToday(projectId);
  const categories = useCategories(projectId);
  const calm = useDeferredValue(filter);
  return useMemo(
    () => joined && orderPins(joined, calm, order, { today, categories, locale: t.locale }),
    [joined, calm, order, today, categories, t],
  );
}
