// A page that is opened with the address of a plan: the application starts, whatever happens to the first frame.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFromUrl } from './open-from-url.ts';
import { openings } from './plan-opening.ts';

const PROJECT = '0192f0a0-0000-7000-8000-000000000001';
const PLAN = '0192f0a0-0000-7000-8000-000000000002';
const TOKEN = JSON.stringify({ access_token: 'a', refresh_token: 'r', expires_at: Date.now() + 3_600_000 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'plumbline.token' ? TOKEN : null),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  });
  vi.stubGlobal('innerWidth', 390);
  vi.stubGlobal('innerHeight', 844);
});
afterEach(() => {
  openings.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const at = (pathname: string) => ({ pathname, search: '' }) as Location;

it('starts the application even if the browser has no space to store the link of the plan', async () => {
  const image = { id: 'r1', pyramid: { width: 900, height: 600, tileSize: 512, levels: 2 } };
  const tiles = { revisionId: 'r1', prefix: '/m/r1', expiresAt: '2100-01-01T00:00:00Z' };
  const fetched = vi.fn(async () => Response.json({ currentRevision: image, tiles }));
  vi.stubGlobal('fetch', fetched);
  await openFromUrl(at(`/project/${PROJECT}/${PLAN}/plan`));
  expect(fetched).toHaveBeenCalledOnce();
});
