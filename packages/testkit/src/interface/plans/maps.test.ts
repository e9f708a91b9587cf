// Map plans over HTTP: choosing an area, its picture from a map source or plain, and places found by address.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImport, getImport, startRevision } from '@plumbline/core/features/imports/contract';
import {
  createMapPlan,
  findPlaces,
  getMapProgress,
  getMapSource,
  getMapTile,
  retryMap,
} from '@plumbline/core/features/maps/contract';
import { listPins } from '@plumbline/core/features/pins/contract';
import { toPlanPoint, toPosition } from '@plumbline/core/site/geometry/mercator';
import type { GeoreferenceRow } from '@plumbline/core/site/rows/maps';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import { tasksOf } from '@plumbline/server/app/features';
import { runSite, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestCluster, type TestCluster } from '../../database.ts';
import { startTestServer, type TestServer } from '../../server.ts';

/** About 500 m by 400 m in Munich. */
const AREA = { west: 11.57, south: 48.135, east: 11.5767, north: 48.1386 };

let cluster: TestCluster;
let source: Server;
let served: string[];
let sourceFails = false;

/** Tiles that encode their number as a colour; a geocoder that knows one street. */
async function startSource(): Promise<string> {
  source = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://source');
    served.push(url.pathname);
    if (sourceFails) return response.writeHead(503).end();
    if (url.pathname === '/search') {
      const known = url.searchParams.get('q') === 'Marienplatz 1';
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(known ? [{ display_name: 'Marienplatz 1, München', lat: '48.1374', lon: '11.5755' }] : []));
    }
    const [, z = 0, x = 0, y = 0] = url.pathname.split(/[/.]/u).map(Number);
    if (z === 3) return response.writeHead(404).end();
    if (z === 4) return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (z === 5) return response.writeHead(200, { 'content-type': 'image/png' }).end('<html>');
    const colour = { r: (x * 40) % 256, g: (y * 40) % 256, b: 200 };
    const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: colour } })
      .png()
      .toBuffer();
    return response.writeHead(200, { 'content-type': 'image/png' }).end(tile);
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  served = [];
  cluster = await startTestCluster();
});
afterAll(() => cluster?.stop());

async function rowsOf(server: TestServer, { organisationId, projectId }: World, planId: string) {
  return runSiteAsSystem(server.services, { organisationId, userId: null }, projectId, 'test.read', async ({ tx }) => ({
    plan: (await tx.get('plan', planId)) as PlanRow,
    ground: (await tx.get('ground', planId)) as GeoreferenceRow,
    revisions: (await tx.find('revision', 'planId', planId)) as RevisionRow[],
  }));
}

const draw = (server: TestServer, world: World, planId: string, attempt = 1) =>
  tasksOf(server.services)['map.draw']?.(
    { organisationId: world.organisationId, planId },
    { id: '1', attempt, maxAttempts: 4, signal: new AbortController().signal },
  );

