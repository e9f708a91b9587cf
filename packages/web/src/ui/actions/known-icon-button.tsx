// A button with a universally known icon: a cross, an eye. Its label is announced, without a tooltip, so that the
// sign-in page need not load one.
import { Button, type ButtonProps } from 'react-aria-components';
import { type Icon, IconMark } from '../icons.tsx';
import type { ButtonSize } from './button.tsx';
import './button.css';

export type KnownIconButtonProps = Omit<ButtonProps, 'className' | 'style' | 'children' | 'aria-label'> & {
  icon: Icon;
  label: string;
  size?: ButtonSize | undefined;
};

export function KnownIconButton({ icon, label, size = 'm', ...rest }: KnownIconButtonProps) {
  return (
    <Button {...rest} aria-label={label} className="ui-button ui-icon-button" data-kind="quiet" data-size={size}>
      <IconMark icon={icon} />
    </Button>
  );
}
