// Which source the first frame of a plan is drawn from: this device or the server.
import type { PlanDetails } from '@plumbline/core/features/plans/contract';
import { afterEach, expect, it, vi } from 'vitest';
import type { StoredPlan } from '../../../local/downloads/stored-plan.ts';
import { loadFirst, type RevisionTiles, replyOf, type ServerReply } from './first-source.ts';
import type { KnownTiles } from './plan-memory.ts';

const pyramid = { width: 900, height: 600, tileSize: 512, levels: 2 };
const TILE = { z: 0, x: 0, y: 0 };

const stored = (id: string, isCurrent = true): StoredPlan => ({
  ...{ image: { id, pyramid }, isCurrent, close: () => undefined },
  tile: async () => new Blob([`device ${id}`]),
});
const linked = (revisionId: string): KnownTiles => ({
  image: { id: revisionId, pyramid },
  link: { revisionId, prefix: `/m/${revisionId}`, expiresAt: '2100-01-01T00:00:00Z' },
});
const confirmed = (revisionId: string): PlanDetails => {
  const { image, link } = linked(revisionId);
  return { currentRevision: image, tiles: link } as PlanDetails;
};

type Given = { here?: StoredPlan | undefined; saved?: KnownTiles | undefined; server: Promise<ServerReply> };

/** What the first frame does, in order; tiles by where they come from. */
async function opened({ here, saved, server }: Given) {
  vi.stubGlobal('fetch', async (url: string) => new Response(`link ${url}`));
  vi.stubGlobal('createImageBitmap', (blob: Blob) => blob.text());
  const done: (RevisionTiles | 'failed')[] = [];
  const opening = { load: (tiles: RevisionTiles) => void done.push(tiles), fail: () => void done.push('failed') };
  const found = loadFirst(opening, { here: Promise.resolve(here), saved, server });
  const texts = () =>
    Promise.all(done.map((one) => (one === 'failed' ? one : one.loadTile(TILE, new AbortController().signal))));
  return { found, texts };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const UNANSWERED = new Promise<ServerReply>(() => undefined);

it('draws a downloaded plan from this device without waiting for the server', async () => {
  const { found, texts } = await opened({ here: stored('r1'), saved: linked('r1'), server: UNANSWERED });
  expect(await found).toBe('here');
  expect(await texts()).toEqual(['device r1']);
});

it('draws a downloaded plan without a network', async () => {
  const { found, texts } = await opened({ here: stored('r1'), server: Promise.resolve('unreachable') });
  expect(await found).toBe('here');
  expect(await texts()).toEqual(['device r1']);
});

it('removes the frame of a downloaded plan that the server refuses, as when the role is lost', async () => {
  const reply = Promise.withResolvers<ServerReply>();
  const { found, texts } = await opened({ here: stored('r1'), server: reply.promise });
  await found;
  reply.resolve('refused');
  await expect.poll(() => texts()).toEqual(['device r1', 'failed']);
});

it('keeps the frame of the revision on this device when the server knows a newer one, as the app does', async () => {
  const server = Promise.resolve(confirmed('r2'));
  const { found, texts } = await opened({ here: stored('r1'), server });
  await found;
  await server;
  expect(await texts()).toEqual(['device r1']);
});

it('draws a newer revision that is not downloaded from the server', async () => {
  const { found, texts } = await opened({ here: stored('r1', false), server: Promise.resolve(confirmed('r2')) });
  expect(await found).toEqual(linked('r2'));
  expect(await texts()).toEqual(['link /m/r2/0/0/0']);
});

it('draws the downloaded revision without a network although a newer one is known', async () => {
  const { found, texts } = await opened({ here: stored('r1', false), server: Promise.resolve('unreachable') });
  expect(await found).toBe('here');
  expect(await texts()).toEqual(['device r1']);
});

it('draws no older revision of a plan that the server refuses', async () => {
  const { found, texts } = await opened({ here: stored('r1', false), server: Promise.resolve('refused') });
  expect(await found).toBeUndefined();
  expect(await texts()).toEqual(['failed']);
});

it('draws from the server where the plan is not on this device, or locked', async () => {
  const { found, texts } = await opened({ server: Promise.resolve(confirmed('r1')) });
  expect(await found).toEqual(linked('r1'));
  expect(await texts()).toEqual(['link /m/r1/0/0/0']);
});

it('requests tiles that were current last time at once, and again if they no longer are', async () => {
  const { found, texts } = await opened({ saved: linked('r1'), server: Promise.resolve(confirmed('r2')) });
  expect(await found).toEqual(linked('r2'));
  expect(await texts()).toEqual(['link /m/r1/0/0/0', 'link /m/r2/0/0/0']);
});

it('draws no first frame of a plan that is neither on this device nor on the server', async () => {
  const { found, texts } = await opened({ server: Promise.resolve('unreachable') });
  expect(await found).toBeUndefined();
  expect(await texts()).toEqual(['failed']);
});

const problem = (status: number, type = 'application/problem+json') =>
  new Response('{}', { status, headers: { 'content-type': type } });

it.each([401, 403, 404, 410])('takes %i as a refusal', async (status) => {
  expect(await replyOf(problem(status))).toBe('refused');
});

it.each([408, 409, 425, 429, 500, 502, 503, 504])('does not take %i as a refusal of the plan', async (status) => {
  expect(await replyOf(problem(status))).toBe('unreachable');
});

it('does not take the page of a public network as a refusal', async () => {
  expect(await replyOf(problem(403, 'text/html'))).toBe('unreachable');
});
