// Decides where the first frame of a plan comes from: this device if the plan is downloaded, else the server.
import type { PlanDetails } from '@plumbline/core/features/plans/contract';
import type { StoredPlan } from '../../../local/downloads/stored-plan.ts';
import { type TileCoord, tilePath } from '../../../viewer/tiles/pyramid.ts';
import { fetchTile } from '../../../viewer/tiles/tile-cache.ts';
import type { KnownTiles, RevisionImage } from './plan-memory.ts';

/** A revision with the way to its tiles. */
export type RevisionTiles = {
  image: RevisionImage;
  loadTile: (tile: TileCoord, signal: AbortSignal) => Promise<ImageBitmap>;
};

export const linkedTiles = ({ image, link }: KnownTiles): RevisionTiles => ({
  image,
  loadTile: (tile, signal) => fetchTile(`${link.prefix}/${tilePath(tile)}`, signal),
});

export const deviceTiles = (image: RevisionImage, tile: StoredPlan['tile']): RevisionTiles => ({
  image,
  loadTile: async (at) => createImageBitmap(await tile(at)),
});

/** What the server says about a plan. `unreachable`: it says nothing. */
export type ServerReply = PlanDetails | 'refused' | 'unreachable';

/** Statuses that tell of the plan or of the session. Others, such as 429, tell nothing of them. */
const REFUSALS: readonly number[] = [401, 403, 404, 410];

/** Throws if the response is not of the server, but of a public network, or ends early. */
export async function replyOf(response: Response): Promise<ServerReply> {
  if (response.ok) return (await response.json()) as PlanDetails;
  const isOfServer = /\bjson\b/u.test(response.headers.get('content-type') ?? '');
  return isOfServer && REFUSALS.includes(response.status) ? 'refused' : 'unreachable';
}

type FirstSources = {
  here: Promise<StoredPlan | undefined>;
  /** Tiles that are most likely current: requested at once, but shown only after the server confirms them. */
  saved: KnownTiles | undefined;
  server: Promise<ServerReply>;
};

type Opening = { load(tiles: RevisionTiles): void; fail(): void };

/** Loads the first frame; returns what the server confirmed, or whether the device has it. */
export async function loadFirst(opening: Opening, sources: FirstSources): Promise<KnownTiles | 'here' | undefined> {
  const { saved, server } = sources;
  const here = await sources.here;
  // As the app, which shows what is on the device until the server refuses it.
  if (here?.isCurrent) {
    opening.load(deviceTiles(here.image, here.tile));
    void server.then((reply) => reply === 'refused' && opening.fail());
    return 'here';
  }
  if (saved) opening.load(linkedTiles(saved));
  const reply = await server;
  if (here && reply === 'unreachable') {
    opening.load(deviceTiles(here.image, here.tile));
    return 'here';
  }
  const { currentRevision: image, tiles: link } = typeof reply === 'string' ? {} : reply;
  if (!image || link?.revisionId !== image.id) {
    opening.fail();
    return undefined;
  }
  const known = { image, link };
  opening.load(linkedTiles(known));
  return known;
}
