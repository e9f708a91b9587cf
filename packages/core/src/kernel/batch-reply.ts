// What becomes of several rows that are changed at once: each is done or passed over, never all refused for one of them.
import { z } from 'zod';
import { isErrorCode } from './errors.ts';
import { id } from './text.ts';

/** Rows of a list that are changed at once. */
export const MAX_BULK_ROWS = 1_000;

/** Ids of what was done, and whoever was passed over with the name and the code of the reason. */
export const batchReply = z.strictObject({
  done: z.array(id),
  skipped: z.array(z.strictObject({ id, name: z.string(), code: z.string().refine(isErrorCode) })),
});
export type BatchReply = z.infer<typeof batchReply>;
