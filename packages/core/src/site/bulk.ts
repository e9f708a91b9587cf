// The input of actions that change many rows at once.
import { z } from 'zod';
import { id } from '../kernel/text.ts';

/** Maximum number of rows one bulk action may change. */
export const MAX_BULK_ROWS = 1_000;

/** The rows that one entry of a bulk action applies to. */
export const manyIds = z.array(id).min(1).max(MAX_BULK_ROWS);

/**
 * The input of a bulk action. Each entry applies the same change to all of its rows, so a change is not repeated per
 * row.
 */
export const manyChanges = <Entry extends z.ZodType<{ ids: string[] }>>(entry: Entry) =>
  z.strictObject({
    changes: z
      .array(entry)
      .min(1)
      .max(MAX_BULK_ROWS)
      .refine((changes) => changes.reduce((sum, { ids }) => sum + ids.length, 0) <= MAX_BULK_ROWS, {
        error: 'NOT_VALID',
      }),
  });
