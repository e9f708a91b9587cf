// A revision as a layer of the canvas; its tile links are renewed when they expire.

import { type Alignment, IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { useMemo, useRef } from 'react';
import { usePlanSource } from '../opening/use-plan-source.ts';
import type { Layer } from './draw.ts';

const MIN_RENEW_INTERVAL_MS = 3_000;

export function useLayer(projectId: string, revision: RevisionRow | undefined, proposed?: Alignment) {
  const { source, error, renew } = usePlanSource(projectId, revision);
  const renewed = useRef(0);
  const alignment = proposed ?? revision?.alignment ?? IDENTITY_ALIGNMENT;
  const layer = useMemo<Layer | undefined>(() => source && { source, alignment }, [source, alignment]);
  return {
    layer,
    error,
    renew: () => {
      if (performance.now() - renewed.current < MIN_RENEW_INTERVAL_MS) return;
      renewed.current = performance.now();
      void renew();
    },
  };
}
