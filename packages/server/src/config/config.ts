// The environment variables, read once, validated and frozen. Nothing else on the server reads process.env.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { LICENCE_QUOTAS, type Licence, type Quotas } from '@plumbline/core/access/licence-limits';
import { DEFAULT_UPLOAD_LIMITS, readUploadLimits, type UploadLimits } from '@plumbline/core/features/uploads/limits';
import { type ArchiveConfig, archiveOf } from './archive-config.ts';
import { type BackupConfig, backupOf } from './backup-config.ts';
import { checkReach } from './data-folder-owner.ts';
import type { Place } from './places.ts';
import { readSecretKey } from './secret-key.ts';
import { type TracingConfig, tracingOf } from './tracing-config.ts';
import {
  ConfigError,
  type Environment,
  listSettings,
  readVariables,
  type Setting,
  type Variables,
} from './variables.ts';

export type Role = 'web' | 'worker';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export type Config = Readonly<{
  /** All variables, without secrets, for the operator. */
  settings: readonly Setting[];
  port: number;
  host: string;
  /** Absolute path; exists and is writable. */
  dataDir: string;
  /** The URL at which browsers reach the server, without a trailing slash. */
  publicUrl: string;
  database: Readonly<{ kind: 'embedded' } | { kind: 'server'; url: string }>;
  roles: readonly Role[];
  files: Place;
  mail: Readonly<{ kind: 'kept' } | { kind: 'smtp'; url: string; from: string }>;
  /** How codes are sent to phones. Without a provider they are stored where the operator can read them. */
  sms: Readonly<{ kind: 'kept' } | { kind: 'http'; url: string; token: string }>;
  /**
   * The terms that users accept before their first use, and again when `version` increases. Null: the built-in texts.
   */
  terms: Readonly<{ version: number; url: string | null }>;
  privacy: Readonly<{ version: number; url: string | null }>;
  /** The address for support requests; null if there is none. */
  supportEmail: string | null;
  supportPhone: string | null;
  /**
   * External help and support pages; `{token}` is replaced by a ticket valid for one minute, `{return}` by the return
   * URL.
   */
  helpUrl: string | null;
  supportUrl: string | null;
  /** Never reveals whether an address has an account. */
  private: boolean;
  /** Browsers may request the version before its general release; the reverse proxy routes them to it. */
  beta: boolean;
  /** Push notifications, through the push services of browsers and the additional `services`; null if disabled. */
  push: Readonly<{ privateKey: Buffer | null; services: readonly string[] }> | null;
  /** Upload quotas in bytes; null: limited by the disk only. */
  uploadQuota: { person: number | null; organisation: number | null };
  uploadLimits: UploadLimits;
  /** The limits that the operator has changed, as `video=2000,file=250`, for browsers. */
  ownUploadLimits: string;
  licences: Readonly<{
    /** Active projects and plans that each licence allows. */
    quotas: Readonly<Record<Licence, Quotas>>;
    /** Who can change the licence: the owners of an organisation, or only the operator. */
    changes: 'owner' | 'operator';
    /** The licence of a new organisation. */
    first: Licence;
    /** Devices that a user may register. */
    devices: number;
  }>;
  /** Per client, averaged over ten seconds and counted by all web processes of this machine together. */
  callsPerSecond: number;
  /** Whether anyone can register; invited users always can. */
  registration: boolean;
  /** Path prefixes of services that run on other machines, as a comma-separated list of `service=/path`. */
  serviceBases: string;
  /** Origins, besides our own, that sign-in may redirect to. */
  returnTo: readonly string[];
  /** Hosts on the internal network that may be called although a user entered them, also without TLS. */
  insideHosts: readonly string[];
  /** Name servers for DNS look-ups of domains; empty: those of the operating system. */
  nameServers: readonly string[];
  /** Null: the built-in outline map of the world. `url` contains {z}, {x} and {y}. */
  mapTiles: Readonly<{ url: string; attribution: string; maxZoom: number; dataZoom: number }> | null;
  /** The address search; null if disabled. `url` contains {query} and optionally {language}. */
  geocoder: Readonly<{ url: string; attribution: string }> | null;
  /** The weather service; null: weather is entered manually. */
  weather: Readonly<{ url: string; attribution: string }> | null;
  /** A time-stamping authority (RFC 3161) for the signed ends of histories; null: none. */
  timeStampUrl: string | null;
  /** Whether desktop browsers store the application for offline use, as phones do. */
  offlineOnDesktop: boolean;
  /** Where browser error reports go: to the log, nowhere, or as JSON to a URL. */
  faultReports: string;
  /** Whether an empty database is filled with the demo project. */
  demo: boolean;
  logLevel: LogLevel;
  /** Whether each request is logged. */
  accessLog: boolean;
  /** The port for health and metrics, also of workers; null: none. */
  metricsPort: number | null;
  /** Allows reading metrics from elsewhere. */
  metricsToken: string | undefined;
  /** Lets a mail server report returned emails; undefined: none is accepted. */
  returnedEmailToken: string | undefined;
  /** At least 32 bytes, the same for every process of an installation. Never logged. */
  secretKey: Buffer;
  /** Whether the secret was generated in the data folder, so that a backup must contain it. */
  secretKeyGenerated: boolean;
  /** Where backups are stored, with which key and when; null if they are not configured. */
  backup: BackupConfig | null;
  /** Where scheduled archives are stored and when; null if no place is configured. */
  archive: ArchiveConfig | null;
  /** The export of traces; null if it is off. */
  tracing: TracingConfig | null;
  /** Path of LibreOffice if it is not on the PATH. */
  sofficePath: string | undefined;
  /** Path of ffmpeg if it is not on the PATH. */
  ffmpegPath: string | undefined;
  /** Path of Tesseract if it is not on the PATH, and the languages of scanned drawings if not all installed ones. */
  tesseractPath: string | undefined;
  tesseractLanguages: string | undefined;
  /** Days after which rows are removed; `securityEvents` null: never. */
  keepDays: Readonly<{ notifications: number; securityEvents: number | null }>;
  /** Where uploads are scanned for viruses; undefined: nowhere. */
  virusScanner: string | undefined;
  /** Which reverse proxies are trusted to report the client address: the one directly in front, or those of a list. */
  trustProxy: boolean | string;
  /** Validates responses against their schema, for development and tests. */
  checkReplies: boolean;
  /** Processes that serve the web; with one, the main process serves it itself. */
  webProcesses: number;
  /** Connections of a process to the database, of each of its two roles. */
  connections: number;
  /** Number of jobs that a worker process runs concurrently. */
  workerConcurrency: number;
  /** How long the server keeps serving after it has reported that it is not ready, for proxies to notice. */
  drainDelayMs: number;
  /** Interval at which workers look for jobs of crashed ones; shorter in tests. */
  workerRecoveryMs: number;
}>;

