// The window in which many rows are changed at once: before, how many it will reach and why not the others; after, what came of it.
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import './bulk-edit.css';

export type BulkFrameProps = {
  title: string;
  /** Rows that are chosen, and those of them that the change reaches; undefined while nothing is changed. */
  total: number;
  reached: number | undefined;
  /** Why the others are passed over, each with its number. */
  passed: readonly string[];
  /** What the button says. */
  apply: string;
  /** Does it and says how many were changed; 0 where it was refused. `undo` where there is a way back. */
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
    <Dialog
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
      <div className="bulk-edit">
        {children}
        {reached !== undefined && reached < total && (
          <Notice kind="warning">
            {t('pin.bulk.forecast', { count: reached, total })} {t.list(passed)}.
          </Notice>
        )}
      </div>
    </Dialog>
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

/** How many rows each reason passes over. */
export function countReasons<Reason extends string>(reasons: Iterable<Reason>): [Reason, number][] {
  const counts = new Map<Reason, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts];
}
