// A report while a worker creates it: started, its progress updated, ended.
import type { Report } from '@plumbline/core/features/reports/contract';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { type NotificationCause, notify } from '../notifications/notify.ts';
import { sendToRecipients } from './sharing/send-to-recipients.ts';
import type { ReportRequest } from './store.ts';

export type ReportKey = { organisationId: string; reportId: string };

/** What a worker needs to create a report. */
export type ReportJob = {
  projectId: string;
  title: string;
  number: number | null;
  templateId: string;
  format: Report['format'];
  language: string;
  request: ReportRequest;
  createdBy: string;
  createdAt: Date;
};

/** Starts a report, or takes over one that another worker abandoned; undefined if there is nothing to do. */
export async function beginReport({ pool }: Services, key: ReportKey): Promise<ReportJob | undefined> {
  const begun = await tenantTransaction(pool, key.organisationId, (db) =>
    db.query<ReportJob>(
      `UPDATE report SET state = 'running'
       WHERE organisation_id = $1 AND id = $2 AND state IN ('pending', 'running')
       RETURNING project_id AS "projectId", title, number, template_id AS "templateId", format, language, request,
         created_by AS "createdBy", created_at AS "createdAt"`,
      [key.organisationId, key.reportId],
    ),
  );
  return begun.rows[0];
}

export async function stateOfReport({ pool }: Services, key: ReportKey): Promise<Report['state'] | undefined> {
  const found = await tenantTransaction(pool, key.organisationId, (db) =>
    db.query<{ state: Report['state'] }>('SELECT state FROM report WHERE organisation_id = $1 AND id = $2', [
      key.organisationId,
      key.reportId,
    ]),
  );
  return found.rows[0]?.state;
}

/** Never lowers it: a second attempt does not show less than the first. */
export const setReportProgress = ({ pool }: Services, key: ReportKey, percent: number): Promise<unknown> =>
  tenantTransaction(pool, key.organisationId, (db) =>
    db.query(
      `UPDATE report SET percent = greatest(percent, $3) WHERE organisation_id = $1 AND id = $2 AND state = 'running'`,
      [key.organisationId, key.reportId, percent],
    ),
  );

type End = Pick<Report, 'problem'> & { state: 'done' | 'failed'; blobId: string | null };

type EndedReport = Pick<ReportJob, 'projectId' | 'title' | 'number' | 'language' | 'request'> & { userId: string };

/** Ends a running report; one that has been cancelled stays cancelled. */
export const finishReport = (services: Services, key: ReportKey, { state, blobId, problem }: End): Promise<unknown> =>
  tenantTransaction(services.pool, key.organisationId, async (db) => {
    const ended = await db.query<EndedReport>(
      `UPDATE report SET state = $3, blob_id = $4, problem = $5, percent = CASE WHEN $3 = 'done' THEN 100 ELSE percent END
       WHERE organisation_id = $1 AND id = $2 AND state = 'running'
       RETURNING project_id AS "projectId", created_by AS "userId", title, number, language, request`,
      [key.organisationId, key.reportId, state, blobId, problem],
    );
    const at = services.clock.now();
    const news = ended.rows.map(
      ({ title, number, projectId, userId }): NotificationCause => ({
        projectId,
        userId,
        kind: state === 'done' ? 'reportDone' : 'reportFailed',
        actorId: null,
        detail: { title, number },
        // A report created again after a failure is announced again.
        source: `report:${key.reportId}:${blobId ?? at.toISOString()}`,
        at,
      }),
    );
    await notify(services, db, key.organisationId, news);
    for (const { language, request } of state === 'done' ? ended.rows : [])
      await sendToRecipients(services, db, key, { recipients: request.recipients ?? [], language });
  });
