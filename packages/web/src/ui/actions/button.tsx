// Buttons and links that look like buttons. Labels are verbs. Kind `next` is the single next action of a screen.
import { type ReactNode, useState } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps as AriaLinkProps,
} from 'react-aria-components';
import { Spinner } from '../feedback/spinner.tsx';
import { dialogOf, holdsRefusedInput, isFirstInFrame } from '../fields/forms.ts';
import { type Icon, IconMark } from '../icons.tsx';
import { Stack } from '../layout/primitives.tsx';
import './button.css';

/** `next`: safety orange, at most one per screen. `brand`: the second most prominent. `danger`: deletes or removes. */
export type ButtonKind = 'next' | 'brand' | 'default' | 'quiet' | 'danger';
export type ButtonSize = 's' | 'm' | 'l';

type Looks = {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  icon?: Icon | undefined;
  iconEnd?: Icon | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
  children: ReactNode;
};

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children'> & Looks;

export function Button({ kind = 'default', size = 'm', icon, iconEnd, wide, children, ...rest }: ButtonProps) {
  const [focused, setFocused] = useState(false);
  // A button disabled while focused, such as Save, keeps focus until it is left; otherwise keyboard users would start
  // again at the top.
  const held = focused && rest.isDisabled === true;
  return (
    <AriaButton
      {...rest}
      {...(held && { isDisabled: false, isPending: true })}
      {...(rest.onPress && {
        onPress: (event) => {
          const dialog = dialogOf(event.target);
          if (isFirstInFrame(event.target) && !(dialog && holdsRefusedInput(dialog))) rest.onPress?.(event);
        },
      })}
      onFocusChange={(now) => {
        setFocused(now);
        rest.onFocusChange?.(now);
      }}
      className="ui-button"
      data-kind={kind}
      data-size={size}
      data-wide={wide ? '' : undefined}
      data-held={held && !rest.isPending ? '' : undefined}
    >
      {icon && <IconMark icon={icon} />}
      <span>{children}</span>
      {iconEnd && <IconMark icon={iconEnd} />}
      {rest.isPending && (
        <Stack as="span" gap={0} center at={0} className="ui-button-wait">
          <Spinner />
        </Stack>
      )}
    </AriaButton>
  );
}

export type LinkButtonProps = Omit<AriaLinkProps, 'className' | 'style' | 'children'> & Looks & { href: string };

export function LinkButton({ kind = 'default', size = 'm', icon, iconEnd, wide, children, ...rest }: LinkButtonProps) {
  return (
    <AriaLink {...rest} className="ui-button" data-kind={kind} data-size={size} data-wide={wide ? '' : undefined}>
      {icon && <IconMark icon={icon} />}
      <span>{children}</span>
      {iconEnd && <IconMark icon={iconEnd} />}
    </AriaLink>
  );
}
