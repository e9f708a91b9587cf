import { listProjects } from '@plumbline/core/features/projects/contract';
import { syncPush } from '@plumbline/core/sync/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call, callAll, callFirst } from './client.ts';
import { NetworkFailure, Refusal } from './failure.ts';

const PAGES = [['a', 'b'], ['c', 'd'], ['e']];
let requested: string[];

beforeEach(() => {
  requested = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answers each request with the next of these; a number is the status of an error. */
function answerWith(...answers: (unknown[] | number | 'nothing')[]): void {
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    const answer = answers[requested.length - 1] ?? 500;
    if (answer === 'nothing') throw new TypeError('Failed to fetch');
    if (typeof answer === 'number') return Response.json({}, { status: answer });
    const page = { content: answer, totalPages: PAGES.length, totalElements: 5, number: requested.length - 1, size: 2 };
    return Response.json(page);
  });
}

it('appends the pages of a list until all are loaded', async () => {
  answerWith(...PAGES);
  expect(await callAll(listProjects, { query: { sort: 'name', size: 2 } })).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(requested.map((address) => new URLSearchParams(address.split('?')[1]).toString())).toEqual([
    'sort=name&size=2&page=0',
    'sort=name&size=2&page=1',
    'sort=name&size=2&page=2',
  ]);
});

it('reads the first pages of a list, and more while the last entry requires it', async () => {
  const query = { sort: 'name', size: 2 } as const;
  answerWith(...PAGES);
  expect(await callFirst(listProjects, { query }, { pages: 1 })).toEqual({ content: ['a', 'b'], more: true });
  answerWith(...PAGES);
  requested = [];
  expect(await callFirst(listProjects, { query }, { pages: 3 })).toEqual({ content: PAGES.flat(), more: false });
  answerWith(...PAGES);
  requested = [];
  const asksForMore = (last: unknown) => last === 'b';
  const content = ['a', 'b', 'c', 'd'];
  expect(await callFirst(listProjects, { query }, { pages: 1, asksForMore })).toEqual({ content, more: true });
  expect(requested).toHaveLength(2);
});

it('returns no part of a list whose next page fails', async () => {
  answerWith(['a', 'b'], 404);
  await expect(callAll(listProjects, { query: {} })).rejects.toBeInstanceOf(Refusal);
});

it.each([
  ['an error of the server', 500, 3, Refusal],
  ['a refusal', 404, 1, Refusal],
  ['no answer', 'nothing', 1, NetworkFailure],
] as const)('after %s, sends %i requests in all, a second apart', async (_, answer, times, kind) => {
  vi.useFakeTimers();
  answerWith(answer, answer, answer, answer);
  const failed = expect(call(listProjects, { query: {} })).rejects.toBeInstanceOf(kind);
  await vi.advanceTimersByTimeAsync(999);
  expect(requested).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(requested).toHaveLength(times);
});

/** Answers with this text in as many parts, one every `delay` milliseconds. */
function answerSlowly(text: string, parts: number, delay: number): void {
  const bytes = new TextEncoder().encode(text);
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    requested.push(address);
    const size = Math.ceil(bytes.length / parts);
    const body = new ReadableStream<Uint8Array>({
      async start(out) {
        signal?.addEventListener('abort', () => out.error(signal.reason));
        for (let from = 0; from < bytes.length && !signal?.aborted; from += size) {
          await new Promise((resolve) => setTimeout(resolve, delay));
          if (!signal?.aborted) out.enqueue(bytes.slice(from, from + size));
        }
        if (!signal?.aborted) out.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
}

it('continues a read that takes minutes on a slow network, as long as parts of it arrive', async () => {
  vi.useFakeTimers();
  const page = { content: ['Büro', 'Straße'], totalPages: 1, totalElements: 2, number: 0, size: 2 };
  answerSlowly(JSON.stringify(page), 8, 29_000);
  const read = call(listProjects, { query: {} });
  await vi.advanceTimersByTimeAsync(8 * 29_000);
  expect(await read).toEqual(page);
  expect(requested).toHaveLength(1);
});

it('limits the time of a write only if its caller does', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    requested.push('');
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  const stop = new AbortController();
  const endless = call(syncPush, { body: { device: '', edits: [] } as never }, { signal: stop.signal });
  const limited = call(syncPush, { body: { device: '', edits: [] } as never }, { timeoutMs: 1_000 });
  const outcomes = Promise.allSettled([limited, endless]);
  const failed = expect(limited).rejects.toBeInstanceOf(NetworkFailure);
  await vi.advanceTimersByTimeAsync(600_000);
  await failed;
  stop.abort('left');
  expect((await outcomes)[1]).toEqual({ status: 'rejected', reason: 'left' });
});

it('aborts a read that is never answered, or never answered completely', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    requested.push('');
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  const read = expect(call(listProjects, { query: {} })).rejects.toBeInstanceOf(NetworkFailure);
  await vi.advanceTimersByTimeAsync(30_000);
  await read;
  expect(requested).toHaveLength(1);
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const cut = new ReadableStream({
      start: (body) => signal?.addEventListener('abort', () => body.error(signal.reason)),
    });
    return new Response(cut, { headers: { 'content-type': 'application/json' } });
  });
  const half = expect(call(listProjects, { query: {} })).rejects.toBeInstanceOf(NetworkFailure);
  await vi.advanceTimersByTimeAsync(30_000);
  await half;
});
