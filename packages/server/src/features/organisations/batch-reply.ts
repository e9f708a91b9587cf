// The reply to a change of several rows at once.
import type { BatchReply } from '@plumbline/core/kernel/batch-reply';

/** Missing rows are skipped, so that no one learns whether they belong to another organisation. */
export function batchReply(requested: readonly string[], changed: readonly string[]): BatchReply {
  const found = new Set(changed);
  const skipped = [...new Set(requested)].filter((id) => !found.has(id));
  return { done: [...found], skipped: skipped.map((id) => ({ id, name: '', code: 'not_found' })) };
}
