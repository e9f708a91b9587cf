// Buttons, menus, notices, dialogs and progress indicators.
import { useState } from 'react';
import { Button } from '../ui/actions/button.tsx';
import { IconButton, IconToggle } from '../ui/actions/icon-button.tsx';
import { Menu } from '../ui/actions/menu.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { ErrorView } from '../ui/feedback/error-view.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { showToast } from '../ui/feedback/toast.tsx';
import { AddIcon, CopyIcon, DeleteIcon, MoreIcon, PinIcon, PlanIcon } from '../ui/icons.tsx';
import { Stack } from '../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Specimen } from './specimen.tsx';

const KINDS = ['next', 'brand', 'default', 'quiet', 'danger'] as const;
const NOTICES = ['info', 'success', 'warning', 'error', 'offline'] as const;
const SIZES = ['small', 'medium', 'large', 'extra-large'] as const;

function Dialogs() {
  const [open, setOpen] = useState<(typeof SIZES)[number] | 'confirm'>();
  const close = () => setOpen(undefined);
  return (
    <Specimen title="Dialogs">
      {SIZES.map((size) => (
        <Button key={size} onPress={() => setOpen(size)}>
          {size}
        </Button>
      ))}
      <Button onPress={() => setOpen('confirm')}>confirm</Button>
      {open !== undefined && open !== 'confirm' && (
        <Dialog title="Import plans" detail="Three pages" size={open} isOpen onClose={close}>
          The body scrolls, the foot stays.
        </Dialog>
      )}
      <ConfirmDialog
        title="Close pin?"
        confirm="Close pin"
        danger
        isOpen={open === 'confirm'}
        onConfirm={close}
        onCancel={close}
      >
        Two tasks are open. They are closed too.
      </ConfirmDialog>
    </Specimen>
  );
}

export function Controls() {
  return (
    <>
      <Specimen title="Buttons">
        {KINDS.map((kind) => (
          <Button key={kind} kind={kind} icon={AddIcon}>
            {kind}
          </Button>
        ))}
        <Button isDisabled>disabled</Button>
        <Button kind="next" isPending>
          pending
        </Button>
        <Button size="s">small</Button>
        <Button size="l">large</Button>
        <IconButton icon={DeleteIcon} label="Delete" shortcut="Del" />
        <IconToggle icon={PinIcon} label="Set pins" defaultSelected />
        <Menu
          label="More"
          trigger={<IconButton icon={MoreIcon} label="More" />}
          groups={[
            { id: 'a', entries: [{ id: 'copy', icon: CopyIcon, label: 'Copy', shortcut: 'Ctrl C' }] },
            {
              id: 'b',
              heading: 'Sort by',
              entries: [
                { id: 'n', label: 'Name', selected: true },
                { id: 'd', label: 'Date', selected: false },
              ],
            },
            { id: 'c', entries: [{ id: 'delete', icon: DeleteIcon, label: 'Delete', danger: true }] },
          ]}
        />
        <Button onPress={() => showToast({ text: 'Pin closed', kind: 'success', onUndo: () => undefined })}>
          toast
        </Button>
      </Specimen>
      <Dialogs />
      <Specimen title="Notices">
        {NOTICES.map((kind) => (
          <Notice key={kind} kind={kind} title={kind}>
            What happened, what it means, what to do.
          </Notice>
        ))}
      </Specimen>
      <Specimen title="Under way">
        <Spinner />
        <Spinner large />
        <Stack gap={4} className="specimen-wide">
          <ProgressBar label="Plan is being prepared" value={0.4} valueText="page 3 of 12" />
          <ProgressBar label="Waiting" />
          <Skeleton lines={3} />
        </Stack>
      </Specimen>
      <Specimen title="Empty and failed">
        <EmptyState icon={PlanIcon} title="No plan yet" action={<Button kind="next">Import plans</Button>}>
          Plans are drawings on which pins are set.
        </EmptyState>
        <ErrorView failure={{ kind: 'network' }} onRetry={() => undefined} />
        <ErrorView failure={{ kind: 'other', name: 'TypeError', message: 'x is not a function' }} />
      </Specimen>
    </>
  );
}
