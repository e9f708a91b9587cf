// A tag; with a dot for a category's colour.
import { PIN_COLOURS, type PinColour } from '@plumbline/core/site/values/pin-colours';
import { type Icon, IconMark } from '../icons.tsx';
import { Row, Text } from '../layout/primitives.tsx';
import './status.css';

export function Tag({
  children,
  colour,
  icon,
}: {
  children: string;
  colour?: PinColour | undefined;
  icon?: Icon | undefined;
}) {
  return (
    <Row as="span" inline size="s" ink={2} weight="medium" corner="s" tight className="ui-tag">
      {colour !== undefined && <span className="ui-tag-dot" style={{ background: PIN_COLOURS[colour] }} />}
      {icon && <IconMark icon={icon} />}
      <Text cut>{children}</Text>
    </Row>
  );
}
