// The dialog for changing many rows at once: before, how many rows are affected and why others are skipped; after, the
// result.
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { FormDialog } from '../navigation/unsaved.tsx';
import './bulk-edit.css';

export type BulkFrameProps = {
  title: string;
  /** Selected rows, and how many of them the change affects; undefined while nothing is changed. */
  total: number;
  reached: number | undefined;
  /** Why the others are skipped, each reason with its number of rows. */
  passed: readonly string[];
  /** The label of the apply button. */
  apply: string;
  /** Applies the change and returns how many rows changed; 0 where it was refused. `undo` where it can be undone. */
  onApply: () => Promise<{ done: number; undo?: (() => void) | undefined }>;
  doneWords: (count: number) => string;
  onClose: () => void;
  children: ReactNode;
};

type Result = { done: number; passed: readonly string[]; undo: (() => void) | undefined };

export function BulkFrame(props: BulkFrameProps) {
  const { title, total, reached, passed, apply, onApply, doneWords, onClose, children } = props;
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();

  const run = async () => {
    setBusy(true);
    const { done, undo } = await onApply();
    setBusy(false);
    if (done === 0) return;
    if (done < total) return setResult({ done, passed, undo });
    onClose();
    showToast({ kind: 'success', text: doneWords(done), ...(undo && { onUndo: undo }) });
  };

  if (result) return <BulkResult result={result} title={doneWords(result.done)} onClose={onClose} />;
  return (
    <FormDialog
      isUnsaved={reached !== undefined}
      title={title}
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={busy} isDisabled={!reached} onPress={() => void run()}>
            {apply}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        {children}
        {reached !== undefined && reached < total && (
          <Notice kind="warning">
            {t('pin.bulk.forecast', { count: reached, total })} {t.list(passed)}.
          </Notice>
        )}
      </Stack>
    </FormDialog>
  );
}

function BulkResult({ result, title, onClose }: { result: Result; title: string; onClose: () => void }) {
  const t = useT();
  const { passed, undo } = result;
  return (
    <Dialog
      title={title}
      size="small"
      isOpen
      onClose={onClose}
      actionsStart={
        undo && (
          <Button
            kind="quiet"
            onPress={() => {
              undo();
              onClose();
            }}
          >
            {t('pin.undo')}
          </Button>
        )
      }
      actions={
        <Button kind="brand" onPress={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <p>
        {t('pin.bulk.passedOver')} {t.list(passed)}.
      </p>
    </Dialog>
  );
}

/** How many rows are skipped for each reason. */
export function countReasons<Reason extends string>(reasons: Iterable<Reason>): [Reason, number][] {
  const counts = new Map<Reason, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts];
}
