// The features of the server: their routes and their background jobs. New features are registered only here.
import { account, accountTasks } from '../features/account/routes.ts';
import { migrationTasks } from '../features/archives/import/jobs.ts';
import { ARCHIVE_SWEEP, archiveTasks } from '../features/archives/make-archive.ts';
import { archives } from '../features/archives/routes.ts';
import { scheduledArchiveSchedules, scheduledArchiveTasks } from '../features/archives/scheduled/jobs.ts';
import { auth } from '../features/auth/routes.ts';
import { AUTH_SWEEP, sweepTasks } from '../features/auth/sweep.ts';
import { backupSchedules, backupTasks } from '../features/backups/jobs.ts';
import { dashboard } from '../features/dashboard/routes.ts';
import { WEEKLY_SWEEP, weeklyTasks } from '../features/dashboard/weekly-digest.ts';
import { datasetTasks } from '../features/datasets/jobs.ts';
import { datasets } from '../features/datasets/routes.ts';
import { demoTasks } from '../features/demo/prepare.ts';
import { pinImportTasks } from '../features/exchange/import/jobs.ts';
import { exchange } from '../features/exchange/routes.ts';
import { exports } from '../features/exports/routes.ts';
import { faults } from '../features/faults/routes.ts';
import { groups } from '../features/groups/routes.ts';
import { DELAYED_NOTIFICATIONS, importTasks, LATE_ALIGNMENTS } from '../features/imports/jobs.ts';
import { EARLIER_ROOMS, earlierRoomTasks } from '../features/imports/rooms/earlier-sheets.ts';
import { imports } from '../features/imports/routes.ts';
import { scanTasks } from '../features/imports/scans/jobs.ts';
import { SCANNED_SHEETS } from '../features/imports/scans/published-scans.ts';
import { IMPORT_SWEEP } from '../features/imports/sweep.ts';
import { mapTasks } from '../features/maps/jobs.ts';
import { maps } from '../features/maps/routes.ts';
import { mediaExports } from '../features/media/exports/routes.ts';
import { media } from '../features/media/routes.ts';
import { videoTasks } from '../features/media/videos/convert-video.ts';
import { EARLIER_VIDEOS, earlierVideoTasks } from '../features/media/videos/earlier-videos.ts';
import { models } from '../features/models/routes.ts';
import { notifications } from '../features/notifications/routes.ts';
import { NOTIFICATION_SWEEP, notificationTasks } from '../features/notifications/sweep.ts';
import { operator } from '../features/operator/routes.ts';
import { organisations, organisationTasks } from '../features/organisations/routes.ts';
import { peopleImportTasks } from '../features/people/import/jobs.ts';
import { peopleImport } from '../features/people/import/routes.ts';
import { people } from '../features/people/routes.ts';
import { organisationUsers } from '../features/people/users/routes.ts';
import { EXPORT_SWEEP } from '../features/personal-data/exports.ts';
import { personalData, personalDataTasks } from '../features/personal-data/routes.ts';
import { pins } from '../features/pins/routes.ts';
import { lineTasks } from '../features/plans/lines.ts';
import { printTasks } from '../features/plans/prints/jobs.ts';
import { printedRevisions } from '../features/plans/prints/printed-routes.ts';
import { prints } from '../features/plans/prints/routes.ts';
import { plans } from '../features/plans/routes.ts';
import { projects } from '../features/projects/routes.ts';
import { reportTasks } from '../features/reports/make-report.ts';
import { reports } from '../features/reports/routes.ts';
import { REPORT_SCHEDULE, scheduledReportTasks } from '../features/reports/saved/scheduled.ts';
import { mailReportTasks } from '../features/reports/sharing/email-report.ts';
import { search } from '../features/search/routes.ts';
import { sso } from '../features/sso/routes.ts';
import { SIGN_ON_SWEEP, signOnTasks } from '../features/sso/sweep.ts';
import { AUDITS, auditTasks } from '../features/sync/audit-job.ts';
import { sync } from '../features/sync/routes.ts';
import { REMINDERS, reminderTasks } from '../features/tasks/reminders.ts';
import { tasks } from '../features/tasks/routes.ts';
import { uploads } from '../features/uploads/routes.ts';
import { UPLOAD_SWEEP, uploadTasks } from '../features/uploads/sweep.ts';
import type { Feature } from '../http/feature.ts';
import type { Tasks } from '../platform/queue/queue.ts';
import type { Schedule } from '../platform/queue/schedule.ts';
import type { Services } from '../platform/services.ts';

export const FEATURES: readonly Feature[] = [
  auth,
  account,
  sso,
  operator,
  sync,
  uploads,
  imports,
  media,
  mediaExports,
  plans,
  prints,
  printedRevisions,
  maps,
  models,
  projects,
  reports,
  notifications,
  organisations,
  people,
  organisationUsers,
  peopleImport,
  personalData,
  pins,
  search,
  groups,
  exports,
  archives,
  exchange,
  datasets,
  dashboard,
  tasks,
  faults,
];

/** Recurring jobs of every installation. */
export const SCHEDULES: readonly Schedule[] = [
  AUTH_SWEEP,
  SIGN_ON_SWEEP,
  UPLOAD_SWEEP,
  AUDITS,
  EXPORT_SWEEP,
  ARCHIVE_SWEEP,
  NOTIFICATION_SWEEP,
  REMINDERS,
  REPORT_SCHEDULE,
  WEEKLY_SWEEP,
  EARLIER_ROOMS,
  SCANNED_SHEETS,
  EARLIER_VIDEOS,
  IMPORT_SWEEP,
  LATE_ALIGNMENTS,
  DELAYED_NOTIFICATIONS,
];

/** All recurring jobs, with those that depend on settings. */
export const schedulesOf = ({ config }: Services): readonly Schedule[] => [
  ...SCHEDULES,
  ...backupSchedules(config),
  ...scheduledArchiveSchedules(config),
];

/** The worker's tasks, by the names under which jobs are enqueued. */
export const tasksOf = (services: Services): Tasks => ({
  ...backupTasks(services),
  ...scheduledArchiveTasks(services),
  ...sweepTasks(services),
  ...accountTasks(services),
  ...signOnTasks(services),
  ...organisationTasks(services),
  ...uploadTasks(services),
  ...videoTasks(services),
  ...earlierVideoTasks(services),
  ...auditTasks(services),
  ...importTasks(services),
  ...earlierRoomTasks(services),
  ...scanTasks(services),
  ...lineTasks(services),
  ...printTasks(services),
  ...mapTasks(services),
  ...demoTasks(services),
  ...reportTasks(services),
  ...datasetTasks(services),
  ...peopleImportTasks(services),
  ...personalDataTasks(services),
  ...archiveTasks(services),
  ...migrationTasks(services),
  ...pinImportTasks(services),
  ...mailReportTasks(services),
  ...scheduledReportTasks(services),
  ...notificationTasks(services),
  ...reminderTasks(services),
  ...weeklyTasks(services),
});
