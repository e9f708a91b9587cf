// A button with only an icon. Its label is announced, and shown as a tooltip with the shortcut where there is one.
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  ToggleButton as AriaToggleButton,
  type ToggleButtonProps as AriaToggleButtonProps,
} from 'react-aria-components';
import { type Icon, IconMark } from '../icons.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';
import type { ButtonKind, ButtonSize } from './button.tsx';
import './button.css';

type Looks = {
  icon: Icon;
  label: string;
  shortcut?: string | undefined;
  size?: ButtonSize | undefined;
  placement?: 'top' | 'bottom' | 'left' | 'right' | undefined;
};

export type IconButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> &
  Looks & { kind?: ButtonKind | undefined };

export function IconButton({ icon, label, shortcut, kind = 'quiet', size = 'm', placement, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut} placement={placement}>
      <AriaButton {...rest} aria-label={label} className="ui-button ui-icon-button" data-kind={kind} data-size={size}>
        <IconMark icon={icon} />
      </AriaButton>
    </Tooltip>
  );
}

export type IconToggleProps = Omit<AriaToggleButtonProps, 'className' | 'style' | 'children' | 'aria-label'> & Looks;

/** An icon toggle button, e.g. a tool of the plan. */
export function IconToggle({ icon, label, shortcut, size = 'm', placement, ...rest }: IconToggleProps) {
  return (
    <Tooltip text={label} shortcut={shortcut} placement={placement}>
      <AriaToggleButton
        {...rest}
        aria-label={label}
        className="ui-button ui-icon-button"
        data-kind="quiet"
        data-size={size}
      >
        <IconMark icon={icon} />
      </AriaToggleButton>
    </Tooltip>
  );
}
