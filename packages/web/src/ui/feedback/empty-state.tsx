// An empty state: says what belongs here and offers the one action to add it.
import { type ReactNode, useEffect } from 'react';
import { type Icon, IconMark } from '../icons.tsx';
import { Row, Stack } from '../layout/primitives.tsx';
import './empty-state.css';

export type EmptyStateProps = {
  icon?: Icon | undefined;
  /** A custom illustration instead of the icon. */
  picture?: ReactNode;
  title: string;
  /** One sentence. */
  children?: ReactNode;
  action?: ReactNode;
  role?: 'status' | 'alert' | undefined;
  /** Replaces a whole screen: its title is the page heading. */
  screen?: boolean | undefined;
};

/** False where a condition before it did not hold. */
const isGiven = (part: ReactNode): boolean => part !== undefined && part !== null && part !== false;

export function EmptyState({ icon, picture, title, children, action, role, screen }: EmptyStateProps) {
  useEffect(() => {
    if (screen) document.title = `${title} – Plumbline`;
  }, [screen, title]);
  const Title = screen ? 'h1' : 'p';
  return (
    <Stack
      center
      justify="center"
      centered
      className="ui-empty"
      data-screen={screen ? '' : undefined}
      {...(role && { role })}
    >
      {(picture ?? icon) && (
        <div className="ui-empty-picture" aria-hidden="true">
          {picture ?? (icon && <DrawnMark icon={icon} />)}
        </div>
      )}
      <Title className="ui-empty-title">{title}</Title>
      {isGiven(children) && <div className="ui-empty-text">{children}</div>}
      {isGiven(action) && (
        <Row align="stretch" justify="center" wrap className="ui-empty-action">
          {action}
        </Row>
      )}
    </Stack>
  );
}

/** The icon inside an empty drawing sheet with crop marks. */
function DrawnMark({ icon }: { icon: Icon }) {
  return (
    <Stack gap={0} center anchor className="ui-empty-mark">
      <svg viewBox="0 0 104 84" fill="none" stroke="currentColor" strokeWidth="1" aria-hidden="true">
        <path d="M14 0v10M0 14h10M90 0v10M104 14H94M14 84V74M0 70h10M90 84V74M104 70H94" />
        <path d="M14 14h76v56H14z" strokeDasharray="3 4" />
      </svg>
      <IconMark icon={icon} />
    </Stack>
  );
}
