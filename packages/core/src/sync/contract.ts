// Synchronisation: devices push their edits and pull what has changed.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { id } from '../kernel/text.ts';
import { MAX_PUSH, pullQuery, pullReply, pushBody, pushReply } from './protocol.ts';

export const syncPush = endpoint({
  name: 'syncPush',
  summary: 'Applies the edits of a device in the order of their numbers, each once',
  method: 'POST',
  path: '/api/sync/push',
  guard: { kind: 'user' },
  site: true,
  deviceKey: true,
  body: pushBody,
  reply: pushReply,
  bodyLimit: MAX_PUSH,
  idempotencyKey: false,
});

export const syncPull = endpoint({
  name: 'syncPull',
  summary: 'Lists changes of a project since a position in its log that the member may see',
  method: 'GET',
  path: '/api/sync/pull',
  guard: { kind: 'user' },
  site: true,
  deviceKey: true,
  query: pullQuery,
  reply: pullReply,
});

/** One event of the stream: the project has changes up to `head`; null when the user is no longer a member. */
export const liveEvent = z.strictObject({ projectId: id, head: z.int().min(0).nullable() });
export type LiveEvent = z.infer<typeof liveEvent>;

/**
 * The stream is not an endpoint with a single reply, so only its path is declared here. text/event-stream of
 * `liveEvent`.
 */
export const LIVE_PATH = '/api/sync/live';
