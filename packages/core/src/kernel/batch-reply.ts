// The reply to a bulk change: each row is changed or skipped, and one failing row never rejects the whole batch.
import { z } from 'zod';
import { isErrorCode } from './errors.ts';
import { id } from './text.ts';

/** Maximum number of rows one bulk change may contain. */
export const MAX_BULK_ROWS = 1_000;

/** The ids that were changed, and the skipped entries with their name and reason code. */
export const batchReply = z.strictObject({
  done: z.array(id),
  skipped: z.array(z.strictObject({ id, name: z.string(), code: z.string().refine(isErrorCode) })),
});
export type BatchReply = z.infer<typeof batchReply>;
