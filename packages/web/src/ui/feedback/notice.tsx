// A persistent message where it matters: what happened, what it means, what to do. `banner` spans the screen under the
// top bar.
import type { ReactNode } from 'react';
import { KnownIconButton } from '../actions/known-icon-button.tsx';
import {
  CloseIcon,
  ErrorIcon,
  type Icon,
  IconMark,
  InfoIcon,
  OfflineIcon,
  SuccessIcon,
  WarningIcon,
} from '../icons.tsx';
import { Row, Stack, Text } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import './notice.css';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error' | 'offline';

const ICONS: Record<NoticeKind, Icon> = {
  info: InfoIcon,
  success: SuccessIcon,
  warning: WarningIcon,
  error: ErrorIcon,
  offline: OfflineIcon,
};

export type NoticeProps = {
  kind?: NoticeKind | undefined;
  title?: string | undefined;
  children?: ReactNode;
  actions?: ReactNode;
  banner?: boolean | undefined;
  icon?: Icon | undefined;
  /** Adds a close button. */
  onDismiss?: (() => void) | undefined;
};

export function Notice({ kind = 'info', title, children, actions, banner, icon, onDismiss }: NoticeProps) {
  const t = useT();
  return (
    <div
      className="ui-notice"
      data-kind={kind}
      data-banner={banner ? '' : undefined}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      <IconMark icon={icon ?? ICONS[kind]} />
      <Stack gap={0.5} shrink grow breaks className="ui-notice-text">
        {title !== undefined && (
          <Text as="strong" weight="strong">
            {title}
          </Text>
        )}
        {children !== undefined && <div>{children}</div>}
      </Stack>
      {(actions !== undefined || onDismiss) && (
        <Row align="stretch" wrap fixed className="ui-notice-actions">
          {actions}
          {onDismiss && <KnownIconButton icon={CloseIcon} label={t('ui.close')} size="s" onPress={onDismiss} />}
        </Row>
      )}
    </div>
  );
}
