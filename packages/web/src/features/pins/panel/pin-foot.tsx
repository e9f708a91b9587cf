// The actions of a pin: a menu in its header, and at the bottom, within thumb reach, photo, task and close.
import { can } from '@plumbline/core/access/capabilities';
import { canEditPin, offeredPinMoves } from '@plumbline/core/features/pins/rules';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { useCopyText } from '../../../ui/actions/copy-text.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import {
  AddIcon,
  CameraIcon,
  CheckIcon,
  CopyIcon,
  HideIcon,
  LinkIcon,
  MoreIcon,
  MovePinIcon,
  RetryIcon,
} from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout/primitives.tsx';
import { useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { mayAdd } from '../../media/post-permissions.ts';
import { AddMediaDialog } from '../../media/upload/add-media.tsx';
import { chooseFiles } from '../../media/upload/choose-files.ts';
import { usePinPlacing } from './pin-placing.tsx';
import './pin-panel.css';
import type { PinMove } from '@plumbline/core/features/pins/status';
import { UNFINISHED } from '@plumbline/core/features/tasks/status';
import { useAct } from '../../../shared/site/use-act.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { keepToastsAbove } from '../../../ui/overlays/above-bars.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/**
 * A function that closes, reopens or deactivates the pin, and the confirmation dialog to render. The dialog lists
 * unfinished tasks with a choice of what happens to them.
 */
function usePinMoves(projectId: string, pin: PinRow, tasks: readonly TaskRow[]) {
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

type OnPin = {
  projectId: string;
  pin: PinRow;
  tasks: readonly TaskRow[];
  actor: Actor | undefined;
  /** Not all tasks are read yet: the unfinished ones cannot be counted. */
  isPart: boolean;
};

export function PinMenu({ projectId, pin, tasks, actor, isPart }: OnPin) {
  const t = useT();
  const moves = usePinMoves(projectId, pin, tasks);
  const placing = usePinPlacing(projectId, pin);
  const offered = actor && !isPart ? offeredPinMoves(actor, pin) : [];
  const copyText = useCopyText();
  const deactivate = {
    id: 'deactivate',
    label: t('pin.move.deactivate'),
    icon: HideIcon,
    onAction: () => moves.make('deactivate'),
  };
  return (
    <>
      <Menu
        label={t('pin.more')}
        placement="bottom end"
        trigger={<IconButton icon={MoreIcon} label={t('pin.more')} />}
        groups={[
          {
            id: 'share',
            entries: [
              {
                id: 'link',
                label: t('pin.copyLink'),
                icon: LinkIcon,
                onAction: () => void copyText(location.href, t('pin.linkCopied')),
              },
            ],
          },
          {
            id: 'place',
            entries: [
              ...(actor && can(actor.role, 'pin.create')
                ? [{ id: 'copy', label: t('pin.copyMenu'), icon: CopyIcon, onAction: () => placing.ask('copy') }]
                : []),
              ...(actor && canEditPin(actor, pin)
                ? [{ id: 'move', label: t('pin.moveMenu'), icon: MovePinIcon, onAction: () => placing.ask('move') }]
                : []),
            ],
          },
          { id: 'moves', entries: offered.includes('deactivate') ? [deactivate] : [] },
        ]}
      />
      {moves.question}
      {placing.question}
    </>
  );
}

type PinFootProps = OnPin & {
  mayTask: boolean;
  onAddTask: () => void;
  /** Called after photos are added, to show where they are. */
  onPhotos: () => void;
};

export function PinFoot({ projectId, pin, tasks, actor, isPart, mayTask, onAddTask, onPhotos }: PinFootProps) {
  const t = useT();
  const moves = usePinMoves(projectId, pin, tasks);
  const [files, setFiles] = useState<readonly File[]>();
  const finger = useMedia('(pointer: coarse)');
  const mayPhoto = mayAdd(actor, 'post.create', pin, tasks);
  const offered = actor && !isPart ? offeredPinMoves(actor, pin) : [];
  if (!mayPhoto && !mayTask && offered.length === 0) return null;
  return (
    <Row as="footer" fixed line="above" wrap className="pin-foot" ref={keepToastsAbove}>
      {mayPhoto && (
        <Button
          kind="next"
          icon={CameraIcon}
          aria-label={`${t('pin.do.photo')}: ${finger ? t('media.takePhoto') : t('media.addPhoto')}`}
          onPress={() => chooseFiles(finger ? 'camera' : 'photo', setFiles)}
        >
          {t('pin.do.photo')}
        </Button>
      )}
      {mayTask && (
        <Button icon={AddIcon} aria-label={t('task.add')} onPress={onAddTask}>
          {t('pin.do.task')}
        </Button>
      )}
      {offered.includes('reopen') && (
        <Button kind="next" icon={RetryIcon} onPress={() => moves.make('reopen')}>
          {t('pin.move.reopen')}
        </Button>
      )}
      {offered.includes('close') && (
        <Button icon={CheckIcon} onPress={() => moves.make('close')}>
          {t('pin.move.close')}
        </Button>
      )}
      {moves.question}
      <AddMediaDialog
        projectId={projectId}
        pinId={pin.id}
        taskId={null}
        chosen={files ? { files, as: 'photo' } : null}
        onClose={() => setFiles(undefined)}
        onAdded={onPhotos}
      />
    </Row>
  );
}