/** Upload quotas of installations that others can reach, unless configured. */
const DEFAULT_QUOTA_GB = { person: 100, organisation: 1_000 };

/** Connections of the web processes of a machine together, of each role. PostgreSQL allows 100 unless it is configured. */
const DEFAULT_CONNECTIONS = 20;
/** A live stream and a push hold one each while others read. */
const MIN_CONNECTIONS = 6;

/** More need more connections to the database than PostgreSQL allows by default. */
const MAX_DEFAULT_PROCESSES = 4;
const MIN_BYTES_PER_PROCESS = 1_073_741_824;

/** One per core, if there is memory for them. The embedded database and its jobs need a core too. */
function usualWebProcesses(isEmbedded: boolean): number {
  const cores = availableParallelism() - (isEmbedded ? 1 : 0);
  return Math.max(1, Math.min(cores, MAX_DEFAULT_PROCESSES, Math.floor(totalmem() / MIN_BYTES_PER_PROCESS)));
}

/** Health checks of proxies commonly run every two to five seconds. */
const DEFAULT_DRAIN_DELAY_S = 5;

/** Converts gigabytes to bytes; `*` is no limit. */
const bytesOf = (gigabytes: number | '*'): number | null => (gigabytes === '*' ? null : gigabytes * 1_073_741_824);

