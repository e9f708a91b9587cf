// A short label on hover and focus. It never contains information needed on touch devices, which have no hover.
import { type ReactNode, useContext, useEffect } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger, TooltipTriggerStateContext } from 'react-aria-components';
import { flushSync } from 'react-dom';
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
        <EscapeShared />
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/** An open tooltip would keep Escape for itself. Closed before, it leaves it to the panel or dialog that it is in. */
function EscapeShared() {
  const state = useContext(TooltipTriggerStateContext);
  useEffect(() => {
    const hear = ({ key }: KeyboardEvent) => key === 'Escape' && flushSync(() => state?.close(true));
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  }, [state]);
  return null;
}