async function previewOf(server: TestServer, revision: RevisionRow | undefined): Promise<Buffer> {
  const found = await server.database.root.query('SELECT key FROM blob WHERE id = $1', [revision?.previewBlobId]);
  const pieces: Buffer[] = [];
  for await (const piece of await server.services.files.open(String(found.rows[0]?.key))) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

describe('without a map source', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await startTestServer({ cluster });
    world = await createWorld(server);
  });
  afterAll(() => server?.close());
  const admin = () => world.roles.administrator.caller;
  const params = () => ({ projectId: world.projectId });

  test('no other server is called', async () => {
    expect(await admin().call(getMapSource, { params: params() })).toEqual({ tiles: null, addresses: null });
    const places = await admin().call(findPlaces, { params: params(), query: { search: 'Marienplatz' } });
    expect(places).toEqual({ places: [] });
    const tile = await admin().send(getMapTile, { params: { ...params(), z: 0, x: 0, y: 0 } });
    expect(tile.status).toBe(404);
  });

  test('an area becomes a plan located where it was chosen', async () => {
    const planId = randomUUID();
    const body = { planId, name: 'Old town', parentId: null, area: AREA };
    const requested = await admin().call(createMapPlan, { params: params(), body });
    expect(requested).toEqual({ planId, state: 'waiting', percent: 0, problem: null });
    expect((await rowsOf(server, world, planId)).plan).toMatchObject({ planType: 'Map', updating: true });
    await draw(server, world, planId);
    expect(await admin().call(getMapProgress, { params: { ...params(), planId } })).toMatchObject({
      state: 'finished',
      percent: 100,
    });
    const { plan, ground, revisions } = await rowsOf(server, world, planId);
    expect(plan).toMatchObject({ updating: false, currentRevisionId: revisions[0]?.id });
    const corner = toPosition(ground.geo ?? [1, 0, 0, 0, -1, 0], { x: 0, y: 0 });
    expect([corner.lat, corner.lon]).toEqual([expect.closeTo(AREA.north, 9), expect.closeTo(AREA.west, 9)]);
    expect([ground.widthM, ground.heightM]).toEqual([expect.closeTo(498.6, 0), expect.closeTo(400.4, 0)]);
    // The picture has the proportions of the ground, so that its grid is square.
    const { width = 0, height = 0 } = revisions[0]?.pyramid ?? {};
    expect(width / height).toBeCloseTo((ground.widthM ?? 0) / (ground.heightM ?? 1), 2);
    expect((await sharp(await previewOf(server, revisions[0])).stats()).entropy).toBeGreaterThan(0.1);
    // A repeated job gives the same plan.
    await draw(server, world, planId);
    expect((await rowsOf(server, world, planId)).revisions).toHaveLength(1);
    const again = await admin().send(retryMap, { params: { ...params(), planId } });
    expect(again.status).toBe(409);
  });

  test('gets a drawing of the area as its next revision; pins and georeference stay in place', async () => {
    const planId = randomUUID();
    const body = { planId, name: 'Old town', parentId: null, area: AREA };
    await admin().call(createMapPlan, { params: params(), body });
    await draw(server, world, planId);
    const before = await rowsOf(server, world, planId);
    const { organisationId, userId } = world.roles.administrator;
    const who = { organisationId, userId };
    const pinId = randomUUID();
    await runSite(server.services, who, world.projectId, 'pin.create', { id: pinId, planId, x: 0.25, y: 0.5 });
    server.clock.advance(60_000);
    const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-maps-'));
    const file = path.join(folder, 'site.png');
    await sharp({ create: { width: 900, height: 300, channels: 3, background: '#ffffff' } }).toFile(file);
    const [importId, blobId] = [randomUUID(), randomUUID()];
    await storeFile(server.services, who, { id: blobId, path: file, mime: 'image/png', name: 'site.png' });
    const work = (name: string, more: object = {}) =>
      tasksOf(server.services)[name]?.(
        { organisationId, importId, ...more },
        { id: '1', attempt: 1, maxAttempts: 4, signal: new AbortController().signal },
      );
    await admin().call(createImport, { params: params(), body: { id: importId, blobId, parentId: null, planId } });
    await work('import.inspect');
    const of = { params: { ...params(), importId } };
    await admin().call(startRevision, { ...of, body: { page: 1, version: 'Site plan' } });
    await work('import.page', { page: 1 });
    await rm(folder, { recursive: true });
    // Its dimensions differ from the map's, so it has to be aligned by hand.
    expect((await admin().call(getImport, of)).state).toBe('aligning');
    const drawn = (await rowsOf(server, world, planId)).revisions.find((revision) => revision.version === 'Site plan');
    const alignment = [0.5, 0, 0.1, 0, 0.5, 0.3];
    const lay = { id: drawn?.id, alignment, makeCurrent: true };
    await runSite(server.services, who, world.projectId, 'revision.align', lay);
    const after = await rowsOf(server, world, planId);
    expect(after.plan).toMatchObject({ planType: 'Map', updating: false, currentRevisionId: drawn?.id });
    expect(after.ground).toEqual(before.ground);
    const pins = await admin().call(listPins, { params: params(), query: {} });
    expect(pins.content.find((one) => one.id === pinId)).toMatchObject({ x: 0.25, y: 0.5 });
  });

  test.each([
    ['3.001 km wide', { west: -0.013_48, east: 0.013_48, south: 0, north: 0.01 }, 'TOO_BIG'],
    ['too flat to be a map', { west: 11, east: 11.01, south: 48, north: 48.000_01 }, 'TOO_SMALL'],
  ])('an area %s is refused', async (_, area, outcome) => {
    const body = { planId: randomUUID(), name: 'X', parentId: null, area };
    const response = await admin().send(createMapPlan, { params: params(), body });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'invalid_input', fields: [{ path: 'area', outcome }] });
  });

  test('inverted areas and unknown folders are refused', async () => {
    const turned = { west: AREA.east, east: AREA.west, south: AREA.south, north: AREA.north };
    const send = (change: object) =>
      admin().send(createMapPlan, {
        params: params(),
        body: { planId: randomUUID(), name: 'X', parentId: null, area: AREA, ...change },
      });
    expect((await send({ area: turned })).status).toBe(422);
    expect((await send({ parentId: randomUUID() })).status).toBe(404);
    expect((await send({ name: '' })).status).toBe(422);
  });

  test('only those who manage plans create maps, and the position of a map is fixed', async () => {
    const planId = randomUUID();
    const body = { planId, name: 'Yard', parentId: null, area: AREA };
    const refused = await world.roles.contributor.caller.send(createMapPlan, { params: params(), body });
    expect(refused.status).toBe(403);
    await admin().call(createMapPlan, { params: params(), body });
    const again = await admin().send(createMapPlan, { params: params(), body });
    expect(again.status).toBe(409);
    const { organisationId, projectId, roles } = world;
    const who = { organisationId, userId: roles.administrator.userId };
    const moved = runSite(server.services, who, projectId, 'plan.georeference', { planId, geo: null });
    await expect(moved).rejects.toMatchObject({ code: 'already_exists' });
  });
});

