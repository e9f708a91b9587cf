// Finds screens with a background of their own: all share that of the page. Panels and bars are smaller than their screen,
// cards have round corners, and drawings lie on a desk.
import type { Page } from 'playwright-core';

export const ownBackgrounds = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const frame = document.querySelector('main')?.getBoundingClientRect();
    if (!frame) return [];
    const shared = getComputedStyle(document.body).backgroundColor;
    const isAsLarge = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > frame.width * 0.8 && height > Math.min(frame.height, innerHeight) * 0.6;
    };
    return [...document.querySelectorAll('main, main *')].flatMap((element) => {
      const { backgroundColor, borderRadius } = getComputedStyle(element);
      if (['rgba(0, 0, 0, 0)', shared].includes(backgroundColor) || !element.checkVisibility()) return [];
      if (borderRadius !== '0px') return [];
      if (!isAsLarge(element) || element.querySelector('canvas')) return [];
      return [`has a background of its own: ${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`];
    });
  });
