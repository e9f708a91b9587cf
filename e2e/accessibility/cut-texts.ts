// Finds what does not fit into a narrow window: texts that are cut off, and areas that scroll sideways. Texts that end
// with an ellipsis are shortened on purpose. Tables, boards and rows of buttons may scroll sideways if they are named; a
// whole screen may not.
import type { Page } from 'playwright-core';

/** Areas that are wider than their frame and scroll sideways without being named. */
export const wideAreas = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const named = ':is([role], section):not([role=tabpanel]):is([aria-label], [aria-labelledby])';
    // Or all that they hold is a named table or group of buttons.
    const content =
      ':is([role=grid], [role=group], [role=radiogroup], [role=toolbar]):is([aria-label], [aria-labelledby])';
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const excess = element.scrollWidth - element.clientWidth;
      if (excess <= 0 || element.clientWidth <= 1 || !element.checkVisibility()) return [];
      if (!['auto', 'scroll'].includes(getComputedStyle(element).overflowX)) return [];
      if (element.matches(`textarea, ${named}`) || element.firstElementChild?.matches(content)) return [];
      return [`scrolls ${excess} px sideways: ${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`];
    });
  });

export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Rounding and italics reach this many pixels over the edge. */
    const TOLERANCE = 2;
    /** A column that moves what has no room out of its box, as a whole. */
    const wraps = ({ flexDirection, flexWrap }: CSSStyleDeclaration): boolean =>
      flexDirection.startsWith('column') && flexWrap === 'wrap';
    const isCut = (element: Element, text: DOMRect): boolean => {
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        // Elements for screen readers, and lists that appear on focus.
        if (style.clipPath !== 'none' || outer.clientWidth === 1) return false;
        if (['auto', 'scroll'].includes(style.overflowX)) return false;
        if (style.overflowX !== 'visible') {
          const box = outer.getBoundingClientRect();
          if (text.right > box.right + TOLERANCE || text.left < box.left - TOLERANCE) {
            return style.textOverflow !== 'ellipsis' && !(wraps(style) && text.left > box.right - TOLERANCE);
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
