// List settings of the plans; order and layout are remembered on this device, the search is not.
import { useState } from 'react';
import { TREE_SORTS } from '../../../shared/site/plan-tree.ts';
import type { PlansLook } from './plans-bar.tsx';

const KEY = 'plumbline.plans';
const DEFAULT_VIEW: PlansLook = { search: '', active: true, sort: 'Title', reverse: false, layout: 'grid' };

function remembered(): PlansLook {
  try {
    const { sort, reverse, layout } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PlansLook>;
    return {
      ...DEFAULT_VIEW,
      sort: TREE_SORTS.find((one) => one === sort) ?? DEFAULT_VIEW.sort,
      reverse: reverse === true,
      layout: layout === 'table' ? 'table' : 'grid',
    };
  } catch {
    return DEFAULT_VIEW;
  }
}

export function usePlansLook() {
  const [look, setLook] = useState(remembered);
  const onLook = (change: Partial<PlansLook>) => {
    const next = { ...look, ...change };
    const { sort, reverse, layout } = next;
    localStorage.setItem(KEY, JSON.stringify({ sort, reverse, layout }));
    setLook(next);
  };
  return { look, onLook };
}
