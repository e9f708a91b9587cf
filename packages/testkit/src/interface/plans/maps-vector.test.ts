// Map plans from vector data: from a tile server and a PMTiles file, at near and far zoom, intact and broken.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createMapPlan, getMapProgress, getMapSource, getMapTile } from '@plumbline/core/features/maps/contract';
import { tasksOf } from '@plumbline/server/app/features';
import { zxyToTileId } from 'pmtiles';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestCluster, type TestCluster } from '../../database.ts';
import { pmTilesOf, townTile } from '../../maps/vector-town.ts';
import { startTestServer, type TestServer } from '../../server.ts';

/** Within one tile of level 14 in Munich. */
const TILE = { z: 14, x: 8_719, y: 5_685 };
const lonOf = (x: number) => (x / 2 ** TILE.z) * 360 - 180;
const latOf = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** TILE.z))) * 180) / Math.PI;
const AREA = {
  west: lonOf(TILE.x + 0.3),
  east: lonOf(TILE.x + 0.5),
  south: latOf(TILE.y + 0.5),
  north: latOf(TILE.y + 0.3),
};

let cluster: TestCluster;
let folder: string;
let source: Server;
let address: string;
let asked: string[];

beforeAll(async () => {
  asked = [];
  cluster = await startTestCluster();
  folder = await mkdtemp(join(tmpdir(), 'plumbline-maps-'));
  const file = pmTilesOf(townTile('protomaps'), { zoom: 14, id: zxyToTileId(14, TILE.x, TILE.y), run: 1 });
  await writeFile(join(folder, 'town.pmtiles'), file);
  await writeFile(join(folder, 'broken.pmtiles'), file.subarray(0, 140));
  source = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/town.pmtiles') {
      const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/u.exec(request.headers.range ?? '') ?? []).map(Number);
      return response.writeHead(206).end(file.subarray(from, to + 1));
    }
    const [, z = 0, x = 0] = path.split(/[/.]/u).map(Number);
    if (z !== TILE.z) return response.writeHead(404).end();
    if (x === 1) return response.writeHead(200).end('<html>no tile</html>');
    if (x === 2) return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (x === 3) return response.writeHead(200).end(gzipSync(Buffer.alloc(64 * 1_048_576)));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end(gzipSync(townTile()));
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
});
afterAll(async () => {
  source?.close();
  await rm(folder, { recursive: true, force: true });
  await cluster?.stop();
});

type Running = { server: TestServer; world: World };

async function withSource(url: string, run: (running: Running) => Promise<void>): Promise<void> {
  const environment = { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: '© Somebody', MAP_TILES_MAX_ZOOM: '17' };
  const server = await startTestServer({ cluster, environment });
  try {
    await run({ server, world: await createWorld(server) });
  } finally {
    await server.close();
  }
}

const tile = ({ world }: Running, z: number, x: number, y: number) =>
  world.roles.administrator.caller.send(getMapTile, { params: { projectId: world.projectId, z, x, y } });

/** Colours that cover a given share of a picture, the most frequent first. */
async function coloursOf(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += info.channels) {
    const colour = data.subarray(at, at + 3).toString('hex');
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const some = [...counts].filter(([, count]) => count > 0.005 * info.width * info.height);
  return some.sort(([, a], [, b]) => b - a).map(([colour]) => colour);
}

const near = (colours: readonly string[], expected: string): boolean =>
  colours.some((colour) =>
    [0, 2, 4].every(
      (at) =>
        Math.abs(Number.parseInt(colour.slice(at, at + 2), 16) - Number.parseInt(expected.slice(at, at + 2), 16)) < 10,
    ),
  );

async function draw({ server, world }: Running): Promise<string> {
  const planId = randomUUID();
  const params = { projectId: world.projectId };
  const body = { planId, name: 'Road works', parentId: null, area: AREA };
  await world.roles.administrator.caller.call(createMapPlan, { params, body });
  await tasksOf(server.services)['map.draw']?.(
    { organisationId: world.organisationId, planId },
    { id: '1', attempt: 1, maxAttempts: 4, signal: new AbortController().signal },
  );
  return planId;
}

describe.each([
  ['a tile server', () => `${address}/{z}/{x}/{y}.pbf`],
  ['a PMTiles file on a server', () => `${address}/town.pmtiles`],
  ['a PMTiles file on this machine', () => join(folder, 'town.pmtiles')],
])('from %s', (_, url) => {
  test('maps are drawn at a higher zoom than the data has, and become plans', async () => {
    await withSource(url(), async (running) => {
      const { caller } = running.world.roles.administrator;
      const params = { projectId: running.world.projectId };
      expect(await caller.call(getMapSource, { params })).toMatchObject({
        tiles: { maxZoom: 17, attribution: '© Somebody' },
      });
      const whole = await tile(running, TILE.z, TILE.x, TILE.y);
      expect([whole.status, whole.headers['content-type']]).toEqual([200, 'image/png']);
      // Ground, streets, houses.
      const colours = await coloursOf(whole.raw);
      for (const expected of ['f4f2ee', 'ffffff', 'dcd6cd', 'f7e3b5']) expect(near(colours, expected)).toBe(true);
      // An eighth of it, at the corner where the water is.
      const corner = await tile(running, TILE.z + 3, TILE.x * 8, TILE.y * 8);
      expect(near(await coloursOf(corner.raw), 'b9d3e3')).toBe(true);
      const planId = await draw(running);
      expect(await caller.call(getMapProgress, { params: { ...params, planId } })).toMatchObject({ state: 'finished' });
    });
  });
});

test('the data of a tile is requested once, however many pictures show part of it', async () => {
  await withSource(`${address}/{z}/{x}/{y}.mvt`, async (running) => {
    asked.length = 0;
    for (const x of [0, 1, 2, 3]) await tile(running, TILE.z + 2, TILE.x * 4 + x, TILE.y * 4);
    expect(asked).toEqual([`/${TILE.z}/${TILE.x}/${TILE.y}.mvt`]);
  });
});

test('missing, invalid, misplaced or excessively compressed tiles are refused, and others still work', async () => {
  await withSource(`${address}/{z}/{x}/{y}.pbf`, async (running) => {
    const statuses = await Promise.all(
      [
        [13, 5],
        [14, 1],
        [14, 2],
        [14, 3],
        [18, 5],
      ].map(async ([z = 0, x = 0]) => (await tile(running, z, x, 5)).status),
    );
    expect(statuses).toEqual([404, 503, 503, 503, 404]);
    expect((await tile(running, TILE.z, TILE.x, TILE.y)).status).toBe(200);
  });
});

test.each([
  ['broken', 'broken.pmtiles'],
  ['missing', 'nothing.pmtiles'],
])('a PMTiles file that is %s is reported as unavailable', async (_, name) => {
  await withSource(join(folder, name), async (running) => {
    expect((await tile(running, TILE.z, TILE.x, TILE.y)).status).toBe(503);
    expect((await tile(running, TILE.z, TILE.x, TILE.y)).status).toBe(503);
  });
});

test('nothing is served beyond the extent of a PMTiles file', async () => {
  await withSource(join(folder, 'town.pmtiles'), async (running) => {
    expect((await tile(running, TILE.z, TILE.x + 1, TILE.y)).status).toBe(404);
  });
});
