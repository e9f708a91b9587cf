// Shows the result of a batch action that failed for some rows: those are unchanged, each with its reason.
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import './result-dialog.css';

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
      <ul className="result-list">
        {result.refused.map((one) => (
          <li key={one.id}>
            <strong>{one.name}</strong>
            <span>{one.reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
