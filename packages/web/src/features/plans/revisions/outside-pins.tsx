// Names the pins of a plan that lie outside a new sheet. They stay on the building, but no drawing shows what is there.

import type { Alignment } from '@plumbline/core/site/geometry/alignment';
import { pinsOutside } from '@plumbline/core/site/on-sheet';
import { useMemo } from 'react';
import { useCategories, useJoinedPins } from '../../../shared/site/pins/use-pins.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Box } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PinLinks } from './pin-links.tsx';

/** So many are named at once; more on request. */
const MAX_NAMED = 3;

export type OutsidePinsProps = {
  projectId: string;
  planId: string;
  /** Of the new sheet. */
  alignment: Alignment;
};

export function OutsidePins({ projectId, planId, alignment }: OutsidePinsProps) {
  const t = useT();
  const joined = useJoinedPins(projectId, planId);
  const categories = useCategories(projectId);
  const pins = useMemo(() => pinsOutside(alignment, joined?.map(({ pin }) => pin) ?? []), [alignment, joined]);
  if (pins.length === 0) return null;
  return (
    <Notice kind="warning">
      <details open={pins.length <= MAX_NAMED}>
        <summary style={{ marginBlock: 'calc(-1 * var(--s3))' }}>
          {t('revisions.pinsOutside', { count: pins.length })}
        </summary>
        {/* A long title must not widen the notice, and with it the screen. */}
        <Box scroll style={{ maxHeight: '30dvh', contain: 'inline-size' }}>
          <PinLinks projectId={projectId} pins={pins} categories={categories} />
        </Box>
      </details>
    </Notice>
  );
}
