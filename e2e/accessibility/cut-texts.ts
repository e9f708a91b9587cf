// Finds texts that are cut off: outside of the window, or by an element that hides what does not fit into it. Texts that
// end with an ellipsis are shortened on purpose, and scrolling areas show the rest.
import type { Page } from 'playwright-core';

export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Rounding and italics reach this many pixels over the edge. */
    const TOLERANCE = 2;
    const isCut = (element: Element, text: DOMRect): boolean => {
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        // Elements for screen readers, and lists that appear on focus.
        if (style.clipPath !== 'none' || outer.clientWidth === 1) return false;
        if (['auto', 'scroll'].includes(style.overflowX)) return false;
        if (style.overflowX !== 'visible') {
          const box = outer.getBoundingClientRect();
          if (text.right > box.right + TOLERANCE || text.left < box.left - TOLERANCE) {
            return style.textOverflow !== 'ellipsis';
          }
        }
        if (style.position === 'fixed') break;
      }
      return text.right > innerWidth + TOLERANCE || text.left < -TOLERANCE;
    };
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some((rect) => rect.width > 1 && isCut(element, rect))) found.add(text);
    }
    return [...found].map((text) => `cuts off "${text}"`);
  });