describe('with a map source and a geocoder', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    const url = await startSource();
    server = await startTestServer({
      cluster,
      environment: {
        MAP_TILES_URL: `${url}/{z}/{x}/{y}.png`,
        MAP_TILES_ATTRIBUTION: '© Somebody who draws maps',
        MAP_TILES_MAX_ZOOM: '17',
        GEOCODER_URL: `${url}/search?q={query}&lang={language}`,
        GEOCODER_ATTRIBUTION: '© Somebody who knows streets',
      },
    });
    world = await createWorld(server);
  });
  afterAll(async () => {
    await server?.close();
    source?.close();
  });
  const admin = () => world.roles.administrator.caller;
  const params = () => ({ projectId: world.projectId });

  test('both are listed with their attribution', async () => {
    expect(await admin().call(getMapSource, { params: params() })).toEqual({
      tiles: { maxZoom: 17, attribution: '© Somebody who draws maps' },
      addresses: { attribution: '© Somebody who knows streets' },
    });
  });

  test('tiles are served through the server, and fetched once', async () => {
    const tile = () => admin().send(getMapTile, { params: { ...params(), z: 2, x: 1, y: 3 } });
    const first = await tile();
    expect([first.status, first.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await tile()).raw.equals(first.raw)).toBe(true);
    expect(served.filter((path) => path === '/2/1/3.png')).toHaveLength(1);
    const foreign = await world.colleague.caller.send(getMapTile, { params: { ...params(), z: 2, x: 1, y: 3 } });
    expect(foreign.status).toBe(404);
  });

  test.each([
    ['a tile the map does not have', 3, 404],
    ['a source that redirects', 4, 503],
    ['a response that is not an image', 5, 503],
    ['a level beyond the finest', 18, 404],
  ])('%s', async (_, z, status) => {
    const response = await admin().send(getMapTile, { params: { ...params(), z, x: 1, y: 1 } });
    expect(response.status).toBe(status);
  });

  test('addresses are found', async () => {
    const find = (search: string) => admin().call(findPlaces, { params: params(), query: { search } });
    expect(await find('Marienplatz 1')).toEqual({
      places: [{ name: 'Marienplatz 1, München', lat: 48.1374, lon: 11.5755 }],
    });
    expect(await find('Nowhere & all=1')).toEqual({ places: [] });
  });

  test('requests of one user to the services are rate-limited', async () => {
    const places = () => admin().send(findPlaces, { params: params(), query: { search: 'Marienplatz 1' } });
    const tile = (x: number) => admin().send(getMapTile, { params: { ...params(), z: 6, x, y: 1 } });
    await Promise.all([places(), tile(1)]);
    await server.database.root.query(
      "UPDATE rate_limit SET count = CASE WHEN bucket LIKE 'service-tiles:%' THEN 1199 ELSE 59 END WHERE bucket LIKE 'service-%'",
    );
    expect([(await places()).status, (await tile(2)).status]).toEqual([200, 200]);
    served.length = 0;
    const refused = { status: 429, body: { code: 'rate_limited', retry: true } };
    expect(await places()).toMatchObject(refused);
    expect(await tile(3)).toMatchObject(refused);
    expect(served).toEqual([]);
    // From memory.
    expect((await tile(2)).status).toBe(200);
    server.clock.advance(60_000);
    expect((await places()).status).toBe(200);
  });

  test('the tiles of the area become the plan, each at its position', async () => {
    const planId = randomUUID();
    const body = { planId, name: 'Road works', parentId: null, area: AREA };
    await admin().call(createMapPlan, { params: params(), body });
    await draw(server, world, planId);
    const { ground, revisions } = await rowsOf(server, world, planId);
    expect(ground.attribution).toBe('© Somebody who draws maps');
    const picture = sharp(await previewOf(server, revisions[0])).removeAlpha();
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    // The centre of a tile at level 17, recognised by its colour at its position on the plan.
    const side = 2 ** 17;
    const middle = (48.1368 * Math.PI) / 180;
    const x = Math.floor(((11.5733 + 180) / 360) * side);
    const y = Math.floor(((1 - Math.asinh(Math.tan(middle)) / Math.PI) / 2) * side);
    const lon = ((x + 0.5) / side) * 360 - 180;
    const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / side))) * 180) / Math.PI;
    const position = toPlanPoint(ground.geo ?? [1, 0, 0, 0, -1, 0], { lat, lon });
    expect(position.x > 0 && position.x < 1 && position.y > 0 && position.y < 1).toBe(true);
    const at =
      (Math.floor(position.y * info.height) * info.width + Math.floor(position.x * info.width)) * info.channels;
    const colour = [...data.subarray(at, at + 3)];
    for (const [i, expected] of [(x * 40) % 256, (y * 40) % 256, 200].entries())
      expect(Math.abs((colour[i] ?? 0) - expected)).toBeLessThan(12);
  });

  test('an unreachable source is reported, and retried on request', async () => {
    const planId = randomUUID();
    const body = { planId, name: 'Later', parentId: null, area: AREA };
    await admin().call(createMapPlan, { params: params(), body });
    sourceFails = true;
    await expect(draw(server, world, planId)).rejects.toThrow('503');
    await draw(server, world, planId, 3);
    const where = { params: { ...params(), planId } };
    expect(await admin().call(getMapProgress, where)).toMatchObject({ state: 'failed', problem: 'source_unavailable' });
    sourceFails = false;
    expect(await admin().call(retryMap, where)).toMatchObject({ state: 'waiting', problem: null });
    await draw(server, world, planId);
    expect(await admin().call(getMapProgress, where)).toMatchObject({ state: 'finished' });
  });
});
