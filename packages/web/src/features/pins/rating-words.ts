// How rating scales are called: the two every project begins with in the reader's language, the others as people named them.
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { Translator } from '@plumbline/locales/translate';

export type RatingScale = ProjectRow['ratings'][number];

export function scaleTitle(t: Translator, { title }: Pick<RatingScale, 'title'>): string {
  const key = `pin.rating.${title.toLowerCase()}`;
  return t.has(key) ? t(key) : title;
}

/** What a level is called, or its number. */
export const levelWords = (t: Translator, { levels }: RatingScale, level: number): string =>
  levels[level - 1] || t('pin.level', { level });
