// Figures of a process and its installation, in the format of Prometheus.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_SECONDS = [0.05, 0.25, 1, 5, 15, 60, 300, 900, 3_600];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The metrics of one process, in `registry`, and of the whole installation, in `installation`, as this process has read
 * them. Names and labels are an interface for dashboards and alert rules: deploy/monitoring.
 */
export function createMetrics() {
  const registry = new Registry();
  const installation = new Registry();
  const registers = [registry];
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `plumbline_${name}`, help, labelNames, registers });
  const state = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `plumbline_${name}`, help, labelNames, registers: [installation] });
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `plumbline_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
    new Histogram({ name: `plumbline_${name}`, help, labelNames, buckets, registers });
  return {
    registry,
    installation,
    requests: histogram(
      'http_request_duration_seconds',
      'Requests by route and status',
      ['method', 'route', 'status'],
      REQUEST_SECONDS,
    ),
    liveStreams: gauge('live_streams', 'Devices that are notified of changes'),
    edits: counter('sync_edits_total', 'Edits of devices that were processed', ['outcome']),
    refusals: counter('sync_edits_refused_total', 'Edits of devices that were refused, by reason', ['code']),
    jobs: histogram('job_duration_seconds', 'Jobs run by this worker', ['task', 'outcome'], JOB_SECONDS),
    messages: counter('messages_total', 'Messages handed to mail, text message and push services', [
      'channel',
      'outcome',
    ]),
    webRestarts: counter('web_process_restarts_total', 'Web processes that ended and were started again'),
    databaseUp: state('database_up', 'Whether the database answers'),
    connections: gauge('database_connections', 'Connections of this process', ['pool', 'state']),
    queue: state('queue_jobs', 'Jobs of the installation by state', ['state']),
    queueAge: state('queue_oldest_waiting_seconds', 'How long the oldest job that could run has waited'),
    diskFree: state('disk_free_bytes', 'Free space on the disk of a folder', ['folder']),
    diskSize: state('disk_size_bytes', 'Size of the disk of a folder', ['folder']),
    backupConfigured: state('backup_configured', 'Whether a place for backups is set'),
    backupFinished: state('backup_last_success_timestamp_seconds', 'When the last backup was completed, 0 if never'),
    backupFailed: state('backup_last_failure_timestamp_seconds', 'When a backup failed since then, 0 if none'),
    backupBytes: state('backup_bytes', 'Size of the last backup', ['part']),
    backupChanges: gauge(
      'backup_changes_copied_timestamp_seconds',
      'When the changes since the last backup were last copied, 0 without continuous backups',
    ),
    backupMissing: state('backup_missing_files', 'Files that the installation had lost at the last backup'),
    archivesConfigured: state('archives_configured', 'Whether a place for scheduled archives is set'),
    archivesFinished: state(
      'archives_last_success_timestamp_seconds',
      'When all projects were last archived as scheduled, 0 if never',
    ),
    archivesFailed: state('archives_last_failure_timestamp_seconds', 'When that failed since then, 0 if it did not'),
  };
}

/** Adds memory, garbage collection and event loop of this process. */
export function observeProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}
