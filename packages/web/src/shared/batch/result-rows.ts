// Maps the server's reply to a batch action to the rows of the summary.
import type { BatchReply } from '@plumbline/core/kernel/batch-reply';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import type { BatchResult } from './result-dialog.tsx';

/** `nameOf`: used where the server has no name for a row because it no longer exists there. */
export const shownResult = (
  t: Translator,
  { done, skipped }: BatchReply,
  nameOf: (id: string) => string,
): BatchResult => ({
  done: done.length,
  refused: skipped.map(({ id, name, code }) => ({
    id,
    name: name || nameOf(id),
    reason: t(`error.${code}` as TextKey),
  })),
});