/** Whether only this machine reaches the server. Anything else starts with defaults that are safe on the internet. */
function isLocal(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/u.test(hostname);
}

/** The specified quotas with the configured overrides: `pocket=3/200` for projects and plans, `*` for unlimited. */
function quotasBy(set: readonly string[]): Config['licences']['quotas'] {
  const limit = (text: string | undefined) => (text === '*' ? null : Number(text));
  const own = set.map((one) => {
    const [licence, projects, plans] = one.split(/[=/]/u);
    return [licence, { projects: limit(projects), plans: limit(plans) }] as const;
  });
  return Object.freeze({ ...LICENCE_QUOTAS, ...Object.fromEntries(own) });
}

function writableFolder(folder: string): string {
  const absolute = path.resolve(folder);
  try {
    mkdirSync(absolute, { recursive: true });
    accessSync(absolute, constants.W_OK | constants.X_OK);
    return absolute;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigError([
      `DATA_DIR: the folder ${absolute} cannot be written (${reason}). Give it to the user who runs the program, or name another one.`,
    ]);
  }
}

function filesOf(values: Variables, dataDir: string): Config['files'] {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = values;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) {
    return { kind: 'folder', folder: path.join(dataDir, 'files') };
  }
  return {
    kind: 's3',
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: values.S3_REGION,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  };
}

/** `on` trusts one proxy directly in front of the server; addresses and networks are passed through unchanged. */
function proxyOf(value: string): boolean | string {
  if (value === 'off') return false;
  return value === 'on' ? true : value;
}

/**
 * Reads the configuration; creates the data folder and, without SECRET_KEY, a key file in it. Throws ConfigError naming
 * every variable that must change. At a terminal, only warnings are logged, next to the messages for people.
 */
