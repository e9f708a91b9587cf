// The user's settings for the quick selection on this device: sort order and view.
import { useState } from 'react';
import { keep } from '../../ui/keep.ts';

const QUICK_VIEWS = ['list', 'tiles'] as const;
export type QuickView = (typeof QUICK_VIEWS)[number];
export type QuickSettings<Sort extends string> = { sort: Sort; view: QuickView };

export function useQuickSettings<Sort extends string>(
  kind: 'projects' | 'plans',
  sorts: readonly Sort[],
  first: Sort,
): [QuickSettings<Sort>, (change: Partial<QuickSettings<Sort>>) => void] {
  const key = `plumbline.quick.${kind}`;
  const [settings, set] = useState((): QuickSettings<Sort> => {
    let stored: Partial<Record<string, unknown>> = {};
    try {
      stored = JSON.parse(localStorage.getItem(key) ?? '{}') as typeof stored;
    } catch {
      // Falls back to the defaults.
    }
    return {
      sort: sorts.find((sort) => sort === stored.sort) ?? first,
      view: QUICK_VIEWS.find((quickView) => quickView === stored.view) ?? 'list',
    };
  });
  const change = (part: Partial<QuickSettings<Sort>>) => {
    const next = { ...settings, ...part };
    keep(key, JSON.stringify(next));
    set(next);
  };
  return [settings, change];
}
