// The way from a page back to the list it belongs to.
import { BackIcon, IconMark } from '../icons.tsx';
import { Row } from '../layout/primitives.tsx';
import './back-link.css';

export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Row as="a" inline gap={1} size="s" ink={2} className="ui-back-link" href={href}>
      <IconMark icon={BackIcon} />
      {label}
    </Row>
  );
}
