// Registers declared endpoints in the HTTP application: guard, validation, idempotency, response.
import { can } from '@plumbline/core/access/capabilities';
import { parseInput } from '@plumbline/core/kernel/action';
import type { Endpoint, ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { versionedPath } from '@plumbline/core/kernel/services';
import { id } from '@plumbline/core/kernel/text';
import { dayInZone } from '@plumbline/core/kernel/time-zone';
import type { Actor } from '@plumbline/core/site/actor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tenantTransaction } from '../db/tx/transaction.ts';
import type { Services } from '../platform/services.ts';
import { instanceKey, macOf } from './security/instance-key.ts';
import { authenticate, type Session } from './session.ts';

type Base = { services: Services; request: FastifyRequest; reply: FastifyReply };
/** What a handler knows about its caller, depending on the endpoint's guard. */
export type Context<E extends Endpoint> = E['guard'] extends { kind: 'public' }
  ? Base
  : E['guard'] extends { kind: 'project' }
    ? Base & { session: Session; actor: Actor; projectId: string /** The current day on the site. */; today: string }
    : Base & { session: Session };

export type Handler<E extends Endpoint> = (context: Context<E>, input: RequestOf<E>) => Promise<ReplyOf<E>>;

/** All registered endpoints, for the OpenAPI description and for tests that visit each of them. */
export type Served = { endpoints: Endpoint[] };

const KEY = /^[\w-]{8,128}$/u;

/** A call that has not answered for this long may be made again. */
const CRASHED_AFTER_MS = 30_000;

async function repeatable(
  services: Services,
  session: Session,
  request: FastifyRequest,
  run: () => Promise<unknown>,
): Promise<{ status: number; body: unknown }> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new AppError('bad_request', { fields: [{ path: 'Idempotency-Key', outcome: 'REQUIRED' }] });
  }
  const { pool, clock, config } = services;
  // Keyed: a request may contain a new password, and the stored hash must not let anyone verify a guess.
  const hash = macOf(
    instanceKey(config.secretKey, 'repeated call'),
    request.method,
    request.url,
    JSON.stringify(request.body ?? null),
  );
  const ids = [session.organisationId, session.userId, key];
  const known = await tenantTransaction(pool, session.organisationId, async (db) => {
    const now = clock.now();
    // A row without a response belongs to a request in progress, or to one that crashed.
    const crashed = new Date(now.getTime() - CRASHED_AFTER_MS);
    const taken = await db.query(
      `INSERT INTO idempotency (organisation_id, user_id, key, request_hash, status, created_at)
       VALUES ($1, $2, $3, $4, 0, $5)
       ON CONFLICT (organisation_id, user_id, key) DO UPDATE SET created_at = excluded.created_at
       WHERE idempotency.status = 0 AND idempotency.request_hash = excluded.request_hash
         AND idempotency.created_at < $6`,
      [...ids, hash, now, crashed],
    );
    if (taken.rowCount === 1) return undefined;
    const found = await db.query<{ request_hash: Buffer; status: number; body: unknown }>(
      'SELECT request_hash, status, body FROM idempotency WHERE organisation_id = $1 AND user_id = $2 AND key = $3',
      ids,
    );
    return found.rows[0];
  });
  if (known) {
    if (!known.request_hash.equals(hash)) throw new AppError('key_reused');
    if (known.status === 0) throw new AppError('unavailable', { retryAfter: 1 });
    return { status: known.status, body: known.body };
  }
  const body = await run().then(
    (answer) => answer ?? null,
    async (error: unknown) => {
      // A rejected request changed nothing, so the same key may be used again. If the row cannot be deleted, it can be
      // taken over a little later.
      await tenantTransaction(pool, session.organisationId, (db) =>
        db.query('DELETE FROM idempotency WHERE organisation_id = $1 AND user_id = $2 AND key = $3', ids),
      ).catch((cause: unknown) => services.log.warn({ err: cause }, 'a rejection could not be recorded'));
      throw error;
    },
  );
  const status = body === null ? 204 : 200;
  // The work is done, so report success even if the response cannot be stored: after an error the client would repeat
  // it.
  await tenantTransaction(pool, session.organisationId, (db) =>
    db.query('UPDATE idempotency SET status = $4, body = $5 WHERE organisation_id = $1 AND user_id = $2 AND key = $3', [
      ...ids,
      status,
      JSON.stringify(body),
    ]),
  ).catch((error: unknown) => services.log.warn({ err: error }, 'a response could not be stored'));
  return { status, body };
}

