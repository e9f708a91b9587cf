// The tiles of a plan, each read as a byte range of the revision's pack file.
import {
  indexRange,
  PACK_HEADER_BYTES,
  type PackHeader,
  type PackIndex,
  type ByteRange as PackRange,
  readPackHeader,
  readPackIndex,
  readTileEntry,
  tileEntryRange,
  tileRange,
} from '@plumbline/core/features/plans/tiles/pack-format';
import { parseInput } from '@plumbline/core/kernel/action';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import { type Audience, createAudiences, SESSION_CACHE_MS } from '../../http/security/audience.ts';
import type { Files } from '../../platform/files/files.ts';
import { RecentCache } from '../../platform/recent-cache.ts';
import type { Services } from '../../platform/services.ts';
import { requireTileLink } from '../media/links.ts';

/** Bytes of all indexes kept in memory. */
const INDEX_CACHE_BYTES = 64 * 1_048_576;
/** A larger index is not cached: its entries are read one by one. */
const MAX_INDEX_BYTES = 4 * 1_048_576;

async function read(files: Files, key: string, { offset, length }: PackRange): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await files.open(key, { start: offset, end: offset + length - 1 }))
    pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

type CachedPack = { header: PackHeader; index: PackIndex | undefined };

/** Creates the function that locates a tile in a pack; undefined for tiles outside the pyramid. */
function createPacks(files: Files) {
  const known = new RecentCache<Promise<CachedPack>>(INDEX_CACHE_BYTES);

  async function load(key: string): Promise<CachedPack> {
    const header = readPackHeader(await read(files, key, { offset: 0, length: PACK_HEADER_BYTES }));
    const range = indexRange(header);
    if (range.length > MAX_INDEX_BYTES) return { header, index: undefined };
    return { header, index: readPackIndex(await read(files, key, range), header) };
  }

  function packOf(key: string): Promise<CachedPack> {
    const held = known.get(key);
    if (held) return held;
    const loading = load(key);
    known.set(key, loading, PACK_HEADER_BYTES);
    loading.then(
      ({ index }) => known.set(key, loading, PACK_HEADER_BYTES + (index?.entries.length ?? 0)),
      // Retry after the store could not be reached.
      () => known.delete(key),
    );
    return loading;
  }

  return async (key: string, z: number, x: number, y: number): Promise<PackRange | undefined> => {
    const { header, index } = await packOf(key);
    if (index) return tileRange(index, z, x, y) ?? undefined;
    const entry = tileEntryRange(header, z, x, y);
    return entry ? readTileEntry(await read(files, key, entry)) : undefined;
  };
}

// Anyone who has left the project since the link was created gets no more tiles.
const PACK = `
  SELECT b.key FROM revision r
  JOIN blob b ON b.organisation_id = r.organisation_id AND b.id = r.pack_blob_id
  JOIN member m ON m.organisation_id = r.organisation_id AND m.project_id = r.project_id
  WHERE r.organisation_id = $1 AND r.id = $2 AND m.user_id = $3 AND m.state = 'active' AND m.role <> 'none'`;

function createPackKeys({ pool }: Services) {
  const known = new RecentCache<{ key: string; at: number }>(10_000);
  return async ({ sessionId, organisationId, userId }: Audience, revisionId: string, now: Date): Promise<string> => {
    const name = `${sessionId}/${revisionId}`;
    const held = known.get(name);
    if (held && Math.abs(now.getTime() - held.at) < SESSION_CACHE_MS) return held.key;
    const found = await tenantTransaction(pool, organisationId, (db) =>
      db.query<{ key: string }>(PACK, [organisationId, revisionId, userId]),
    );
    const key = found.rows[0]?.key;
    if (key === undefined) throw new AppError('not_found');
    known.set(name, { key, at: now.getTime() });
    return key;
  };
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/u)
  .transform(Number);
const tile = z.object({
  revisionId: id,
  expires: z
    .string()
    .regex(/^\d{1,15}$/u)
    .transform(Number),
  audience: id,
  signature: z.string().max(64),
  z: wholeNumber,
  x: wholeNumber,
  y: wholeNumber,
});

export function serveTiles(services: Services, app: FastifyInstance): void {
  const { config, clock, files, pool } = services;
  const audienceOf = createAudiences(pool);
  const packKeyOf = createPackKeys(services);
  const placeOf = createPacks(files);
  app.get('/m/tiles/:revisionId/:expires/:audience/:signature/:z/:x/:y', async (request, reply) => {
    const requested = parseInput(tile, request.params);
    const now = clock.now();
    requireTileLink(config, requested.revisionId, requested, now);
    const key = await packKeyOf(await audienceOf(requested.audience, now, request.ip), requested.revisionId, now);
    const place = await placeOf(key, requested.z, requested.x, requested.y);
    if (!place) throw new AppError('not_found');
    const body = await files.open(key, { start: place.offset, end: place.offset + place.length - 1 });
    return reply
      .headers({
        'cache-control': 'private, max-age=31536000, immutable',
        'content-type': 'image/webp',
        'content-length': String(place.length),
      })
      .send(body);
  });
}
