// A modal dialog; on a phone a sheet from below. Closes on Escape and on a click outside, traps focus and restores it.
import { type FormEventHandler, type ReactNode, useEffect } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay, Text } from 'react-aria-components';
import { IconButton } from '../actions/icon-button.tsx';
import { CloseIcon } from '../icons.tsx';
import { Row, Stack } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import { keepToastsAbove } from './above-bars.ts';
import './dialog.css';

/**
 * Widths: 440 px, 770 px, 80 %, 97 % of the window; `code` for a QR code 346 px; `edit` 844 px, or 80 % if that is more.
 * `side`: at the edge, with the screen beside it fully visible.
 */
export type DialogSize = 'small' | 'medium' | 'large' | 'extra-large' | 'code' | 'edit' | 'side';

export type DialogProps = {
  title: string;
  detail?: string | undefined;
  size?: DialogSize | undefined;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The buttons, the primary one last. */
  actions?: ReactNode;
  /** A secondary button on the other side of the footer. */
  actionsStart?: ReactNode;
  /** Keeps the dialog open on Escape and on a click outside, e.g. while saving. */
  isBusy?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Receives the input of all fields in the dialog. */
  onInput?: FormEventHandler | undefined;
};

/**
 * The element focused before may be gone with its screen: focus then goes to the content, not to the top of the page.
 */
function FocusAfter() {
  useEffect(
    () => () => {
      // Runs after focus has been restored, where the previous element still exists.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body)
            document.getElementById('content')?.focus({ preventScroll: true });
        }),
      );
    },
    [],
  );
  return null;
}

/** A tooltip or popover follows what it belongs to when the dialog grows: it is placed again when the window is resized. */
function resizeWithWindow(dialog: HTMLElement | null): (() => void) | undefined {
  if (!dialog) return undefined;
  const watch = new ResizeObserver(() => window.dispatchEvent(new Event('resize')));
  watch.observe(dialog);
  return () => watch.disconnect();
}

export function Dialog(props: DialogProps) {
  const {
    title,
    detail,
    size = 'medium',
    isOpen,
    onClose,
    children,
    actions,
    actionsStart,
    isBusy,
    role,
    onInput,
  } = props;
  const t = useT();
  return (
    <ModalOverlay
      className="ui-overlay"
      data-size={size}
      isOpen={isOpen}
      isDismissable={!isBusy}
      isKeyboardDismissDisabled={isBusy ?? false}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal ref={resizeWithWindow} className="ui-modal" data-size={size}>
        <FocusAfter />
        <AriaDialog className="ui-dialog" role={role ?? 'dialog'}>
          <Row gap={3} align="start" pad="5 4 2 6" className="ui-dialog-head">
            <Stack gap={1} shrink grow breaks>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {detail !== undefined && (
                <Text slot="description" className="ui-dialog-detail">
                  {detail}
                </Text>
              )}
            </Stack>
            <div className="ui-dialog-close">
              <IconButton icon={CloseIcon} label={t('ui.close')} isDisabled={isBusy ?? false} onPress={onClose} />
            </div>
          </Row>
          <div className="ui-dialog-body" onInput={onInput}>
            {children}
          </div>
          {(actions !== undefined || actionsStart !== undefined) && (
            <Row justify="end" wrap pad="3 6 5" className="ui-dialog-foot" ref={keepToastsAbove}>
              {actionsStart !== undefined && <div className="ui-dialog-foot-start">{actionsStart}</div>}
              {actions}
            </Row>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
