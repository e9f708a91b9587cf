// Geographic position of a pin on a georeferenced plan: tap to copy, link to open in a map.

import { toPosition } from '@plumbline/core/site/geometry/mercator';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useRow } from '../../local/use-rows.ts';
import { useCopyText } from '../../ui/actions/copy-text.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import { Box, Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { writePosition } from './coordinates.ts';
import './on-plan.css';

export function PinPosition({ pin }: { pin: PinRow }) {
  const t = useT();
  const copyText = useCopyText();
  const ground = useRow('ground', pin.planId);
  if (!ground?.geo || pin.x === null || pin.y === null) return null;
  const text = writePosition(toPosition(ground.geo, { x: pin.x, y: pin.y }));
  return (
    <div className="pin-field pin-position">
      <span className="ui-label">{t('maps.position')}</span>
      <Row gap={1}>
        <Box as="a" href={`geo:${text.replace(' ', '')}`} figures ink="inherit" className="pin-position-value">
          {text}
        </Box>
        <IconButton
          icon={CopyIcon}
          label={t('maps.copy')}
          size="s"
          onPress={() => void copyText(text, t('maps.copied'))}
        />
      </Row>
    </div>
  );
}
