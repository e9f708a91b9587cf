// A part of a form that is collapsed at first.
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../../ui/icons.tsx';

export function MoreFields({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="more-fields">
        <Button
          kind="quiet"
          iconEnd={isOpen ? ChevronUpIcon : ChevronDownIcon}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </div>
      {isOpen && children}
    </>
  );
}
