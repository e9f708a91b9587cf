import { afterEach, expect, test, vi } from 'vitest';
import { serverNow, updateServerTime } from './server-time.ts';

afterEach(() => {
  vi.useRealTimers();
});

const reply = (date?: string) => ({ headers: new Headers(date === undefined ? {} : { date }) });
const TOLD = 'Fri, 27 Nov 2026 20:00:00 GMT';

test('follows the server, however wrong the clock of the device is, and when it jumps', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const wrong of ['2040-01-01T00:00:00Z', '2001-01-01T00:00:00Z']) {
    vi.setSystemTime(new Date(wrong));
    updateServerTime(reply(TOLD));
    expect(serverNow()).toBe(Date.parse(TOLD));
    vi.setSystemTime(Date.now() + 5_000);
    expect(serverNow()).toBe(Date.parse(TOLD) + 5_000);
  }
});

test('a reply without a time changes nothing', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  updateServerTime(reply(TOLD));
  updateServerTime(reply());
  updateServerTime(reply('soon'));
  expect(serverNow()).toBe(Date.parse(TOLD));
});
