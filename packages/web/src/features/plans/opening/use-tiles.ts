// Where the tiles of a revision are: a signed link that ends, asked for again in good time and whenever tiles fail. Whoever comes back to a
// plan finds the link again, and sees the drawing one round trip sooner.
import { getTiles } from '@plumbline/core/features/plans/contract';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { call } from '../../../api/client.ts';
import type { PlanSource } from '../../../viewer/options.ts';
import { takeTile } from './tiles-ahead.ts';

const BEFORE_END = 60_000;
const SOONEST = 10_000;
/** How long a link is kept for a plan that is not open. */
const KEPT = 10 * 60_000;

/** Milliseconds for which a link is good without being asked for again. */
const goodFor = ({ expiresAt }: { expiresAt: string }, now: number) => Date.parse(expiresAt) - now - BEFORE_END;

/** The link as it is kept: asked for once, by whoever comes first, and not again while it is good. */
export const tilesOf = (projectId: string, revisionId: string) =>
  queryOptions({
    queryKey: ['tiles', projectId, revisionId],
    queryFn: ({ signal }) => call(getTiles, { params: { projectId, revisionId } }, { signal }),
    staleTime: ({ state }) => (state.data ? Math.max(0, goodFor(state.data, state.dataUpdatedAt)) : 0),
    gcTime: KEPT,
    refetchInterval: ({ state }) => (state.data ? Math.max(SOONEST, goodFor(state.data, Date.now())) : false),
  });

export function useTiles(projectId: string, revision: RevisionRow | undefined) {
  const revisionId = revision?.id ?? '';
  const { data, error, refetch } = useQuery({ ...tilesOf(projectId, revisionId), enabled: revision !== undefined });
  const prefix = useRef('');
  const used = useRef('');
  // A link that has been kept may have ended meanwhile; one that ends while it is used is asked for anew without taking the drawing away.
  const there = data?.revisionId === revisionId && (used.current === revisionId || goodFor(data, Date.now()) > 0);
  if (there) {
    prefix.current = data.prefix;
    used.current = revisionId;
  }
  const width = revision?.pyramid.width;
  const height = revision?.pyramid.height;
  const tileSize = revision?.pyramid.tileSize;
  const levels = revision?.pyramid.levels;
  const source = useMemo<PlanSource | undefined>(() => {
    if (!there || !width || !height || !tileSize || !levels) return undefined;
    return {
      widthPx: width,
      heightPx: height,
      tileSize,
      levels,
      tileUrl: (z, x, y) => `${prefix.current}/${z}/${x}/${y}`,
      ahead: (z, x, y) => takeTile(revisionId, { z, x, y }),
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

type Tiles = Pick<ReturnType<typeof useTiles>, 'ended' | 'renew'>;

/**
 * What to do when tiles fail, because the user asked or by itself: the link is renewed once, then they are fetched again. False while it
 * is not worth telling: the link had just ended.
 */
export function useRenewal({ ended, renew }: Tiles, fetchAgain: () => void): (asked: boolean) => boolean {
  const renewing = useRef(false);
  return (asked) => {
    if (renewing.current) return false;
    if (!asked && !ended()) return true;
    renewing.current = true;
    void renew().then(() => {
      renewing.current = false;
      fetchAgain();
    });
    return false;
  };
}
