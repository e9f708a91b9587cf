// The link of a shared report: copy it, share it through the phone, or revoke it.
import type { Report } from '@plumbline/core/features/reports/contract';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { CopyIcon, ShareIcon } from '../../ui/icons.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { shareAddress, type useMoveReport } from './use-reports.ts';
import './reports.css';

type ShareDialogProps = {
  report: Report;
  move: ReturnType<typeof useMoveReport>;
  onClose: () => void;
};

export function ShareDialog({ report, move, onClose }: ShareDialogProps) {
  const t = useT();
  const address = report.shareToken === null ? undefined : shareAddress(report.shareToken);
  const copy = async () => {
    if (address === undefined) return;
    await navigator.clipboard.writeText(address);
    showToast({ kind: 'success', text: t('report.copied') });
  };
  const end = async () => {
    await move.mutateAsync({ reportId: report.id, move: 'unshare' }).then(
      () => {
        showToast({ text: t('report.ended') });
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <Dialog
      title={t('report.shareTitle')}
      detail={report.title}
      size="small"
      isOpen
      isBusy={move.isPending}
      onClose={onClose}
      actionsStart={
        address !== undefined && (
          <Button kind="quiet" isDisabled={move.isPending} onPress={() => void end()}>
            {t('report.unshare')}
          </Button>
        )
      }
      actions={
        <>
          {'share' in navigator && address !== undefined && (
            <Button
              icon={ShareIcon}
              onPress={() => void navigator.share({ title: report.title, url: address }).catch(() => undefined)}
            >
              {t('report.share')}
            </Button>
          )}
          <Button kind="next" icon={CopyIcon} isDisabled={address === undefined} onPress={() => void copy()}>
            {t('report.copyLink')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        {move.isError && <Notice kind="error">{failureText(t, move.error)}</Notice>}
        {address === undefined ? (
          <Skeleton lines={2} />
        ) : (
          <TextField label={t('report.link')} value={address} isReadOnly help={t('report.shared')} />
        )}
      </Stack>
    </Dialog>
  );
}
