// What a search in the text of the drawing has found.
import type { PlanRect } from '../../../../viewer/options.ts';

export type TextHits = { rects: readonly PlanRect[]; active: number };
export const NO_HITS: TextHits = { rects: [], active: -1 };
