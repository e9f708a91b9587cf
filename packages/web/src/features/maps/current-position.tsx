// The device's position on a georeferenced plan: a dot with its accuracy, follow mode, and adding a pin here.

import { type Accuracy, accuracyOf } from '@plumbline/core/features/maps/rules';
import { IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import {
  geoOfSheet,
  groundSize,
  metresBetween,
  planBearing,
  toPlanPoint,
  toPosition,
} from '@plumbline/core/site/geometry/mercator';
import type { GeoreferenceRow } from '@plumbline/core/site/rows/maps';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { metresText } from '@plumbline/locales/lengths';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { IconToggle } from '../../ui/actions/icon-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FollowIcon, IconMark, LocateIcon, NewPinIcon } from '../../ui/icons.tsx';
import { Box, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { isInside } from '../../viewer/camera/geometry.ts';
import type { OwnPosition, PlanSource, PlanViewerHandle } from '../../viewer/options.ts';
import { positionProblemText, useDevicePosition } from './position.ts';
import './on-plan.css';

/** Not conveyed by colour alone: the text beside the dot says the same. */
const COLOURS: Record<Accuracy, string> = { good: '#1a7f5a', mediocre: '#b26a00', bad: '#c4161c' };
const SIDES = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const;

export type OwnPositionOptions = {
  georeference: GeoreferenceRow | undefined;
  revision: RevisionRow | undefined;
  source: PlanSource | undefined;
  viewer: PlanViewerHandle | null;
  /** Adds a pin at a position on the sheet; undefined when the user may not. */
  onPin: ((x: number, y: number) => void) | undefined;
};

/** Undefined when the plan is not georeferenced. */
export function useOwnPosition({ georeference, revision, source, viewer, onPin }: OwnPositionOptions) {
  const t = useT();
  const [on, setOn] = useState(false);
  const [follows, setFollows] = useState(false);
  const { place, trouble } = useDevicePosition(on);
  const geo = useMemo(
    () => (georeference?.geo ? geoOfSheet(georeference.geo, revision?.alignment ?? IDENTITY_ALIGNMENT) : undefined),
    [georeference, revision],
  );
  const widthPx = source?.widthPx;
  const position = useMemo<OwnPosition | null>(() => {
    if (!place || !geo || widthPx === undefined) return null;
    const { heading } = place;
    return {
      ...toPlanPoint(geo, place),
      accuracyPx: (place.accuracy / groundSize(geo).widthM) * widthPx,
      colour: COLOURS[accuracyOf(place.accuracy)],
      ...(heading !== undefined && { heading: heading - planBearing(geo) }),
    };
  }, [place, geo, widthPx]);
  const inside = position !== null && isInside(position);

  useEffect(() => {
    if (follows && inside && position) viewer?.flyTo({ x: position.x, y: position.y });
  }, [viewer, follows, inside, position]);

  if (!geo) return undefined;
  const button = (
    <IconToggle
      icon={LocateIcon}
      label={t('maps.ownPosition')}
      isSelected={on}
      onChange={(requested) => {
        setOn(requested);
        setFollows(requested);
      }}
    />
  );
  const note = on && (
    <>
      {trouble !== undefined && (
        <Notice kind="warning" onDismiss={() => setOn(false)}>
          {positionProblemText(t, trouble)}
        </Notice>
      )}
      {trouble === undefined && !place && (
        <div className="plan-note own-note" role="status">
          <IconMark icon={LocateIcon} />
          <span>{t('maps.searching')}</span>
        </div>
      )}
      {place && (
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
              <IconToggle icon={FollowIcon} label={t('maps.follow')} isSelected={follows} onChange={setFollows} />
              {onPin && position && (
                <Button icon={NewPinIcon} onPress={() => onPin(position.x, position.y)}>
                  {t('maps.pinHere')}
                </Button>
              )}
            </>
          ) : (
            <strong className="own-outside">{t('maps.outsideArea', awayFrom())}</strong>
          )}
        </div>
      )}
    </>
  );

  function awayFrom() {
    const middle = toPosition(geo ?? [1, 0, 0, 0, -1, 0], { x: 0.5, y: 0.5 });
    const here = place ?? middle;
    const north = metresBetween(here, { lat: middle.lat, lon: here.lon }) * Math.sign(middle.lat - here.lat);
    const east = metresBetween(here, { lat: here.lat, lon: middle.lon }) * Math.sign(middle.lon - here.lon);
    const eighth = (Math.round(Math.atan2(east, north) / (Math.PI / 4)) + 8) % 8;
    return {
      distance: metresText(t, Math.round(metresBetween(here, middle))),
      side: t(`maps.side.${SIDES[eighth] ?? 'north'}`),
    };
  }

  return { position, button, note, stopFollowing: () => setFollows(false) };
}
