// HTTP routes of the operator's page. Every call is recorded as a security event.
import { operatorOverview, operatorRetryJobs, operatorTestMail } from '@plumbline/core/features/operator/contract';
import type { FastifyRequest } from 'fastify';
import type { Feature } from '../../http/feature.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import type { Services } from '../../platform/services.ts';
import { requireOperator } from '../auth/operator-key.ts';
import { readOverview } from './overview.ts';

/** Runs failed jobs again at once, with all their attempts. Returns their number. */
async function retryJobs({ pool }: Services, jobIds: readonly string[]): Promise<number> {
  const retried = await pool.query(
    `SELECT FROM graphile_worker.reschedule_jobs(
       ARRAY(SELECT id FROM graphile_worker._private_jobs WHERE id = ANY ($1::bigint[]) AND attempts > 0 AND locked_at IS NULL),
       run_at := now(), attempts := 0)`,
    [jobIds],
  );
  return retried.rowCount ?? 0;
}

/** The message of the mail server if it refuses the email, or cannot be reached. */
async function sendTestMail({ mail, newId, config }: Services, to: string): Promise<string | null> {
  const text = `This is a test email of Plumbline at ${config.publicUrl}.`;
  return mail.send({ to, subject: 'Test email of Plumbline', text, messageId: newId() }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

export const operator: Feature = (serve, services) => {
  const requireKey = (request: FastifyRequest, key: string) =>
    requireOperator(services, clientAddress(request.ip), key);
  serve(operatorOverview, async ({ request }, { body }) => {
    await requireKey(request, body.key);
    return readOverview(services);
  });
  serve(operatorRetryJobs, async ({ request }, { body }) => {
    await requireKey(request, body.key);
    return { retried: await retryJobs(services, body.jobIds) };
  });
  serve(operatorTestMail, async ({ request }, { body }) => {
    await requireKey(request, body.key);
    return { error: await sendTestMail(services, body.to) };
  });
};
