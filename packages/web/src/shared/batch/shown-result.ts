// What the server tells of several rows, in the words of the summary.
import type { BatchReply } from '@plumbline/core/kernel/batch-reply';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import type { BatchResult } from './result-dialog.tsx';

/** `nameOf`: where the server has no name for a row, as it knows no such row any more. */
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
