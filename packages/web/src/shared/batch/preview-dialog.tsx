// Asks before a change of several rows: how many will change, and which will not, each with its reason.
import type { ReactNode } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { type BatchResult, RefusedList } from './result-dialog.tsx';

export type PreviewDialogProps = {
  title: string;
  detail?: string | undefined;
  /** The verb. */
  confirm: string;
  danger: boolean;
  /** Undefined until the server has replied. */
  preview: BatchResult | undefined;
  /** Why there is no preview. */
  problem: string | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What the change means. */
  children: ReactNode;
};

export function PreviewDialog(props: PreviewDialogProps) {
  const { title, detail, confirm, danger, preview, problem, isBusy, onConfirm, onCancel, children } = props;
  const t = useT();
  return (
    <Dialog
      title={title}
      detail={detail}
      size="small"
      role="alertdialog"
      isOpen
      isBusy={isBusy}
      onClose={onCancel}
      actions={
        <>
          <Button onPress={onCancel} isDisabled={isBusy} autoFocus>
            {t('ui.cancel')}
          </Button>
          <Button
            kind={danger ? 'danger' : 'next'}
            isPending={isBusy}
            isDisabled={!preview || preview.done === 0}
            onPress={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {children}
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        {!preview && problem === undefined && <Skeleton lines={2} />}
        {preview && (
          <Stack gap={2} role="status">
            <strong>{t('batch.changes', { count: preview.done })}</strong>
            {preview.refused.length > 0 && (
              <>
                <span>{t('batch.stays', { count: preview.refused.length })}</span>
                <RefusedList refused={preview.refused} />
              </>
            )}
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}
