// The environment variables: their formats and default values.
import { LICENCES } from '@plumbline/core/access/licence-limits';
import { MAX_DEVICES } from '@plumbline/core/features/account/devices-contract';
import { readUploadLimits } from '@plumbline/core/features/uploads/limits';
import { SERVICES } from '@plumbline/core/kernel/services';
import { z } from 'zod';
import { readSecretFiles, SECRETS } from './secret-files.ts';

/** Invalid configuration, described in sentences for the operator. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The settings need a change:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

const onOff = z.enum(['on', 'off'], { error: 'takes on or off' }).transform((value) => value === 'on');
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `takes an address like ${example}` });

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: `takes a number from ${least} to ${most}` })
    .int(`takes a number from ${least} to ${most}`)
    .min(least, `takes a number from ${least} to ${most}`)
    .max(most, `takes a number from ${least} to ${most}`);

/** Minutes between two backups or archives. */
const interval = (usual: number) =>
  z
    .union([z.literal('off'), wholeNumber(5, 10_080)], { error: 'takes minutes from 5 to 10080, or off' })
    .default(usual);

const retention = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(z.string().regex(/^\d{1,4}[hdm]$/u, 'takes hours, days and months like 24h,14d,12m')));

/** `*` for no limit, or a number. */
const unlimitedOr = (number: ReturnType<typeof wholeNumber>) =>
  z.union([z.literal('*'), number], { error: 'takes a number of gigabytes, or * for no limit' });

/** A URL that contains each of the placeholders exactly once. */
const template = (places: readonly string[], example: string) =>
  z
    .string()
    .max(2_000)
    .refine(
      (value) => /^https?:\/\/[^/{}]+\//u.test(value) && places.every((one) => value.split(`{${one}}`).length === 2),
      {
        error: `takes an address like ${example}`,
      },
    );

/** A comma-separated list of words. */
const words = (one: RegExp, error: string) =>
  z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((word) => word.trim() || []))
    .pipe(z.array(z.string().regex(one, error)).max(50));

/** The URL of an external page, with or without placeholders. */
const elsewhere = (example: string) =>
  z
    .string()
    .max(2_000)
    .refine((value) => /^https?:\/\/[^/{}\s]+/u.test(value) && !/\{(?!token\}|return\})/u.test(value), {
      error: `takes an address like ${example}`,
    })
    .optional();

/** A comma-separated list of origins. */
const origins = (example: string) =>
  z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(url(/^https?$/u, example)).max(50));

const RANDOM_WANTED = 'takes at least 32 random characters, e.g. from: openssl rand -base64 48';

