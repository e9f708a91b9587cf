// The row height of the density at an element, in pixels, which virtual lists must know in advance.
import { type RefObject, useLayoutEffect, useState } from 'react';

const DEFAULT_ROW_PX = 36;

export function useRowHeight(element: RefObject<HTMLElement | null>, fixed: number | undefined): number {
  const [height, setHeight] = useState(DEFAULT_ROW_PX);
  useLayoutEffect(() => {
    if (fixed !== undefined) return;
    const read = () => {
      const value = element.current && getComputedStyle(element.current).getPropertyValue('--row');
      if (value) setHeight(Number.parseFloat(value) || DEFAULT_ROW_PX);
    };
    read();
    const watch = new MutationObserver(read);
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
    return () => watch.disconnect();
  }, [element, fixed]);
  return fixed ?? height;
}
