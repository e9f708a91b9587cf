// Wishes for the ratings of pins as words of the filter language: `priority:3`.
import { line } from '../../kernel/text.ts';

const WISH = /^(?<scale>.{1,40}):(?<level>[1-9]|10)$/u;

/** A rating scale's id and one of its levels; 1 is the lowest. */
export type RatingWish = { scaleId: string; level: number };

/** What `writeRating` wrote. */
export const ratingText = line(44, 3).refine((text) => WISH.test(text), { error: 'NOT_VALID' });

export const writeRating = ({ scaleId, level }: RatingWish): string => `${scaleId}:${level}`;

/** Reads a wish; undefined for what is none. */
export function readRating(text: string): RatingWish | undefined {
  const { scale, level } = WISH.exec(text)?.groups ?? {};
  return scale === undefined ? undefined : { scaleId: scale, level: Number(level) };
}

/** The wished levels of each scale: any of them on one scale, and each scale that is named. */
export function wishedLevels(texts: readonly string[] | undefined): Map<string, number[]> {
  const byScale = new Map<string, number[]>();
  for (const text of texts ?? []) {
    const wish = readRating(text);
    if (wish) byScale.set(wish.scaleId, [...(byScale.get(wish.scaleId) ?? []), wish.level]);
  }
  return byScale;
}

/** Whether ratings, scale id → level, are as wished. */
export function meetsRatings(texts: readonly string[] | undefined, ratings: Readonly<Record<string, number>>): boolean {
  return [...wishedLevels(texts)].every(([scaleId, levels]) => levels.includes(ratings[scaleId] ?? 0));
}
