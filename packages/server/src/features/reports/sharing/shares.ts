// The files of finished reports, and the links by which anyone can download one.
import { accessRoleOf, can, type Role } from '@plumbline/core/access/capabilities';
import type { Report } from '@plumbline/core/features/reports/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { systemTransaction, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import type { Caller } from '../store.ts';

/** Creates the share link of the caller's finished report; a link that still works is kept. */
export function startShare(
  services: Services,
  caller: Caller,
  reportId: string,
  link: { token: string; hash: Buffer; expiresAt: Date },
): Promise<unknown> {
  return tenantTransaction(services.pool, caller.organisationId, (db) =>
    db.query(
      `UPDATE report SET share_token = $5, share_hash = $6, share_expires_at = $7, share_password = NULL
       WHERE organisation_id = $1 AND project_id = $2 AND id = $3 AND created_by = $4 AND state = 'done'
         AND (share_expires_at IS NULL OR share_expires_at <= $8)`,
      [
        caller.organisationId,
        caller.projectId,
        reportId,
        caller.userId,
        link.token,
        link.hash,
        link.expiresAt,
        services.clock.now(),
      ],
    ),
  );
}

export function endShare(services: Services, caller: Caller, reportId: string): Promise<unknown> {
  return tenantTransaction(services.pool, caller.organisationId, (db) =>
    db.query(
      `WITH ended AS (
         SELECT share_hash FROM report
         WHERE organisation_id = $1 AND project_id = $2 AND id = $3 AND created_by = $4 AND share_hash IS NOT NULL
       ), kept AS (
         INSERT INTO report_revoked_link (organisation_id, hash, report_id, ended_at)
         SELECT $1, share_hash, $3, $5 FROM ended ON CONFLICT DO NOTHING
       )
       UPDATE report SET share_token = NULL, share_hash = NULL, share_expires_at = NULL, share_password = NULL
       WHERE organisation_id = $1 AND project_id = $2 AND id = $3 AND created_by = $4`,
      [caller.organisationId, caller.projectId, reportId, caller.userId, services.clock.now()],
    ),
  );
}

/** The file of a finished report. */
export type ReportFile = { key: string; size: number; mime: string; name: string; sha256: string };

const FILE = `b.key, b.size::float8 AS size, b.mime, b.name, encode(b.sha256, 'hex') AS sha256`;
const FILE_FROM = 'report r JOIN blob b ON b.organisation_id = r.organisation_id AND b.id = r.blob_id';

/** Throws `report_not_ready` for a report without a file. */
export async function fileOfReport(services: Services, caller: Caller, reportId: string): Promise<ReportFile> {
  const found = await tenantTransaction(services.pool, caller.organisationId, (db) =>
    db.query<ReportFile>(
      `SELECT ${FILE} FROM ${FILE_FROM}
       WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = $3 AND r.state = 'done'`,
      [caller.organisationId, caller.projectId, reportId],
    ),
  );
  const file = found.rows[0];
  if (!file) throw new AppError('report_not_ready');
  return file;
}

export type SharedReport = ReportFile & {
  organisationId: string;
  reportId: string;
  title: string;
  projectTitle: string;
  format: Report['format'];
  createdAt: Date;
  createdByName: string;
  expiresAt: Date;
  /** The hash of its password; null without one. */
  password: string | null;
};

type SharedRow = SharedReport & { userId: string; role: Role; ownerId: string | null; assistantId: string | null };

/**
 * The report behind a share link. The link ends if its creator has left the project or the organisation, or may no longer
 * share reports there: they could not even revoke it. Throws `share_ended` for a link that was valid once, `not_found`
 * for any other.
 */
export async function reportOfShare(services: Services, hash: Buffer): Promise<SharedReport> {
  const rows = await systemTransaction(services.pool, (db) =>
    db.query<SharedRow>(
      `SELECT ${FILE}, r.organisation_id AS "organisationId", r.id AS "reportId", r.title, o.title AS "projectTitle",
         r.format, r.created_at AS "createdAt", trim(p.first_name || ' ' || p.last_name) AS "createdByName",
         r.share_expires_at AS "expiresAt", r.share_password AS password, r.created_by AS "userId", p.role, o.owner_id AS "ownerId", o.assistant_id AS "assistantId" FROM ${FILE_FROM}
       JOIN project o ON o.organisation_id = r.organisation_id AND o.id = r.project_id
       JOIN organisation_member m ON m.organisation_id = r.organisation_id AND m.user_id = r.created_by AND m.active
       JOIN app_user u ON u.id = r.created_by AND u.active
       JOIN member p ON p.organisation_id = r.organisation_id AND p.project_id = r.project_id AND p.user_id = r.created_by
         AND p.state = 'active' AND p.role <> 'none'
       WHERE r.share_hash = $1 AND r.share_expires_at > $2 AND r.state = 'done'`,
      [hash, services.clock.now()],
    ),
  );
  const [shared] = rows.rows;
  if (shared) {
    const { userId, role, ownerId, assistantId, ...found } = shared;
    if (can(accessRoleOf(role, { ownerId, assistantId }, userId), 'report.share')) return found;
  }
  const past = await systemTransaction(services.pool, (db) =>
    db.query(
      `SELECT 1 FROM report_revoked_link WHERE hash = $1
       UNION ALL SELECT 1 FROM report WHERE share_hash = $1 AND share_expires_at <= $2`,
      [hash, services.clock.now()],
    ),
  );
  throw new AppError(past.rowCount ? 'share_ended' : 'not_found');
}
