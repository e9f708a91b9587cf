// List settings of the plans; order and layout are remembered on this device, the search is not.
import { useState } from 'react';
import { TREE_SORTS, type TreeSort } from '../../../shared/site/plan-tree.ts';
import { keep } from '../../../ui/keep.ts';

const LAYOUTS = ['grid', 'table'] as const;

export type ListSettings = {
  search: string;
  active: boolean;
  sort: TreeSort;
  reverse: boolean;
  layout: (typeof LAYOUTS)[number];
};

const STORAGE_KEY = 'plumbline.plans';
const DEFAULTS: ListSettings = { search: '', active: true, sort: 'Title', reverse: false, layout: 'grid' };

function savedSettings(): ListSettings {
  try {
    const { sort, reverse, layout } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<ListSettings>;
    return {
      ...DEFAULTS,
      sort: TREE_SORTS.find((treeSort) => treeSort === sort) ?? DEFAULTS.sort,
      reverse: reverse === true,
      layout: LAYOUTS.find((one) => one === layout) ?? DEFAULTS.layout,
    };
  } catch {
    return DEFAULTS;
  }
}

export function useListSettings() {
  const [settings, setSettings] = useState(savedSettings);
  const onSettings = (change: Partial<ListSettings>) => {
    const next = { ...settings, ...change };
    const { sort, reverse, layout } = next;
    keep(STORAGE_KEY, JSON.stringify({ sort, reverse, layout }));
    setSettings(next);
  };
  return { settings, onSettings };
}
