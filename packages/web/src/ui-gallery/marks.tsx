// Marks of pins, statuses, people and the app itself.
import { PIN_COLOURS, type PinColour } from '@plumbline/core/site/values/pin-colours';
import { Row } from '../ui/layout/primitives.tsx';
import { Avatar } from '../ui/marks/avatar.tsx';
import { Wordmark } from '../ui/marks/logo.tsx';
import { NoPreview } from '../ui/marks/no-preview.tsx';
import { PinMark } from '../ui/marks/pin-mark.tsx';
import { STATUSES, StatusBadge } from '../ui/marks/status-badge.tsx';
import { Tag } from '../ui/marks/tag.tsx';
import { Specimen } from './specimen.tsx';

const COLOURS = Object.keys(PIN_COLOURS) as PinColour[];

export function Marks() {
  return (
    <>
      <Specimen title="Statuses">
        {STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        {STATUSES.map((status) => (
          <StatusBadge key={status} status={status} plain />
        ))}
      </Specimen>
      <Specimen title="Pins">
        {(['open', 'closed', 'inactive'] as const).map((status) => (
          <Row key={status} align="stretch" wrap wide>
            {COLOURS.map((colour) => (
              <PinMark key={colour} colour={colour} status={status} size={32} label={colour} />
            ))}
          </Row>
        ))}
        <Row align="stretch" wrap wide>
          {COLOURS.map((colour) => (
            <Tag key={colour} colour={colour}>
              {colour}
            </Tag>
          ))}
        </Row>
      </Specimen>
      <Specimen title="People and program">
        <Avatar name="Anna-Lena Öztürk" />
        <Avatar name="Berger Bau" square size={40} />
        <Wordmark />
        <NoPreview label="Photo" />
      </Specimen>
    </>
  );
}
