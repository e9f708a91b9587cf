// Rating conditions in the filter language: `priority:3`.
import { line } from '../../kernel/text.ts';

const RATING_LEVEL = /^(?<scale>.{1,40}):(?<level>[1-9]|10)$/u;

/** A rating scale's id and one of its levels; 1 is the lowest. */
export type RatingCriterion = { scaleId: string; level: number };

/** The format of `writeRating`. */
export const ratingText = line(44, 3).refine((text) => RATING_LEVEL.test(text), { error: 'NOT_VALID' });

export const writeRating = ({ scaleId, level }: RatingCriterion): string => `${scaleId}:${level}`;

/** Parses a rating condition; undefined if the text is not one. */
export function readRating(text: string): RatingCriterion | undefined {
  const { scale, level } = RATING_LEVEL.exec(text)?.groups ?? {};
  return scale === undefined ? undefined : { scaleId: scale, level: Number(level) };
}

/** The accepted levels per scale: any of them on one scale, and a match on every named scale. */
export function matchingLevels(texts: readonly string[] | undefined): Map<string, number[]> {
  const byScale = new Map<string, number[]>();
  for (const text of texts ?? []) {
    const criterion = readRating(text);
    if (criterion) byScale.set(criterion.scaleId, [...(byScale.get(criterion.scaleId) ?? []), criterion.level]);
  }
  return byScale;
}

/** Whether ratings (scale id → level) meet the conditions. */
export function meetsRatings(texts: readonly string[] | undefined, ratings: Readonly<Record<string, number>>): boolean {
  return [...matchingLevels(texts)].every(([scaleId, levels]) => levels.includes(ratings[scaleId] ?? 0));
}
