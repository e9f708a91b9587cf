// Where the tiles of a revision are: a signed link that ends, asked for again in good time and whenever tiles fail.
import { getTiles } from '@plumbline/core/features/plans/contract';
import type { RevisionRow } from '@plumbline/core/features/plans/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { call } from '../../api/client.ts';
import type { PlanSource } from '../../viewer/options.ts';

const BEFORE_END = 60_000;
const SOONEST = 10_000;

export function useTiles(projectId: string, revision: RevisionRow | undefined) {
  const revisionId = revision?.id ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['tiles', projectId, revisionId],
    queryFn: ({ signal }) => call(getTiles, { params: { projectId, revisionId } }, { signal }),
    enabled: revision !== undefined,
    staleTime: 0,
    // A link that has been kept may have ended meanwhile.
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data ? Math.max(SOONEST, Date.parse(state.data.expiresAt) - Date.now() - BEFORE_END) : false,
  });
  const prefix = useRef('');
  if (data?.revisionId === revisionId) prefix.current = data.prefix;
  const there = data?.revisionId === revisionId;
  const width = revision?.pyramid.width;
  const height = revision?.pyramid.height;
  const tileSize = revision?.pyramid.tileSize;
  const levels = revision?.pyramid.levels;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision of the same size is another picture
  const source = useMemo<PlanSource | undefined>(() => {
    if (!there || !width || !height || !tileSize || !levels) return undefined;
    return {
      widthPx: width,
      heightPx: height,
      tileSize,
      levels,
      tileUrl: (z, x, y) => `${prefix.current}/${z}/${x}/${y}`,
    };
  }, [revisionId, there, width, height, tileSize, levels]);
  return {
    source,
    error: data ? undefined : error,
    /** A device that slept finds its link ended. */
    ended: () => data !== undefined && Date.parse(data.expiresAt) <= Date.now(),
    renew: refetch,
  };
}
