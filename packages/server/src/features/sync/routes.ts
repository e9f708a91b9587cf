// Sync over HTTP: devices push and pull, and a stream notifies them when there is something to pull.

import { AppError } from '@plumbline/core/kernel/errors';
import { versionedPath } from '@plumbline/core/kernel/services';
import { LIVE_PATH, syncPull, syncPush } from '@plumbline/core/sync/contract';
import type { PushReply } from '@plumbline/core/sync/protocol';
import { readPull } from '@plumbline/core/sync/read-pull';
import { applyPush } from '@plumbline/core/sync/server';
import type { FastifyReply } from 'fastify';
import { announce } from '../../db/tx/announce.ts';
import { pgStore } from '../../db/tx/pg-store.ts';
import type { Feature } from '../../http/feature.ts';
import { refusalOf } from '../../http/reply-error.ts';
import { authenticate } from '../../http/session.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { LiveStreams, type SseConnection, SWEEP_MS } from './live.ts';

/** Bytes buffered for a slow reader; one that falls further behind is better off reconnecting. */
const MAX_BUFFERED_BYTES = 262_144;

/** Turns a reply into a stream of server-sent events. */
function eventStream(reply: FastifyReply): SseConnection {
  const { raw } = reply;
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Kept alive after its end, it would delay a server shutdown by more than a minute.
    connection: 'close',
  };
  reply.hijack();
  // Tells buffering proxies to pass data on at once.
  raw.writeHead(200, { ...(headers as Record<string, string>), 'x-accel-buffering': 'no' });
  const write = (text: string) => {
    if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
    else if (!raw.writableEnded) raw.write(text);
  };
  write('retry: 3000\n\n');
  return {
    send: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    heartbeat: () => write(':\n\n'),
    end: () => raw.end(),
  };
}

function countEdits({ edits, refusals }: Metrics, { results, stopped }: PushReply): void {
  for (const { outcome, code } of results) {
    edits.inc({ outcome });
    if (code !== undefined) refusals.inc({ code });
  }
  if (stopped) edits.inc({ outcome: `stopped: ${stopped.code}` });
}

export const sync: Feature = (serve, services, app) => {
  const store = pgStore(services);
  const live = new LiveStreams(services);
  const sweeping = setInterval(() => {
    live.sweep().catch((error: unknown) => services.log.warn({ err: error }, 'streams could not be checked'));
  }, SWEEP_MS).unref();
  app.addHook('preClose', async () => {
    clearInterval(sweeping);
    await live.close();
  });

  serve(syncPush, async ({ session }, { body }) => {
    const { organisationId, userId, licensed } = session;
    // Rejected as a whole: the changes stay on the device until there is a licence again.
    if (session.licenceExpired && body.mutations.length > 0) throw new AppError('licence_expired');
    const heads = new Map<string, number>();
    try {
      const reply = await applyPush(store, { organisationId, userId, licensed }, body, {
        refusalOf,
        report: (error, { n, ...mutation }) => {
          const name = 'name' in mutation ? mutation.name : 'skip';
          services.log.error({ err: error, device: body.deviceId, n, name }, 'an edit could not be applied');
        },
        announce: (projectId, head) => heads.set(projectId, head),
      });
      countEdits(services.metrics, reply);
      return reply;
    } finally {
      await announce(services, ...[...heads].map(([projectId, head]) => ({ organisationId, projectId, head })));
    }
  });

  serve(syncPull, ({ session: { organisationId, userId } }, { query }) =>
    readPull(store, { organisationId, userId }, query),
  );

  app.get(versionedPath(LIVE_PATH), async (request, reply) => {
    const session = await authenticate(services.pool, request, services.clock.now(), { deviceKey: true, site: true });
    const sse = eventStream(reply);
    const leave = await live.join(session, sse).catch((error: unknown) => {
      services.log.warn({ err: error }, 'a stream could not be opened');
    });
    if (!leave) return;
    services.metrics.liveStreams.inc();
    const end = () => {
      services.metrics.liveStreams.dec();
      leave();
    };
    if (reply.raw.closed) end();
    else reply.raw.once('close', end);
  });
};
