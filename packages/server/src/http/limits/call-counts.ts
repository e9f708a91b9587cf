// Counts the calls of each client in windows of time. Processes of one program count together: each adds what the others
// tell it, a moment later.
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { RecentCache } from '../../platform/recent-cache.ts';
import type { Siblings } from '../../platform/siblings/siblings.ts';

type Window = { calls: number; endsAt: number };

export type CallCounts = FastifyRateLimitStore;

/** Tracks at most `clients`; beyond it, the least recently seen start over. */
export function createCallCounts(
  siblings: Siblings,
  { clients, windowMs }: { clients: number; windowMs: number },
): CallCounts {
  const windows = new RecentCache<Window>(clients);
  const untold = new Map<string, number>();

  function add(client: string, calls: number): { current: number; ttl: number } {
    const now = performance.now();
    const open = windows.get(client);
    const window = open && open.endsAt > now ? open : { calls: 0, endsAt: now + windowMs };
    window.calls += calls;
    windows.set(client, window);
    return { current: window.calls, ttl: window.endsAt - now };
  }

  function tell(): void {
    siblings.tell({ kind: 'calls', counts: [...untold] });
    untold.clear();
  }

  siblings.hear((message) => {
    if (message.kind !== 'calls') return;
    for (const [client, calls] of message.counts) add(client, calls);
  });

  const counts: CallCounts = {
    incr(client, callback) {
      if (siblings.count > 0) {
        // Calls that arrive together are reported together.
        if (untold.size === 0) setImmediate(tell);
        untold.set(client, (untold.get(client) ?? 0) + 1);
      }
      callback(null, add(client, 1));
    },
    child: () => counts,
  };
  return counts;
}
