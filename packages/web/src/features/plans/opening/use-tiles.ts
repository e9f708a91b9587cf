// The tile link of a revision: signed and short-lived, renewed before it expires and when tiles fail. It stays cached,
// so that returning to a plan saves a round trip.
import { getTiles } from '@plumbline/core/features/plans/contract';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { call } from '../../../api/client.ts';
import type { PlanSource } from '../../../viewer/options.ts';
import { takeTile } from './tiles-ahead.ts';

const BEFORE_END = 60_000;
const SOONEST = 10_000;
/** How long the link of a plan that is not open is cached. */
const KEPT = 10 * 60_000;

/** Milliseconds for which a link can be used without renewal. */
const goodFor = ({ expiresAt }: { expiresAt: string }, now: number) => Date.parse(expiresAt) - now - BEFORE_END;

/** The cached link: requested once, and not again while it is valid. */
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
  // A cached link may have expired; one that expires in use is renewed without removing the drawing.
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
    /** The link is expired, e.g. after the device was asleep. */
    ended: () => data !== undefined && Date.parse(data.expiresAt) <= Date.now(),
    renew: refetch,
  };
}

type Tiles = Pick<ReturnType<typeof useTiles>, 'ended' | 'renew'>;

/**
 * Handles tile failures and retries by the user: renews the link once, then fetches the tiles again. Returns false when
 * the failure need not be shown: the link had just expired.
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
