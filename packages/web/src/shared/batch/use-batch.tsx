// Runs an action on several rows: asks for confirmation before destructive ones, and afterwards lists the rows that
// failed with the reasons.
import type { BatchReply } from '@plumbline/core/kernel/batch-reply';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { type ReactNode, useState } from 'react';
import { showToast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { failureText } from '../data/shown-failure.ts';
import { type BatchResult, ResultDialog } from './result-dialog.tsx';

/**
 * Maps the server's reply to a batch action to the rows of the summary. `nameOf`: used where the server has no name
 * for a row because it no longer exists there.
 */
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

export type Step = {
  run: () => Promise<BatchResult>;
  /** The message when all rows succeeded. */
  doneText: (count: number) => string;
  /** The confirmation to ask for first. */
  question?: { title: string; text: string; confirm: string; danger?: boolean } | undefined;
};

export type Batch = { begin: (step: Step) => void; busy: boolean; dialogs: ReactNode };

/** `onDone`: called after a full or partial success. */
export function useBatch(onDone: () => void): Batch {
  const t = useT();
  const [asked, ask] = useState<Step>();
  const [result, setResult] = useState<BatchResult>();
  const [busy, setBusy] = useState(false);
  const run = async (step: Step) => {
    setBusy(true);
    try {
      const came = await step.run();
      if (came.refused.length > 0) setResult(came);
      else showToast({ kind: 'success', text: step.doneText(came.done) });
      onDone();
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    } finally {
      setBusy(false);
      ask(undefined);
    }
  };
  return {
    begin: (step) => (step.question ? ask(step) : void run(step)),
    busy,
    dialogs: (
      <>
        {asked?.question && (
          <ConfirmDialog
            title={asked.question.title}
            confirm={asked.question.confirm}
            danger={asked.question.danger}
            isOpen
            isBusy={busy}
            onConfirm={() => void run(asked)}
            onCancel={() => ask(undefined)}
          >
            {asked.question.text}
          </ConfirmDialog>
        )}
        {result && <ResultDialog result={result} onClose={() => setResult(undefined)} />}
      </>
    ),
  };
}
