// Names of rating scales: the two built-in ones in the reader's language, the others as users named them.
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { Translator } from '@plumbline/locales/translate';

export type RatingScale = ProjectRow['ratings'][number];

export function scaleTitle(t: Translator, { title }: Pick<RatingScale, 'title'>): string {
  const key = `pin.rating.${title.toLowerCase()}`;
  return t.has(key) ? t(key) : title;
}

/** The name of a level, or its number. */
export const levelWords = (t: Translator, { levels }: RatingScale, level: number): string =>
  levels[level - 1] || t('pin.level', { level });
