// Geo-map plans: what the server's map offers, choosing an area, and following its conversion into a plan.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, line } from '../../kernel/text.ts';
import { MAX_LAT } from '../../site/geometry/mercator.ts';

const inProject = z.strictObject({ projectId: id });
const onePlan = z.strictObject({ projectId: id, planId: id });
const guard = { kind: 'project', needs: 'plan.manage' } as const;

const lat = z.number().min(-MAX_LAT).max(MAX_LAT);
const lon = z.number().min(-180).max(180);

export const mapArea = z
  .strictObject({ west: lon, south: lat, east: lon, north: lat })
  .refine(({ west, east }) => west < east, { error: 'NOT_VALID', path: ['east'] })
  .refine(({ south, north }) => south < north, { error: 'NOT_VALID', path: ['north'] });

export const getMapSource = endpoint({
  name: 'getMapSource',
  summary:
    'Gets the map on which areas are chosen: its tile source with attribution, and whether addresses can be searched',
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/maps/source',
  guard,
  params: inProject,
  reply: z.strictObject({
    /** Null: only the built-in outline of the world. */
    tiles: z.strictObject({ maxZoom: z.int(), attribution: z.string() }).nullable(),
    addresses: z.strictObject({ attribution: z.string() }).nullable(),
  }),
});

export const getMapTile = endpoint({
  name: 'getMapTile',
  summary:
    'Gets a tile of the map source as an image; the server fetches it, so that the source does not learn the IP address of the user',
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/maps/tiles/:z/:x/:y',
  guard,
  params: z.strictObject({
    projectId: id,
    z: z.coerce.number().int().min(0).max(24),
    x: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 24 - 1),
    y: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 24 - 1),
  }),
  reply: z.any(),
});

export const mapSearchResult = z.strictObject({ name: z.string(), lat, lon });
export type MapSearchResult = z.infer<typeof mapSearchResult>;

export const findPlaces = endpoint({
  name: 'findPlaces',
  summary: 'Searches addresses and place names, if a geocoding service is configured',
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/maps/places',
  guard,
  params: inProject,
  query: z.strictObject({
    search: line(200, 1),
    language: z
      .string()
      .regex(/^[a-z]{2}$/u)
      .default('en'),
  }),
  reply: z.strictObject({ places: z.array(mapSearchResult) }),
});

export const MAP_STATES = ['waiting', 'running', 'finished', 'failed'] as const;
export const MAP_PROBLEMS = ['source_unavailable', 'internal'] as const;

/** Progress of creating a geo-map plan. */
export const mapProgress = z.strictObject({
  planId: id,
  state: z.enum(MAP_STATES),
  percent: z.int().min(0).max(100),
  problem: z.enum(MAP_PROBLEMS).nullable(),
});
export type MapProgress = z.infer<typeof mapProgress>;

export const createMapPlan = endpoint({
  name: 'createMapPlan',
  summary: 'Creates a plan from a map area; TOO_BIG above 3 km across. Its image is created in the background',
  method: 'POST',
  path: '/api/plans-api/projects/:projectId/maps',
  guard,
  params: inProject,
  body: z.strictObject({ planId: id, name: line(200, 1), parentId: id.nullable(), area: mapArea }),
  reply: mapProgress,
});

export const getMapProgress = endpoint({
  name: 'getMapMaking',
  summary: "Gets the progress of creating a map plan's image",
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/maps/:planId',
  guard: { kind: 'project', needs: 'plan.view' },
  params: onePlan,
  reply: mapProgress,
});

export const retryMap = endpoint({
  name: 'retryMap',
  summary: 'Retries creating the image of a map plan',
  method: 'POST',
  path: '/api/plans-api/projects/:projectId/maps/:planId/retry',
  guard,
  params: onePlan,
  reply: mapProgress,
});
