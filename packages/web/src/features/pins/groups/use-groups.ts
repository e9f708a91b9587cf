// The groups of a project, and the actions on them.
import { MAX_PINS_PER_CHANGE } from '@plumbline/core/features/groups/actions';
import { pinsOfGroup } from '@plumbline/core/features/groups/rules';
import { EXACT_COUNT, matchesPin, type PinInContext } from '@plumbline/core/features/pins/filter';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { Translator } from '@plumbline/locales/translate';
import { useCallback } from 'react';
import { useRowsBy } from '../../../local/use-rows.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';

/** By title, in the locale's collation with numeric order. */
function sortGroups(groups: readonly GroupRow[], locale: string): GroupRow[] {
  const words = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  return groups.toSorted((a, b) => words.compare(a.title, b.title) || (a.id < b.id ? -1 : 1));
}

/** All groups of the project by title; undefined until loaded. */
export function useGroups(projectId: string): GroupRow[] | undefined {
  const t = useT();
  const rows = useRowsBy('group', 'projectId', projectId);
  return rows && sortGroups(rows, t.locale);
}

/** The number of pins in the group, counted to at most one above the exact-count limit. */
export function countOfGroup(group: GroupRow, pins: readonly PinInContext[], today: string): number {
  const { filter } = group;
  if (filter === null) return pinsOfGroup(group, pins, today).length;
  let count = 0;
  for (const one of pins) {
    if (matchesPin(filter, one, today)) count += 1;
    if (count > EXACT_COUNT) break;
  }
  return count;
}

/** "12", or "> 100". */
export const countWords = (t: Translator, count: number): string =>
  count > EXACT_COUNT ? t('group.manyPins') : t.number(count);

/** Adds any number of pins to manual groups or removes them, with undo. */
export function useGroupPins(projectId: string) {
  const t = useT();
  const act = useAct(projectId);
  const change = useCallback(
    async (group: GroupRow, field: 'add' | 'remove', pinIds: readonly string[]): Promise<boolean> => {
      for (let at = 0; at < pinIds.length; at += MAX_PINS_PER_CHANGE) {
        const some = pinIds.slice(at, at + MAX_PINS_PER_CHANGE);
        if (!(await act('group.pins', { id: group.id, [field]: some }))) return false;
      }
      return true;
    },
    [act],
  );
  const put = async (group: GroupRow, pinIds: readonly string[]): Promise<boolean> => {
    const held = new Set(group.pinIds);
    const added = pinIds.filter((id) => !held.has(id));
    const done = await change(group, 'add', added);
    if (done) {
      const text = t('group.added', { count: added.length, title: group.title });
      showToast({ kind: 'success', text, onUndo: () => void change(group, 'remove', added) });
    }
    return done;
  };
  const takeOut = async (group: GroupRow, pinIds: readonly string[]): Promise<boolean> => {
    const gone = new Set(pinIds);
    const removed = group.pinIds.filter((id) => gone.has(id));
    const done = await change(group, 'remove', removed);
    if (done) {
      const text = t('group.takenOut', { count: removed.length, title: group.title });
      showToast({ kind: 'success', text, onUndo: () => void change(group, 'add', removed) });
    }
    return done;
  };
  return { put, takeOut };
}
