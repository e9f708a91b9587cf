// Reads the state of the installation for the operator's page.
import type { OperatorOverview } from '@plumbline/core/features/operator/contract';
import type { Pool } from 'pg';
import { VERSION } from '../../config/version.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import {
  readArchiveState,
  readBackupState,
  readDiskSpace,
  readQueue,
} from '../../http/monitoring/installation-state.ts';
import type { Services } from '../../platform/services.ts';

const MAX_LISTED = 100;

const FAILED_JOBS = `
  SELECT j.id::text, t.identifier AS task, j.attempts, left(coalesce(j.last_error, ''), 2000) AS error,
    j.updated_at AS "lastAttemptAt", CASE WHEN j.attempts < j.max_attempts THEN j.run_at END AS "nextAttemptAt"
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE j.attempts > 0 AND j.locked_at IS NULL ORDER BY j.updated_at DESC, j.id DESC LIMIT ${MAX_LISTED}`;

const ORGANISATIONS = `
  SELECT o.id, o.name, coalesce(m.users, 0) AS users, coalesce(p.projects, 0) AS projects, coalesce(u.bytes, 0) AS bytes
  FROM organisation o
  LEFT JOIN (SELECT organisation_id, count(*)::integer AS users FROM organisation_member WHERE active GROUP BY 1) m
    ON m.organisation_id = o.id
  LEFT JOIN (SELECT organisation_id, count(*)::integer AS projects FROM project WHERE active GROUP BY 1) p
    ON p.organisation_id = o.id
  LEFT JOIN (SELECT organisation_id, sum(bytes)::float8 AS bytes FROM upload_usage GROUP BY 1) u ON u.organisation_id = o.id
  ORDER BY bytes DESC, o.name, o.id LIMIT 500`;

const EVENTS = `
  SELECT e.id::text, e.at, e.kind, coalesce(u.email, '') AS person, coalesce(o.name, '') AS organisation
  FROM security_event e
  LEFT JOIN app_user u ON u.id = e.user_id LEFT JOIN organisation o ON o.id = e.organisation_id
  ORDER BY e.id DESC LIMIT ${MAX_LISTED}`;

type FailedJob = OperatorOverview['failedJobs'][number];
type FailedJobRow = Omit<FailedJob, 'lastAttemptAt' | 'nextAttemptAt'> & {
  lastAttemptAt: Date;
  nextAttemptAt: Date | null;
};
type WithDate<T, K extends keyof T> = Omit<T, K> & Record<K, Date>;

async function readFailedJobs(pool: Pool): Promise<FailedJob[]> {
  const found = await pool.query<FailedJobRow>(FAILED_JOBS);
  return found.rows.map((job) => ({
    ...job,
    lastAttemptAt: job.lastAttemptAt.toISOString(),
    nextAttemptAt: job.nextAttemptAt?.toISOString() ?? null,
  }));
}

async function readEvents(pool: Pool): Promise<OperatorOverview['events']> {
  const found = await pool.query<WithDate<OperatorOverview['events'][number], 'at'>>(EVENTS);
  return found.rows.map((event) => ({ ...event, at: event.at.toISOString() }));
}

async function readBackup({ pool, config }: Services): Promise<OperatorOverview['backup']> {
  if (config.backup === null) return null;
  const state = await readBackupState(pool);
  return {
    finishedAt: state?.finishedAt?.toISOString() ?? null,
    failedAt: state?.failedAt?.toISOString() ?? null,
    error: state?.error ?? null,
    bytes: (state?.databaseBytes ?? 0) + (state?.fileBytes ?? 0),
    missingFiles: state?.missingFiles ?? 0,
  };
}

async function readArchives({ pool, config }: Services): Promise<OperatorOverview['archives']> {
  if (config.archive === null) return null;
  const state = await readArchiveState(pool);
  return {
    finishedAt: state?.finishedAt?.toISOString() ?? null,
    projects: state?.projects ?? 0,
    failedAt: state?.failedAt?.toISOString() ?? null,
    error: state?.error ?? null,
  };
}

export async function readOverview(services: Services): Promise<OperatorOverview> {
  const { pool, config, clock } = services;
  const [server, disks, queue, failedJobs, backup, archives, organisations, events, office, video, scans] =
    await Promise.all([
      pool.query<{ server_version: string }>('SHOW server_version'),
      readDiskSpace(config),
      readQueue(pool),
      readFailedJobs(pool),
      readBackup(services),
      readArchives(services),
      systemTransaction(pool, (db) => db.query<OperatorOverview['organisations'][number]>(ORGANISATIONS)),
      readEvents(pool),
      services.converter.available(),
      services.transcoder.available(),
      services.textRecogniser.available(),
    ]);
  return {
    version: VERSION,
    at: clock.now().toISOString(),
    database: `PostgreSQL ${server.rows[0]?.server_version ?? ''}`,
    disks,
    queue,
    failedJobs,
    backup,
    archives,
    programs: [
      { name: 'libreoffice', isInstalled: office },
      { name: 'ffmpeg', isInstalled: video },
      { name: 'tesseract', isInstalled: scans },
    ],
    mailFrom: config.mail.kind === 'smtp' ? config.mail.from : null,
    organisations: organisations.rows,
    settings: [...config.settings],
    events,
  };
}
