// The device's position on a georeferenced plan: a dot with its accuracy, follow mode, and adding a pin here.

import { type Accuracy, accuracyOf } from '@plumbline/core/features/maps/rules';
import { IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import { geoOfSheet, groundSize, planBearing, toPlanPoint } from '@plumbline/core/site/geometry/mercator';
import type { GeoreferenceRow } from '@plumbline/core/site/rows/maps';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { useEffect, useMemo, useState } from 'react';
import { IconToggle } from '../../../ui/actions/icon-button.tsx';
import { LocateIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { useT } from '../../../ui/translation.tsx';
import { isInside } from '../../../viewer/camera/geometry.ts';
import type { OwnPosition, PlanSource, PlanViewerHandle } from '../../../viewer/options.ts';
import { useDevicePosition } from '../position.ts';
import '../on-plan.css';

const OwnPositionNote = later(() => import('./own-position-note.tsx').then((its) => its.OwnPositionNote));

/** Not conveyed by colour alone: the text beside the dot says the same. */
const COLOURS: Record<Accuracy, string> = { good: '#1a7f5a', mediocre: '#b26a00', bad: '#c4161c' };

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
    <OwnPositionNote
      geo={geo}
      place={place}
      trouble={trouble}
      onDismiss={() => setOn(false)}
      follows={follows}
      onFollows={setFollows}
      onPin={onPin && position ? () => onPin(position.x, position.y) : undefined}
      inside={inside}
    />
  );

  return { position, button, note, stopFollowing: () => setFollows(false) };
}
