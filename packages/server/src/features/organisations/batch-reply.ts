// What is told of several rows that were to be changed at once.
import type { BatchReply } from '@plumbline/core/kernel/batch-reply';

/** Whatever was not found is passed over: nobody learns whether it is another organisation's. */
export function told(wanted: readonly string[], changed: readonly string[]): BatchReply {
  const found = new Set(changed);
  const skipped = [...new Set(wanted)].filter((id) => !found.has(id));
  return { done: [...found], skipped: skipped.map((id) => ({ id, name: '', code: 'not_found' })) };
}
