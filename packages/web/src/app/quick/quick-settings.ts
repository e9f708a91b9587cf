// The user's settings for the quick selection on this device: sort order and view.
import { useState } from 'react';

const QUICK_VIEWS = ['list', 'tiles'] as const;
export type QuickView = (typeof QUICK_VIEWS)[number];
export type QuickLook<Sort extends string> = { sort: Sort; view: QuickView };

export function useQuickLook<Sort extends string>(
  kind: 'projects' | 'plans',
  sorts: readonly Sort[],
  first: Sort,
): [QuickLook<Sort>, (change: Partial<QuickLook<Sort>>) => void] {
  const key = `plumbline.quick.${kind}`;
  const [look, set] = useState((): QuickLook<Sort> => {
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
  const change = (part: Partial<QuickLook<Sort>>) => {
    const next = { ...look, ...part };
    localStorage.setItem(key, JSON.stringify(next));
    set(next);
  };
  return [look, change];
}
