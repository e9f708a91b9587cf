// A panel opened by one of many elements, e.g. a cell of a table.
import type { ReactNode } from 'react';
import { Popover } from 'react-aria-components';
import './popover.css';

export type AnchoredProps = {
  /** The element it is attached to, which has the focus again afterwards. */
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
};

type AnchoredFrameProps = Omit<AnchoredProps, 'label'> & { children: ReactNode };

/** The panel itself; its content has the label. */
export function AnchoredFrame({ anchor, onClose, children }: AnchoredFrameProps) {
  return (
    <Popover
      className="ui-popover"
      placement="bottom start"
      offset={6}
      triggerRef={{ current: anchor }}
      isOpen
      onOpenChange={onClose}
    >
      {children}
    </Popover>
  );
}
