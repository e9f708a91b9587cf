// Server calls for choosing areas: the map source, address search, and plans being created from the map.
import {
  createMapPlan,
  findPlaces,
  getMapProgress,
  getMapSource,
  getMapTile,
  type MapProgress,
  retryMap,
} from '@plumbline/core/features/maps/contract';
import { versionedPath } from '@plumbline/core/kernel/services';
import type { Area } from '@plumbline/core/site/geometry/mercator';
import { useQuery } from '@tanstack/react-query';
import { authorised, call } from '../../api/client.ts';
import { Refusal } from '../../api/failure.ts';

export function useMapSource(projectId: string, requested: boolean) {
  return useQuery({
    queryKey: ['mapSource', projectId],
    queryFn: ({ signal }) => call(getMapSource, { params: { projectId } }, { signal }),
    enabled: requested,
    staleTime: 600_000,
  });
}

/** Fetches one map tile. Throws when there is none. */
export async function loadMapTile(projectId: string, z: number, x: number, y: number): Promise<Blob> {
  const values: Record<string, string | number> = { projectId, z, x, y };
  const path = versionedPath(getMapTile.path).replaceAll(/:(\w+)/gu, (_, name: string) => String(values[name]));
  const response = await authorised(path);
  if (!response.ok) throw new Refusal(response.status, undefined);
  return response.blob();
}

export const placesBy = (projectId: string, search: string, language: string) =>
  call(findPlaces, { params: { projectId }, query: { search, language } });

export const requestMapPlan = (
  projectId: string,
  body: { planId: string; name: string; parentId: string | null; area: Area },
): Promise<MapProgress> => call(createMapPlan, { params: { projectId }, body });

export const retryMapPlan = (projectId: string, planId: string): Promise<MapProgress> =>
  call(retryMap, { params: { projectId, planId } });

const POLL_INTERVAL_MS = 1_500;

/** Progress of creating a map plan's image, polled until it finishes or fails. */
export function useMapProgress(projectId: string, planId: string) {
  return useQuery({
    queryKey: ['mapMaking', projectId, planId],
    queryFn: ({ signal }) => call(getMapProgress, { params: { projectId, planId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'finished' || state.data?.state === 'failed' ? false : POLL_INTERVAL_MS,
  });
}
