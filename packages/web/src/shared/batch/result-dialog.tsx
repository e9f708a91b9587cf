// Shows the result of a batch action that failed for some rows: those are unchanged, each with its reason.
import { Button } from '../../ui/actions/button.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';

export type BatchResult = { done: number; refused: readonly { id: string; name: string; reason: string }[] };

export function ResultDialog({ result, onClose }: { result: BatchResult; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t('project.resultTitle', { count: result.refused.length })}
      detail={t('project.resultDone', { count: result.done })}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <Button kind="brand" onPress={onClose} autoFocus>
          {t('ui.close')}
        </Button>
      }
    >
      <RefusedList refused={result.refused} />
    </Dialog>
  );
}

export function RefusedList({ refused }: Pick<BatchResult, 'refused'>) {
  return (
    <Stack as="ul">
      {refused.map((one) => (
        <Stack as="li" gap={0} pad="2 0" line="below" key={one.id}>
          <strong>{one.name}</strong>
          <Text size="s" ink={2}>
            {one.reason}
          </Text>
        </Stack>
      ))}
    </Stack>
  );
}
