// A setting that is on or off and takes effect immediately.
import type { ReactNode } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components';
import { Stack } from '../layout/primitives.tsx';
import './checkbox.css';
import '../fields/field.css';

export type SwitchProps = Omit<AriaSwitchProps, 'className' | 'style' | 'children'> & {
  children: ReactNode;
  help?: string | undefined;
};

export function Switch({ children, help, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className="ui-switch">
      <Stack as="span" gap={0.5}>
        <span>{children}</span>
        {help !== undefined && <span className="ui-help">{help}</span>}
      </Stack>
      <span className="ui-switch-track" />
    </AriaSwitch>
  );
}
