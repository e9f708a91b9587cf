// The row height of the density around an element, in pixels, since virtual lists must know it beforehand.
import { type RefObject, useLayoutEffect, useState } from 'react';

const FIRST = 36;

export function useRowHeight(element: RefObject<HTMLElement | null>, fixed: number | undefined): number {
  const [height, setHeight] = useState(FIRST);
  useLayoutEffect(() => {
    if (fixed !== undefined) return;
    const read = () => {
      const value = element.current && getComputedStyle(element.current).getPropertyValue('--row');
      if (value) setHeight(Number.parseFloat(value) || FIRST);
    };
    read();
    const watch = new MutationObserver(read);
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
    return () => watch.disconnect();
  }, [element, fixed]);
  return fixed ?? height;
}
