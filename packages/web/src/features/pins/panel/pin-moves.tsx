// Closes, reopens and deactivates a pin. Unfinished tasks are listed first, with a choice of what happens to them.

import type { PinMove } from '@plumbline/core/features/pins/status';
import { UNFINISHED } from '@plumbline/core/features/tasks/status';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useState } from 'react';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';

/** A function that changes the status or asks first, and the confirmation dialog to render. */
export function usePinMoves(projectId: string, pin: PinRow, tasks: readonly TaskRow[]) {
  const act = useAct(projectId);
  const [asked, setAsked] = useState<'close' | 'deactivate'>();
  const open = tasks.filter((task) => UNFINISHED.includes(task.status)).length;
  const make = (move: PinMove) => {
    if (move === 'reopen' || (move === 'close' && open === 0)) void act('pin.setStatus', { id: pin.id, move });
    else setAsked(move);
  };
  const question = asked && (
    <MoveQuestion
      move={asked}
      open={open}
      onClose={() => setAsked(undefined)}
      onMove={async (fate) => {
        const tasksToo = fate === undefined ? {} : { tasks: fate };
        if (await act('pin.setStatus', { id: pin.id, move: asked, ...tasksToo })) setAsked(undefined);
      }}
    />
  );
  return { make, question };
}

type MoveQuestionProps = {
  move: 'close' | 'deactivate';
  open: number;
  onClose: () => void;
  onMove: (tasks: 'keep' | 'close' | undefined) => Promise<void>;
};

function MoveQuestion({ move, open, onClose, onMove }: MoveQuestionProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const choose = async (fate: 'keep' | 'close' | undefined) => {
    setBusy(true);
    await onMove(fate);
    setBusy(false);
  };
  return (
    <Dialog
      title={move === 'close' ? t('pin.closeTitle') : t('pin.deactivateTitle')}
      size="small"
      role="alertdialog"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        open > 0 ? (
          <>
            <Button isDisabled={busy} onPress={() => void choose('keep')}>
              {t('pin.keepTasks')}
            </Button>
            <Button kind="next" isDisabled={busy} onPress={() => void choose('close')}>
              {t('pin.closeTasksToo')}
            </Button>
          </>
        ) : (
          <>
            <Button isDisabled={busy} onPress={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button kind="next" isPending={busy} onPress={() => void choose(undefined)}>
              {t(`pin.move.${move}`)}
            </Button>
          </>
        )
      }
    >
      {open > 0 && <Notice kind="warning">{t('pin.openTasksWarning', { open })}</Notice>}
      <p className="pin-question">{move === 'close' ? t('pin.closeText') : t('pin.deactivateText')}</p>
    </Dialog>
  );
}
