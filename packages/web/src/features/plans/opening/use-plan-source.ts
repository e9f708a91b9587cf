// The tiles of a revision as a source for viewers: from this device if the plan is downloaded, else through a link. The
// link is signed and short-lived: it is renewed before it expires and when tiles fail, and stays cached, so that
// returning to a plan saves a round trip.
import { getTiles } from '@plumbline/core/features/plans/contract';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { call } from '../../../api/client.ts';
import { serverNow, serverTimeAt } from '../../../api/timing/server-time.ts';
import { onSession } from '../../../api/token.ts';
import { tilesHere, useHasTiles } from '../../../local/use-rows.ts';
import type { PlanSource } from '../../../viewer/options.ts';
import { type TileCoord, tilePath } from '../../../viewer/tiles/pyramid.ts';
import { fetchTile } from '../../../viewer/tiles/tile-cache.ts';
import { openings } from './plan-opening.ts';

const RENEW_BEFORE_MS = 60_000;
const MIN_RENEW_INTERVAL_MS = 10_000;
/** How long the link of a plan that is not open is cached. */
const CACHE_TTL_MS = 10 * 60_000;

onSession((session) => {
  if (session === 'out') openings.clear();
});

/** Milliseconds for which a link can be used without renewal, at a time on the server. */
const timeLeft = ({ expiresAt }: { expiresAt: string }, now: number) => Date.parse(expiresAt) - now - RENEW_BEFORE_MS;

/** Requested once, and not again while the link is valid. */
export const tileLinkQuery = (projectId: string, revisionId: string) =>
  queryOptions({
    queryKey: ['tiles', projectId, revisionId],
    queryFn: ({ signal }) => call(getTiles, { params: { projectId, revisionId } }, { signal }),
    staleTime: ({ state }) => (state.data ? Math.max(0, timeLeft(state.data, serverTimeAt(state.dataUpdatedAt))) : 0),
    gcTime: CACHE_TTL_MS,
    refetchInterval: ({ state }) =>
      state.data ? Math.max(MIN_RENEW_INTERVAL_MS, timeLeft(state.data, serverNow())) : false,
  });

/** Undefined if the tiles are not on this device. */
function loadTileHere(revisionId: string, tile: TileCoord): Promise<ImageBitmap> | undefined {
  return tilesHere(revisionId)?.(tile).then((image) => createImageBitmap(image));
}

export function usePlanSource(projectId: string, revision: RevisionRow | undefined) {
  const revisionId = revision?.id ?? '';
  const isHere = useHasTiles(revisionId);
  const { data, error, refetch } = useQuery({
    ...tileLinkQuery(projectId, revisionId),
    enabled: revision !== undefined && !isHere,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each revision has links of its own
  const latest = useMemo(() => ({ prefix: '' }), [revisionId]);
  // A cached link may have expired; one that expires in use is renewed without removing the drawing.
  const isLinked = data?.revisionId === revisionId && (latest.prefix !== '' || timeLeft(data, serverNow()) > 0);
  if (isLinked) latest.prefix = data.prefix;
  const usable = isLinked || isHere;
  const width = revision?.pyramid.width;
  const height = revision?.pyramid.height;
  const tileSize = revision?.pyramid.tileSize;
  const levels = revision?.pyramid.levels;
  const source = useMemo<PlanSource | undefined>(() => {
    if (!usable || !width || !height || !tileSize || !levels) return undefined;
    return {
      id: revisionId,
      cache: openings.cache,
      widthPx: width,
      heightPx: height,
      tileSize,
      levels,
      loadTile: (tile, signal) =>
        loadTileHere(revisionId, tile) ?? fetchTile(`${latest.prefix}/${tilePath(tile)}`, signal),
    };
  }, [latest, revisionId, usable, width, height, tileSize, levels]);
  return {
    source,
    error: data || isHere ? undefined : error,
    /** Whether the link has expired, e.g. because the device was asleep. */
    hasExpired: () => data !== undefined && Date.parse(data.expiresAt) <= serverNow(),
    renew: refetch,
  };
}

type TileLinkState = Pick<ReturnType<typeof usePlanSource>, 'hasExpired' | 'renew'>;

/**
 * Handles tile failures and retries by the user: renews the link once, then loads the tiles again. Returns false when
 * the failure need not be shown: the link had just expired.
 */
export function useTileRecovery({ hasExpired, renew }: TileLinkState, retryTiles: () => void) {
  const renewing = useRef(false);
  return (byUser: boolean): boolean => {
    if (renewing.current) return false;
    if (!byUser && !hasExpired()) return true;
    renewing.current = true;
    void renew().then(() => {
      renewing.current = false;
      retryTiles();
    });
    return false;
  };
}
