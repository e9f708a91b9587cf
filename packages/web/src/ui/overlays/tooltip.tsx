// A short label on hover and focus. It never contains information needed on touch devices, which have no hover.
import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import './popover.css';

export type TooltipProps = {
  text: string;
  shortcut?: string | undefined;
  placement?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** A single focusable element that accepts react-aria's trigger props, e.g. a Button. */
  children: ReactNode;
};

export function Tooltip({ text, shortcut, placement = 'bottom', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip className="ui-tooltip" placement={placement} offset={6}>
        {text}
        {shortcut !== undefined && <kbd>{shortcut}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
