// List settings of the plans; order and layout are remembered on this device, the search is not.
import { useState } from 'react';
import { TREE_SORTS } from '../../../shared/site/plan-tree.ts';
import type { PlansLook } from './plans-bar.tsx';

const KEY = 'plumbline.plans';
const FIRST: PlansLook = { search: '', active: true, sort: 'Title', reverse: false, layout: 'grid' };

function remembered(): PlansLook {
  try {
    const { sort, reverse, layout } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PlansLook>;
    return {
      ...FIRST,
      sort: TREE_SORTS.find((one) => one === sort) ?? FIRST.sort,
      reverse: reverse === true,
      layout: layout === 'table' ? 'table' : 'grid',
    };
  } catch {
    return FIRST;
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
