import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportFault, sendFaults } from './reporter.ts';

type Answer = () => Promise<Response>;
const taken: Answer = async () => new Response(null, { status: 204 });
const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const refused =
  (status: number): Answer =>
  async () =>
    Response.json({}, { status });

let answers: Answer[];
/** The messages of each request. */
let sent: string[][];
let store: Map<string, string>;
let onLine: boolean;

const keptNow = (): number => JSON.parse(store.get('plumbline.faults') ?? '[]').length;

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  sent = [];
  store = new Map();
  onLine = true;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine;
    },
  });
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('location', { pathname: '/project/1' });
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { faults } = JSON.parse(body) as { faults: { message: string }[] };
    sent.push(faults.map(({ message }) => message));
    return (answers.shift() ?? taken)();
  });
});

afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ['no answer', lost],
  ['a busy server', refused(503)],
  ['too many requests', refused(429)],
])('retries after %s with growing pauses, then stops', async (_, failing) => {
  answers = [failing, failing, failing];
  reportFault(new TypeError('first'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(3);
  expect(keptNow()).toBe(1);
  await vi.advanceTimersByTimeAsync(8_000);
  expect([sent.length, keptNow(), vi.getTimerCount()]).toEqual([4, 0, 0]);
});

it('starts again on reconnect while a failing request is in progress', async () => {
  let fail: (error: Error) => void = () => undefined;
  answers = [lost, lost, lost, () => new Promise((_, reject) => (fail = reject))];
  reportFault(new TypeError('first'));
  await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000);
  expect(sent).toHaveLength(4);
  await sendFaults();
  fail(new TypeError('network changed'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect([sent.length, keptNow()]).toEqual([5, 0]);
});

it('sends nothing while offline, and sends immediately on reconnect', async () => {
  onLine = false;
  reportFault(new TypeError('first'));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([sent.length, keptNow()]).toEqual([0, 1]);
  onLine = true;
  await sendFaults();
  expect([sent.length, keptNow(), vi.getTimerCount()]).toEqual([1, 0, 0]);
});

it('sends errors reported during a request or a pause together with the others', async () => {
  let take: (response: Response) => void = () => undefined;
  answers = [() => new Promise((resolve) => (take = resolve))];
  reportFault(new TypeError('first'));
  reportFault(new TypeError('second'));
  take(new Response(null, { status: 204 }));
  await vi.advanceTimersByTimeAsync(0);
  expect([sent, keptNow()]).toEqual([[['first']], 1]);
  reportFault(new TypeError('third'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect([sent, keptNow()]).toEqual([[['first'], ['second', 'third']], 0]);
});

it('does not resend what was refused', async () => {
  answers = [refused(400)];
  reportFault(new TypeError('first'));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([sent.length, keptNow()]).toEqual([1, 0]);
});