export function readConfig(environment: Environment = process.env, atTerminal = process.stdout.isTTY): Config {
  const values = readVariables(environment);
  const dataDir = writableFolder(values.DATA_DIR);
  checkReach(dataDir);
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN } = values;
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/u, '');
  const local = isLocal(publicUrl);
  const usual = usualWebProcesses(values.DATABASE_URL === undefined);
  const webProcesses = values.ROLES.includes('web') ? (values.WEB_PROCESSES ?? usual) : 1;
  return Object.freeze({
    settings: Object.freeze(listSettings(environment)),
    port: values.PORT,
    host: values.HOST,
    dataDir,
    publicUrl,
    database: Object.freeze(
      values.DATABASE_URL ? { kind: 'server', url: values.DATABASE_URL } : { kind: 'embedded' },
    ) as Config['database'],
    roles: Object.freeze(values.ROLES),
    files: Object.freeze(filesOf(values, dataDir)),
    mail: Object.freeze(
      SMTP_URL && MAIL_FROM ? { kind: 'smtp', url: SMTP_URL, from: MAIL_FROM } : { kind: 'kept' },
    ) as Config['mail'],
    sms: Object.freeze(
      SMS_URL && SMS_TOKEN ? { kind: 'http', url: SMS_URL, token: SMS_TOKEN } : { kind: 'kept' },
    ) as Config['sms'],
    terms: Object.freeze({ version: values.TERMS_VERSION, url: values.TERMS_URL ?? null }),
    privacy: Object.freeze({ version: values.PRIVACY_VERSION, url: values.PRIVACY_URL ?? null }),
    supportEmail: values.SUPPORT_EMAIL ?? null,
    supportPhone: values.SUPPORT_PHONE ?? null,
    helpUrl: values.HELP_URL ?? null,
    supportUrl: values.SUPPORT_URL ?? null,
    private: values.PRIVATE,
    beta: values.BETA,
    push: values.PUSH
      ? Object.freeze({
          privateKey: values.PUSH_PRIVATE_KEY ? Buffer.from(values.PUSH_PRIVATE_KEY, 'base64url') : null,
          services: Object.freeze(values.PUSH_SERVICES.map((one) => new URL(one).origin)),
        })
      : null,
    uploadQuota: {
      person: bytesOf(values.UPLOADS_PER_PERSON_GB ?? (local ? '*' : DEFAULT_QUOTA_GB.person)),
      organisation: bytesOf(values.UPLOADS_PER_ORGANISATION_GB ?? (local ? '*' : DEFAULT_QUOTA_GB.organisation)),
    },
    uploadLimits: readUploadLimits(values.UPLOAD_LIMITS_MB) ?? DEFAULT_UPLOAD_LIMITS,
    ownUploadLimits: values.UPLOAD_LIMITS_MB,
    licences: Object.freeze({
      quotas: quotasBy(values.LICENCE_LIMITS),
      changes: values.LICENCE_CHANGES,
      first: values.FIRST_LICENCE,
      devices: values.DEVICES_PER_PERSON,
    }),
    callsPerSecond: values.CALLS_PER_SECOND,
    registration: values.REGISTRATION ?? local,
    returnTo: Object.freeze(values.RETURN_TO.map((one) => new URL(one).origin)),
    serviceBases: values.SERVICE_BASES.join(','),
    insideHosts: Object.freeze(values.INSIDE_HOSTS),
    nameServers: Object.freeze(values.NAME_SERVERS),
    mapTiles:
      values.MAP_TILES_URL && values.MAP_TILES_ATTRIBUTION
        ? Object.freeze({
            url: values.MAP_TILES_URL,
            attribution: values.MAP_TILES_ATTRIBUTION,
            maxZoom: values.MAP_TILES_MAX_ZOOM,
            dataZoom: values.MAP_TILES_DATA_ZOOM,
          })
        : null,
    timeStampUrl: values.TIMESTAMP_URL ?? null,
    weather: values.WEATHER_URL
      ? Object.freeze({ url: values.WEATHER_URL, attribution: values.WEATHER_ATTRIBUTION })
      : null,
    geocoder: values.GEOCODER_URL
      ? Object.freeze({ url: values.GEOCODER_URL, attribution: values.GEOCODER_ATTRIBUTION })
      : null,
    offlineOnDesktop: values.OFFLINE_ON_DESKTOP,
    faultReports: values.FAULT_REPORTS,
    demo: values.DEMO ?? (local && values.DATABASE_URL === undefined),
    accessLog: values.ACCESS_LOG ?? !local,
    metricsPort: values.METRICS_PORT ?? null,
    metricsToken: values.METRICS_TOKEN,
    returnedEmailToken: values.RETURNED_EMAIL_TOKEN,
    logLevel: values.LOG_LEVEL ?? (atTerminal ? 'warn' : 'info'),
    secretKey: values.SECRET_KEY === undefined ? readSecretKey(dataDir) : Buffer.from(values.SECRET_KEY),
    secretKeyGenerated: values.SECRET_KEY === undefined,
    backup: backupOf(values),
    archive: archiveOf(values),
    tracing: tracingOf(values),
    sofficePath: values.SOFFICE_PATH,
    ffmpegPath: values.FFMPEG_PATH,
    tesseractPath: values.TESSERACT_PATH,
    tesseractLanguages: values.TESSERACT_LANGUAGES,
    keepDays: Object.freeze({
      notifications: values.KEEP_NOTIFICATIONS_DAYS,
      securityEvents: values.KEEP_SECURITY_EVENTS_DAYS ?? null,
    }),
    virusScanner: values.VIRUS_SCANNER,
    trustProxy: proxyOf(values.TRUST_PROXY),
    checkReplies: values.CHECK_REPLIES,
    webProcesses,
    connections: Math.max(MIN_CONNECTIONS, Math.ceil(DEFAULT_CONNECTIONS / webProcesses)),
    workerConcurrency: values.WORKER_CONCURRENCY,
    drainDelayMs: (values.DRAIN_DELAY_S ?? (local ? 0 : DEFAULT_DRAIN_DELAY_S)) * 1_000,
    workerRecoveryMs: values.WORKER_RECOVERY_MS,
  });
}
