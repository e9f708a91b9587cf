// The message about the device's position over the plan: how accurate it is, or how far it is from the plan. Follow mode
// and adding a pin there.
import { accuracyOf } from '@plumbline/core/features/maps/rules';
import { type Geo, metresBetween, type Position, toPosition } from '@plumbline/core/site/geometry/mercator';
import { metresText } from '@plumbline/locales/lengths';
import type { Translator } from '@plumbline/locales/translate';
import { Button } from '../../../ui/actions/button.tsx';
import { IconToggle } from '../../../ui/actions/icon-button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { FollowIcon, IconMark, LocateIcon, NewPinIcon } from '../../../ui/icons.tsx';
import { Box, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { type DevicePosition, type Following, positionProblemText } from '../position.ts';

const SIDES = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const;

type OwnPositionNoteProps = Following & {
  geo: Geo;
  inside: boolean;
  follows: boolean;
  onFollows: (follows: boolean) => void;
  /** Undefined when the user may not add pins. */
  onPin: (() => void) | undefined;
  onDismiss: () => void;
};

export function OwnPositionNote(props: OwnPositionNoteProps) {
  const { place, trouble, onDismiss } = props;
  const t = useT();
  return (
    <>
      {trouble !== undefined && (
        <Notice kind="warning" onDismiss={onDismiss}>
          {positionProblemText(t, trouble)}
        </Notice>
      )}
      {trouble === undefined && !place && (
        <div className="plan-note own-note" role="status">
          <IconMark icon={LocateIcon} />
          <span>{t('maps.searching')}</span>
        </div>
      )}
      {place && <Place {...props} place={place} />}
    </>
  );
}

function Place({ geo, place, inside, follows, onFollows, onPin }: OwnPositionNoteProps & { place: DevicePosition }) {
  const t = useT();
  return (
    <div className="plan-note own-note" role="status" data-accuracy={accuracyOf(place.accuracy)}>
      <Box as="span" fixed corner="full" className="own-dot" aria-hidden="true" />
      <span className="own-words">
        {t(`maps.accuracy.${accuracyOf(place.accuracy)}`)}
        <Text size="s" ink={2} weight="regular">
          {t('maps.within', { metres: metresText(t, Math.max(1, Math.round(place.accuracy))) })}
        </Text>
      </span>
      {inside ? (
        <>
          <IconToggle icon={FollowIcon} label={t('maps.follow')} isSelected={follows} onChange={onFollows} />
          {onPin && (
            <Button icon={NewPinIcon} onPress={onPin}>
              {t('maps.pinHere')}
            </Button>
          )}
        </>
      ) : (
        <strong className="own-outside">{t('maps.outsideArea', awayFrom(t, geo, place))}</strong>
      )}
    </div>
  );
}

/** How far the place is from the middle of the plan, and on which side. */
function awayFrom(t: Translator, geo: Geo, here: Position) {
  const middle = toPosition(geo, { x: 0.5, y: 0.5 });
  const north = metresBetween(here, { lat: middle.lat, lon: here.lon }) * Math.sign(middle.lat - here.lat);
  const east = metresBetween(here, { lat: here.lat, lon: middle.lon }) * Math.sign(middle.lon - here.lon);
  const eighth = (Math.round(Math.atan2(east, north) / (Math.PI / 4)) + 8) % 8;
  return {
    distance: metresText(t, Math.round(metresBetween(here, middle))),
    side: t(`maps.side.${SIDES[eighth] ?? 'north'}`),
  };
}
