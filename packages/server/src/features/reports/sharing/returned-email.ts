// Emails that a mail server accepted and returned later: the mail server of the sender address posts what it receives,
// and the authors of the reports are notified.
import { AppError } from '@plumbline/core/kernel/errors';
import { versionedPath } from '@plumbline/core/kernel/services';
import type { FastifyInstance } from 'fastify';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import { hasToken } from '../../../http/security/bearer-token.ts';
import type { Services } from '../../../platform/services.ts';
import { recordUndelivered } from './deliveries.ts';

/** A returned email contains the original one, with its attachment. */
const MAX_BYTES = 32 * 1_048_576;
/** Of a delivery status (RFC 3464); delays and successes are reported with other actions. */
const FAILED = /^action:[ \t]*failed\b/imu;
const MESSAGE_ID = /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/giu;
const MAX_IDS = 20;

/** The ids of our emails that a delivery status reports as failed. */
function failedMessages(email: string): string[] {
  if (!FAILED.test(email)) return [];
  return [...new Set([...email.matchAll(MESSAGE_ID)].map(([, id = '']) => id.toLowerCase()))].slice(0, MAX_IDS);
}

type Delivery = { organisationId: string; messageId: string };

async function recordReturned(services: Services, email: string): Promise<void> {
  const ids = failedMessages(email);
  if (ids.length === 0) return;
  const found = await systemTransaction(services.pool, (db) =>
    db.query<Delivery>(
      'SELECT organisation_id AS "organisationId", id AS "messageId" FROM report_delivery WHERE id = ANY ($1::uuid[])',
      [ids],
    ),
  );
  for (const delivery of found.rows) await recordUndelivered(services, delivery);
}

export async function returnedEmail(services: Services, app: FastifyInstance): Promise<void> {
  const { returnedEmailToken } = services.config;
  await app.register(async (scope) => {
    // One byte per character: addresses and ids are ASCII, and the rest is not read.
    scope.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body.toString('latin1')),
    );
    scope.route({
      method: 'POST',
      url: versionedPath('/api/reports/returned'),
      bodyLimit: MAX_BYTES,
      onRequest: async (request) => {
        if (!hasToken(request, returnedEmailToken)) throw new AppError('not_found');
      },
      handler: async (request, reply) => {
        if (typeof request.body !== 'string') throw new AppError('unsupported_type');
        await recordReturned(services, request.body);
        return reply.code(204).send();
      },
    });
  });
}