/** The project id in the URL if it is well-formed; any other value is reported after authentication. */
function namedProject({ params }: FastifyRequest): string | undefined {
  return id.safeParse((params as { projectId?: unknown }).projectId).data;
}

/** The session, with the membership in the project that the URL names. */
const readSession = ({ pool, clock }: Services, declaration: Endpoint, request: FastifyRequest): Promise<Session> =>
  authenticate(pool, request, clock.now(), {
    ...declaration,
    ...(declaration.guard.kind === 'project' && { projectId: namedProject(request), site: true }),
  });

/** Sessions that were read when the request was complete: nothing is awaited between that and the handler. */
const read = new WeakMap<FastifyRequest, Session>();

/** Authenticates first: an anonymous client learns nothing about other problems of the request. */
async function guarded(services: Services, declaration: Endpoint, request: FastifyRequest) {
  const { guard } = declaration;
  const now = services.clock.now();
  const session =
    guard.kind === 'public' ? undefined : (read.get(request) ?? (await readSession(services, declaration, request)));
  if (declaration.personal && session?.way === 'support') throw new AppError('not_by_token');
  if (guard.kind === 'organisation') {
    const may = session?.admin || (guard.privilege === 'users' && session?.manageUsers);
    if (!may) throw new AppError('forbidden');
  }
  const params = declaration.params ? parseInput(declaration.params, request.params) : undefined;
  if (!session || guard.kind !== 'project') return { caller: session ? { session } : {}, params };
  // A project of others is reported like one that does not exist.
  if (!session.membership) throw new AppError('not_found');
  const { actor, timezone } = session.membership;
  if (!can(actor.role, guard.needs)) throw new AppError('forbidden');
  return { caller: { session, actor, projectId: namedProject(request), today: dayInZone(now, timezone) }, params };
}

/** Creates the function that registers endpoints in `app`. */
export function server(app: FastifyInstance, services: Services, served: Served) {
  return function serve<E extends Endpoint>(declaration: E, handler: Handler<E>): void {
    served.endpoints.push(declaration);
    const writes = declaration.method !== 'GET' && declaration.idempotencyKey !== false;
    app.route({
      method: declaration.method,
      url: versionedPath(declaration.path),
      bodyLimit: declaration.bodyLimit ?? 1_048_576,
      // The body of an anonymous request is not even read. Checked again after a body that is not there yet: the session
      // may have ended meanwhile.
      onRequest: [
        async (request) => {
          if (declaration.guard.kind === 'public' || declaration.method === 'GET') return;
          const session = await readSession(services, declaration, request);
          if (request.raw.complete) read.set(request, session);
        },
      ],
      handler: async (request, reply) => {
        const { caller, params } = await guarded(services, declaration, request);
        const query = declaration.query ? parseInput(declaration.query, request.query) : undefined;
        const body = declaration.body ? parseInput(declaration.body, request.body) : undefined;
        // The guard decides which of these properties exist; `Context` declares the same to the compiler.
        const context = { services, request, reply, ...caller } as unknown as Context<E>;
        const run = () => handler(context, { params, query, body } as RequestOf<E>);
        const { status, body: answer } =
          writes && 'session' in caller && caller.session
            ? await repeatable(services, caller.session, request, run)
            : await run().then((value) => ({ status: (value ?? null) === null ? 204 : 200, body: value ?? null }));
        // The handler has sent a file, or its reader has disconnected.
        if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return reply;
        if (answer === null) return reply.code(204).send();
        const checked = services.config.checkReplies ? declaration.reply.parse(answer) : answer;
        return reply.code(status).send(checked);
      },
    });
  };
}

export type Serve = ReturnType<typeof server>;
