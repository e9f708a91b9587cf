// Validation of a transform from sheet to plan space that comes from outside.
import { z } from 'zod';
import { type Alignment, isValidAlignment, MAX_TRANSFORM_ENTRY } from './alignment.ts';

const entry = z.number().min(-MAX_TRANSFORM_ENTRY).max(MAX_TRANSFORM_ENTRY);
/** One coordinate of a position in plan space. */
export const planCoordinate = entry;

/** `[a, b, c, d, e, f]`: sheet (x, y) → plan (a·x + b·y + c, d·x + e·y + f), both as fractions. */
export const alignment: z.ZodType<Alignment> = z
  .tuple([entry, entry, entry, entry, entry, entry])
  .refine(isValidAlignment, { error: 'NOT_VALID' });
