// A small panel attached to its trigger. Closes on Escape and on a click outside.
import type { ReactNode } from 'react';
import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
  Dialog,
  DialogTrigger,
} from 'react-aria-components';
import { AnchoredFrame, type AnchoredProps } from './anchored.tsx';
import './popover.css';

export type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactNode;
  label: string;
  placement?: AriaPopoverProps['placement'] | undefined;
  isOpen?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
};

export function Popover({ trigger, label, placement = 'bottom start', isOpen, onOpenChange, children }: PopoverProps) {
  return (
    <DialogTrigger {...(isOpen !== undefined && { isOpen })} {...(onOpenChange && { onOpenChange })}>
      {trigger}
      <AriaPopover className="ui-popover" placement={placement} offset={6}>
        <Dialog className="ui-popover-body" aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

/** A panel opened by one of many elements, e.g. a cell of a table. */
export function AnchoredPopover({ anchor, label, onClose, children }: AnchoredProps & { children: ReactNode }) {
  return (
    <AnchoredFrame anchor={anchor} onClose={onClose}>
      <Dialog className="ui-popover-body" aria-label={label}>
        {children}
      </Dialog>
    </AnchoredFrame>
  );
}
