// HTTP routes for map plans. Tiles are proxied, so that the map server learns nothing about users and pages need no
// other origin.
import {
  createMapPlan,
  findPlaces,
  getMapProgress,
  getMapSource,
  getMapTile,
  retryMap,
} from '@plumbline/core/features/maps/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Feature } from '../../http/feature.ts';
import { takeService } from '../../http/limits/service-limit.ts';
import { ServiceError } from '../../platform/fetch-limited.ts';
import type { MapTile } from '../../platform/map-tiles/map-tiles.ts';
import { RecentCache } from '../../platform/recent-cache.ts';
import { createMap, retry } from './service.ts';
import { readMapProgress } from './store.ts';

/** Size of the in-memory tile cache in bytes: users tend to choose areas in the same locations. */
const CACHE_BYTES = 32 * 1_048_576;

/** An unresponsive third-party server is not an error of ours to log. */
function asUnavailable(error: unknown): unknown {
  return error instanceof ServiceError ? new AppError('unavailable', { retryAfter: 5 }) : error;
}

export const maps: Feature = (serve, services) => {
  const kept = new RecentCache<MapTile>(CACHE_BYTES);
  const { mapTiles, geocoder } = services;

  serve(getMapSource, async () => ({
    tiles: mapTiles && { maxZoom: mapTiles.maxZoom, attribution: mapTiles.attribution },
    addresses: geocoder && { attribution: geocoder.attribution },
  }));

  serve(getMapTile, async ({ session, reply }, { params: { z, x, y } }) => {
    if (!mapTiles) throw new AppError('not_found');
    const name = `${z}/${x}/${y}`;
    let tile = kept.get(name);
    if (!tile) {
      await takeService(services, session.userId, 'tiles');
      tile = await mapTiles.tile(z, x, y).catch((error: unknown) => {
        throw asUnavailable(error);
      });
      if (!tile) throw new AppError('not_found');
      kept.set(name, tile, tile.bytes.length);
    }
    await reply
      .headers({ 'cache-control': 'private, max-age=86400', vary: 'authorization' })
      .type(tile.mime)
      .send(tile.bytes);
  });

  serve(findPlaces, async ({ session }, { query }) => {
    if (!geocoder) return { places: [] };
    await takeService(services, session.userId, 'places');
    try {
      return { places: await geocoder.find(query.search, query.language) };
    } catch (error) {
      throw asUnavailable(error);
    }
  });

  serve(createMapPlan, (where, { body }) => createMap(services, where, body));
  serve(getMapProgress, ({ session, projectId }, { params }) =>
    readMapProgress(services, { organisationId: session.organisationId, planId: params.planId }, projectId),
  );
  serve(retryMap, (where, { params }) => retry(services, where, params.planId));
};
