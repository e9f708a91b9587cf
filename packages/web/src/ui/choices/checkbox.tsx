// A yes/no choice, or one of several options that can be selected together.
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components';
import { Stack } from '../layout/primitives.tsx';
import './checkbox.css';
import '../fields/field.css';

export type CheckboxProps = Omit<AriaCheckboxProps, 'className' | 'style' | 'children'> & {
  /** The label after the box; omit only with an `aria-label`. */
  children?: ReactNode;
  help?: string | undefined;
};

export function Checkbox({ children, help, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className="ui-check">
      {({ isIndeterminate }) => (
        <>
          <Stack as="span" gap={0} center fixed surface="surface" corner="s" className="ui-check-box">
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={isIndeterminate ? 'M4 8h8' : 'm3.5 8.3 3 3 6-6.6'} />
            </svg>
          </Stack>
          {children !== undefined && (
            <Stack as="span" gap={0.5}>
              <span>{children}</span>
              {help !== undefined && <span className="ui-help">{help}</span>}
            </Stack>
          )}
        </>
      )}
    </AriaCheckbox>
  );
}