const SAMPLERS = ['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const;

const VARIABLES = z.object({
  PORT: z.coerce
    .number({ error: 'takes a port number, e.g. 8420' })
    .int('takes a port number, e.g. 8420')
    .min(0, 'takes a port number from 0 to 65535')
    .max(65_535, 'takes a port number from 0 to 65535')
    .default(8420),
  // Reachable only from this machine by default: a new installation has a publicly known demo login.
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: url(/^https?$/u, 'https://plans.example.org').optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./u, 'takes an address like postgres://user:password@host:5432/plumbline')
    .optional(),
  ROLES: z
    .string()
    .default('web,worker')
    .transform((value) => [...new Set(value.split(',').map((role) => role.trim()))])
    .pipe(z.array(z.enum(['web', 'worker'], { error: 'takes web, worker or web,worker' })).min(1)),
  S3_ENDPOINT: url(/^https?$/u, 'https://s3.example.org').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_S3_ENDPOINT: url(/^https?$/u, 'https://s3.example.org').optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
  BACKUP_KEY: z.string().min(32, RANDOM_WANTED).optional(),
  BACKUP_EVERY_MIN: interval(1_440),
  BACKUP_KEEP: retention('24h,14d,12m'),
  BACKUP_CONTINUOUS_DAYS: wholeNumber(1, 35).optional(),
  ARCHIVE_FOLDER: z.string().optional(),
  ARCHIVE_S3_ENDPOINT: url(/^https?$/u, 'https://s3.example.org').optional(),
  ARCHIVE_S3_BUCKET: z.string().optional(),
  ARCHIVE_S3_REGION: z.string().default('us-east-1'),
  ARCHIVE_S3_ACCESS_KEY: z.string().optional(),
  ARCHIVE_S3_SECRET_KEY: z.string().optional(),
  ARCHIVE_EVERY_MIN: interval(1_440),
  ARCHIVE_KEEP: retention('7d,12m'),
  SMTP_URL: url(/^smtps?$/u, 'smtps://user:password@mail.example.org').optional(),
  MAIL_FROM: z.string().regex(/@/u, 'takes a sender like "Plumbline <plans@example.org>"').optional(),
  SMS_URL: url(/^https?$/u, 'https://sms.example.org/messages').optional(),
  SMS_TOKEN: z.string().optional(),
  TERMS_URL: url(/^https?$/u, 'https://example.org/terms').optional(),
  TERMS_VERSION: wholeNumber(1, 1_000_000).default(1),
  PRIVACY_URL: url(/^https?$/u, 'https://example.org/privacy').optional(),
  PRIVACY_VERSION: wholeNumber(1, 1_000_000).default(1),
  SUPPORT_EMAIL: z.email('takes an e-mail address').optional(),
  SUPPORT_PHONE: z
    .string()
    .regex(/^\+?[\d\s()/.-]{3,40}$/u, 'takes a phone number like +43 1 234567')
    .optional(),
  HELP_URL: elsewhere('https://help.example.org/plumbline'),
  SUPPORT_URL: elsewhere('https://support.example.org/enter?ticket={token}&back={return}'),
  PRIVATE: onOff.default(false),
  BETA: onOff.default(false),
  PUSH: onOff.default(true),
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}=?$/u, 'takes the 32 bytes of a private key of P-256 in base64url')
    .optional(),
  PUSH_SERVICES: origins('https://push.example.org'),
  UPLOADS_PER_PERSON_GB: unlimitedOr(wholeNumber(1, 1_000_000)).optional(),
  UPLOADS_PER_ORGANISATION_GB: unlimitedOr(wholeNumber(1, 1_000_000)).optional(),
  UPLOAD_LIMITS_MB: z
    .string()
    .default('')
    .refine((value) => readUploadLimits(value) !== undefined, {
      error: 'takes megabytes like video=2000,file=250: photo up to 64, video 20000, file 2000, template and people 20',
    }),
  LICENCE_LIMITS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
    .pipe(
      z.array(
        z
          .string()
          .regex(/^(test|pocket|combo|multi)=(\d{1,6}|\*)\/(\d{1,6}|\*)$/u, 'takes plans like pocket=2/100,multi=*/*'),
      ),
    ),
  LICENCE_CHANGES: z.enum(['owner', 'operator'], { error: 'takes owner or operator' }).default('owner'),
  FIRST_LICENCE: z.enum(LICENCES, { error: `takes ${LICENCES.join(', ')}` }).default('multi'),
  DEVICES_PER_PERSON: wholeNumber(1, 100).default(MAX_DEVICES),
  CALLS_PER_SECOND: wholeNumber(10, 1_000_000).default(100),
  REGISTRATION: onOff.optional(),
  RETURN_TO: origins('https://support.example.org'),
  SERVICE_BASES: words(
    new RegExp(`^(${Object.keys(SERVICES).join('|')})=(/[\\w-]+)+$`, 'u'),
    'takes services and paths like reports=/heavy,bim-api=/models',
  ),
  INSIDE_HOSTS: words(
    /^[\w.-]+(:\d+)?$|^[\da-f:]+$/iu,
    'takes names or addresses by commas, e.g. login.intranet.example',
  ),
  NAME_SERVERS: words(/^[\d.]+(:\d+)?$|^\[?[\da-f:]+(\]:\d+)?$/iu, 'takes addresses by commas, e.g. 10.0.0.53'),
  MAP_TILES_URL: z
    .union(
      [
        template(['z', 'x', 'y'], 'https://tiles.example.org/{z}/{x}/{y}.png'),
        z
          .string()
          .max(2_000)
          .regex(/^(https?:\/\/[^/{}]+)?\/[^{}]*\.pmtiles([?#][^{}]*)?$/u),
      ],
      {
        error:
          'takes an address like https://tiles.example.org/{z}/{x}/{y}.png, the same with .pbf or .mvt, or a file or an address that ends in .pmtiles',
      },
    )
    .optional(),
  MAP_TILES_DATA_ZOOM: wholeNumber(1, 22).default(14),
  MAP_TILES_ATTRIBUTION: z.string().max(300, 'takes up to 300 characters').optional(),
  MAP_TILES_MAX_ZOOM: z.coerce
    .number({ error: 'takes a zoom level from 1 to 22' })
    .int('takes a zoom level from 1 to 22')
    .min(1, 'takes a zoom level from 1 to 22')
    .max(22, 'takes a zoom level from 1 to 22')
    .default(19),
  GEOCODER_URL: template(['query'], 'https://geocoder.example.org/search?format=jsonv2&limit=8&q={query}').optional(),
  GEOCODER_ATTRIBUTION: z.string().max(300, 'takes up to 300 characters').default(''),
  WEATHER_URL: template(
    ['lat', 'lon', 'day'],
    'https://weather.example.org/v1/archive?latitude={lat}&longitude={lon}&start_date={day}&end_date={day}',
  ).optional(),
  WEATHER_ATTRIBUTION: z.string().max(300, 'takes up to 300 characters').default(''),
  TIMESTAMP_URL: url(/^https?$/u, 'https://tsa.example.org/tsr').optional(),
  OFFLINE_ON_DESKTOP: onOff.default(false),
  FAULT_REPORTS: z
    .union([z.enum(['log', 'off']), url(/^https?$/u, 'https://faults.example.org/plumbline')], {
      error: 'takes log, off or an address like https://faults.example.org/plumbline',
    })
    .default('log'),
  DEMO: onOff.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'takes fatal, error, warn, info, debug, trace or silent',
    })
    .optional(),
  SECRET_KEY: z.string().min(32, RANDOM_WANTED).optional(),
  SOFFICE_PATH: z.string().optional(),
  FFMPEG_PATH: z.string().optional(),
  TESSERACT_PATH: z.string().optional(),
  TESSERACT_LANGUAGES: z
    .string()
    .regex(/^[a-z]{3}(?:_[a-z]+)?(?:\+[a-z]{3}(?:_[a-z]+)?)*$/iu, 'takes languages such as deu+eng')
    .optional(),
  KEEP_NOTIFICATIONS_DAYS: wholeNumber(7, 3_650).default(183),
  KEEP_SECURITY_EVENTS_DAYS: wholeNumber(30, 36_500).optional(),
  VIRUS_SCANNER: z
    .string()
    .regex(/^clamd:\/\/([^/]+|\/.+)$/u, 'takes an address like clamd://127.0.0.1:3310 or clamd:///run/clamav/clamd.ctl')
    .optional(),
  TRUST_PROXY: z.string().default('off'),
  CHECK_REPLIES: onOff.default(false),
  WEB_PROCESSES: wholeNumber(1, 64).optional(),
  WORKER_CONCURRENCY: z.coerce
    .number({ error: 'takes a number from 1 to 64' })
    .int('takes a number from 1 to 64')
    .min(1, 'takes a number from 1 to 64')
    .max(64, 'takes a number from 1 to 64')
    .default(2),
  ACCESS_LOG: onOff.optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  RETURNED_EMAIL_TOKEN: z.string().min(16, 'takes at least 16 random characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'takes at least 16 random characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/u, 'http://localhost:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(/^https?$/u, 'http://localhost:4318/v1/traces').optional(),
  OTEL_SERVICE_NAME: z.string().default('plumbline'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'takes otlp or none' }).default('otlp'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `takes one of ${SAMPLERS.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'takes a number from 0 to 1' })
    .min(0, 'takes a number from 0 to 1')
    .max(1, 'takes a number from 0 to 1')
    .default(1),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'], { error: 'takes true or false' })
    .default('false')
    .transform((value) => value === 'true'),
  DRAIN_DELAY_S: wholeNumber(0, 120).optional(),
  WORKER_RECOVERY_MS: wholeNumber(100, 60_000).default(10_000),
});
export type Variables = z.output<typeof VARIABLES>;

/** Variables that must be set together: setting one requires all. */
const REQUIRED_TOGETHER = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'],
  ['ARCHIVE_S3_ENDPOINT', 'ARCHIVE_S3_BUCKET', 'ARCHIVE_S3_ACCESS_KEY', 'ARCHIVE_S3_SECRET_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['SMS_URL', 'SMS_TOKEN'],
  ['MAP_TILES_URL', 'MAP_TILES_ATTRIBUTION'],
] as const;

function incomplete(values: Variables): string[] {
  return REQUIRED_TOGETHER.flatMap((group) => {
    const missing = group.filter((name) => values[name] === undefined);
    if (missing.length === 0 || missing.length === group.length) return [];
    const given = group.filter((name) => values[name] !== undefined);
    return [`${given.join(', ')} is set, ${missing.join(', ')} is not: set all of them, or none.`];
  });
}

function missingKey(values: Variables): string[] {
  if (values.SECRET_KEY !== undefined || values.S3_ENDPOINT === undefined) return [];
  // For a file store shared by several machines: each machine would generate its own key.
  return [
    'SECRET_KEY is not set: with S3_ENDPOINT every process needs the same one, e.g. from: openssl rand -base64 48',
  ];
}

function archiveProblems({ ARCHIVE_FOLDER, ARCHIVE_S3_ENDPOINT }: Variables): string[] {
  if (ARCHIVE_FOLDER === undefined || ARCHIVE_S3_ENDPOINT === undefined) return [];
  return ['ARCHIVE_FOLDER and ARCHIVE_S3_ENDPOINT are set: set one of them.'];
}

/** Backups need exactly one place and a key that is kept elsewhere. */
function backupProblems(values: Variables): string[] {
  const { BACKUP_FOLDER, BACKUP_S3_ENDPOINT, BACKUP_KEY, BACKUP_CONTINUOUS_DAYS } = values;
  const places = [BACKUP_FOLDER, BACKUP_S3_ENDPOINT].filter((one) => one !== undefined);
  if (places.length > 1) return ['BACKUP_FOLDER and BACKUP_S3_ENDPOINT are set: set one of them.'];
  if (places.length === 1 && BACKUP_KEY === undefined)
    return ['BACKUP_KEY is not set: backups are encrypted with it. Keep a copy elsewhere.'];
  if (BACKUP_CONTINUOUS_DAYS === undefined) return [];
  if (values.DATABASE_URL !== undefined)
    return ['BACKUP_CONTINUOUS_DAYS is for the embedded database: with DATABASE_URL, archive the log of that server.'];
  if (places.length === 0)
    return ['BACKUP_CONTINUOUS_DAYS is set, but no place for backups: set BACKUP_FOLDER or BACKUP_S3_ENDPOINT.'];
  return [];
}

/** Compose files and shells use an empty variable to mean "not set". */
const withoutEmpty = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );

export type Setting = { name: string; value: string | null; isSet: boolean };

/** A URL may contain a key in its path, its query or its user name. */
function shownValue(name: string, value: unknown): string {
  if (SECRETS.includes(name)) return '••••';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  if (name === 'PUBLIC_URL' || !/^\w+:\/\//u.test(text)) return text;
  return URL.canParse(text) ? `${new URL(text).protocol}//${new URL(text).host}/…` : '…';
}

/** All variables in force, those with a default value included. Contains no secret. */
export function listSettings(environment: Environment): Setting[] {
  const set = withoutEmpty(environment);
  return Object.entries<unknown>({
    ...Object.fromEntries(Object.keys(VARIABLES.shape).map((name) => [name, undefined])),
    ...readVariables(environment),
  }).map(([name, value]) => {
    const isSet = name in set || `${name}_FILE` in set;
    return { name, value: value === undefined ? null : shownValue(name, value) || null, isSet };
  });
}

/** Reads and validates all variables. Throws ConfigError naming every one that must change. */
export function readVariables(environment: Environment): Variables {
  const fromFiles = readSecretFiles(withoutEmpty(environment));
  if (fromFiles.problems.length > 0) throw new ConfigError(fromFiles.problems);
  const result = VARIABLES.safeParse(fromFiles.values);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
  }
  const checks = [incomplete, missingKey, backupProblems, archiveProblems];
  const problems = checks.flatMap((check) => check(result.data));
  if (problems.length > 0) throw new ConfigError(problems);
  return result.data;
}
