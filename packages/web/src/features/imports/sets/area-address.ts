// The address of a plan that shows a part of it.

import type { ChangedArea } from '@plumbline/core/features/plans/changes';
import { applyTo, IDENTITY_ALIGNMENT, invert } from '@plumbline/core/site/geometry/alignment';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { planAddress } from '../../../shared/navigation/addresses.ts';

/** Width of the area on the screen, in CSS pixels, and the zoom exponents beyond which it is not followed. */
const SHOWN_PX = 320;
const MIN_ZOOM = -6;
const MAX_ZOOM = 0;

/** `area` is in plan space, the view is that of the revision's sheet. */
export function areaAddress(
  projectId: string,
  revision: Pick<RevisionRow, 'planId' | 'alignment' | 'pyramid'>,
  area: Pick<ChangedArea, 'x' | 'y' | 'width' | 'height'>,
): string {
  const toSheet = invert(revision.alignment ?? IDENTITY_ALIGNMENT);
  const from = applyTo(toSheet, area);
  const to = applyTo(toSheet, { x: area.x + area.width, y: area.y + area.height });
  const { width, height } = revision.pyramid;
  const longest = Math.max(Math.abs(to.x - from.x) * width, Math.abs(to.y - from.y) * height, 1);
  const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.log2(SHOWN_PX / longest)));
  const centre = [(from.x + to.x) / 2, (from.y + to.y) / 2].map((part) => part.toFixed(4));
  return `${planAddress({ projectId, planId: revision.planId, viewType: 'plan' })}?at=${[...centre, zoom.toFixed(2)].join('_')}`;
}
