// The environment, read once, checked and frozen. Nothing else on the server looks at process.env.
import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { LICENCE_QUOTAS, LICENCES, type Licence, type Quotas } from '@plumbline/core/access/licence-limits';
import { DEVICE_LIMIT } from '@plumbline/core/features/account/contract';
import { z } from 'zod';
import { readSecretKey } from './secret-key.ts';

export type Role = 'web' | 'worker';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export type Config = Readonly<{
  port: number;
  host: string;
  /** Absolute; exists and can be written. */
  dataDir: string;
  /** Where browsers reach the program, without a slash at the end. */
  publicUrl: string;
  database: Readonly<{ kind: 'embedded' } | { kind: 'server'; url: string }>;
  roles: readonly Role[];
  files: Readonly<
    | { kind: 'folder'; folder: string }
    | { kind: 's3'; endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }
  >;
  mail: Readonly<{ kind: 'kept' } | { kind: 'smtp'; url: string; from: string }>;
  /** How codes reach phones; kept where the operator reads them until a provider is named. */
  sms: Readonly<{ kind: 'kept' } | { kind: 'http'; url: string; token: string }>;
  /** What users accept before they begin, and again when the number goes up. Null: the texts that come with the program. */
  terms: Readonly<{ version: number; url: string | null }>;
  privacy: Readonly<{ version: number; url: string | null }>;
  /** Whom people ask for help; null for nobody. */
  supportEmail: string | null;
  supportPhone: string | null;
  /** Pages of help and of support elsewhere; `{token}` becomes a ticket that lives a minute, `{return}` the way back. */
  helpUrl: string | null;
  supportUrl: string | null;
  /** Nobody learns whether an address has an account. */
  private: boolean;
  /** Browsers may ask for the version before it is everybody's; the proxy in front leads them there. */
  beta: boolean;
  /** Telling devices at once, by the push services of browsers and by further ones; null where nobody is to be told so. */
  push: Readonly<{ privateKey: Buffer | null; services: readonly string[] }> | null;
  /** Bytes that may be brought; null is as much as the disk takes. */
  uploadQuota: { person: number | null; organisation: number | null };
  licences: Readonly<{
    /** Active projects and plans each plan allows. */
    quotas: Readonly<Record<Licence, Quotas>>;
    /** Who takes another plan: the owners of an organisation, or the operator alone. */
    changes: 'owner' | 'operator';
    /** What a new organisation begins with. */
    first: Licence;
    /** Devices one person may register. */
    devices: number;
  }>;
  /** Whether strangers may make accounts; invited people always may. */
  registration: boolean;
  /** Origins that signing in may return to, besides our own. */
  returnTo: readonly string[];
  /** Hosts inside the own network that may be asked although a user has named them, also without TLS. */
  insideHosts: readonly string[];
  /** Who is asked for the records of domains; empty for the name servers of the machine. */
  nameServers: readonly string[];
  /** Null: the outline of the world that comes with the program. `url` has {z}, {x} and {y}. */
  mapTiles: Readonly<{ url: string; attribution: string; maxZoom: number }> | null;
  /** Who finds places by address; null for nobody. `url` has {query}, and may have {language}. */
  geocoder: Readonly<{ url: string; attribution: string }> | null;
  /** Tells the weather of a day; null: it is entered by hand. */
  weather: Readonly<{ url: string; attribution: string }> | null;
  /** Whether browsers on desks keep the program for times without a network, as phones do. */
  offlineOnDesktop: boolean;
  /** What becomes of faults that browsers tell of: into the log, nowhere, or to an address as JSON. */
  faultReports: string;
  /** Whether an empty database is filled with the demo. */
  demo: boolean;
  logLevel: LogLevel;
  /** 32 bytes or more; the same for every process of an installation. Never logged. */
  secretKey: Buffer;
  /** Where LibreOffice is, if not on the PATH. */
  sofficePath: string | undefined;
  /** Which proxies in front are believed about the caller's address, in the words of Fastify's `trustProxy`. */
  trustProxy: boolean | string;
  /** Replies are checked against their schema: for development and tests. */
  checkReplies: boolean;
  /** How many jobs a worker process does at once. */
  workerConcurrency: number;
}>;

/** What is wrong with the settings, in sentences for the operator. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The settings need a change:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const onOff = z.enum(['on', 'off'], { error: 'takes on or off' }).transform((value) => value === 'on');
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `takes an address like ${example}` });

/** Gigabytes as bytes. */
const bytesOf = (gigabytes: number | undefined): number | null =>
  gigabytes === undefined ? null : gigabytes * 1_073_741_824;

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: `takes a number from ${least} to ${most}` })
    .int(`takes a number from ${least} to ${most}`)
    .min(least, `takes a number from ${least} to ${most}`)
    .max(most, `takes a number from ${least} to ${most}`);

/** An address in which each of the places stands once. */
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

/** Words by commas. */
const words = (one: RegExp, error: string) =>
  z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((word) => word.trim() || []))
    .pipe(z.array(z.string().regex(one, error)).max(50));

/** A page elsewhere, with or without the places that are filled in. */
const elsewhere = (example: string) =>
  z
    .string()
    .max(2_000)
    .refine((value) => /^https?:\/\/[^/{}\s]+/u.test(value) && !/\{(?!token\}|return\})/u.test(value), {
      error: `takes an address like ${example}`,
    })
    .optional();

/** Addresses by commas. */
const origins = (example: string) =>
  z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(url(/^https?$/u, example)).max(50));

const VARIABLES = z.object({
  PORT: z.coerce
    .number({ error: 'takes a port number, e.g. 8420' })
    .int('takes a port number, e.g. 8420')
    .min(0, 'takes a port number from 0 to 65535')
    .max(65_535, 'takes a port number from 0 to 65535')
    .default(8420),
  // Only this machine until told otherwise: a fresh installation has a login that everybody knows.
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
  UPLOADS_PER_PERSON_GB: wholeNumber(1, 1_000_000).optional(),
  UPLOADS_PER_ORGANISATION_GB: wholeNumber(1, 1_000_000).optional(),
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
  DEVICES_PER_PERSON: wholeNumber(1, 100).default(DEVICE_LIMIT),
  REGISTRATION: onOff.default(true),
  RETURN_TO: origins('https://support.example.org'),
  INSIDE_HOSTS: words(
    /^[\w.-]+(:\d+)?$|^[\da-f:]+$/iu,
    'takes names or addresses by commas, e.g. login.intranet.example',
  ),
  NAME_SERVERS: words(/^[\d.]+(:\d+)?$|^\[?[\da-f:]+(\]:\d+)?$/iu, 'takes addresses by commas, e.g. 10.0.0.53'),
  MAP_TILES_URL: template(['z', 'x', 'y'], 'https://tiles.example.org/{z}/{x}/{y}.png').optional(),
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
    .default('info'),
  SECRET_KEY: z.string().min(32, 'takes at least 32 random characters, e.g. from: openssl rand -base64 48').optional(),
  SOFFICE_PATH: z.string().optional(),
  TRUST_PROXY: z.string().default('off'),
  CHECK_REPLIES: onOff.default(false),
  WORKER_CONCURRENCY: z.coerce
    .number({ error: 'takes a number from 1 to 64' })
    .int('takes a number from 1 to 64')
    .min(1, 'takes a number from 1 to 64')
    .max(64, 'takes a number from 1 to 64')
    .default(2),
});
type Variables = z.output<typeof VARIABLES>;

/** Variables that only make sense together: any of them asks for all. */
const TOGETHER = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['SMS_URL', 'SMS_TOKEN'],
  ['MAP_TILES_URL', 'MAP_TILES_ATTRIBUTION'],
] as const;

function incomplete(values: Variables): string[] {
  return TOGETHER.flatMap((group) => {
    const missing = group.filter((name) => values[name] === undefined);
    if (missing.length === 0 || missing.length === group.length) return [];
    const given = group.filter((name) => values[name] !== undefined);
    return [`${given.join(', ')} is set, ${missing.join(', ')} is not: set all of them, or none.`];
  });
}

function missingKey(values: Variables): string[] {
  if (values.SECRET_KEY !== undefined || values.S3_ENDPOINT === undefined) return [];
  // A file store shared by several machines: a key made here would be another one on the next machine.
  return [
    'SECRET_KEY is not set: with S3_ENDPOINT every process needs the same one, e.g. from: openssl rand -base64 48',
  ];
}

function parse(environment: Environment): Variables {
  // An empty variable is how compose files and shells say "not set".
  const set = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const result = VARIABLES.safeParse(set);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
  }
  const problems = [...incomplete(result.data), ...missingKey(result.data)];
  if (problems.length > 0) throw new ConfigError(problems);
  return result.data;
}

/** The specified measures, and over them what is set: `pocket=3/200` for projects and plans, `*` for no limit. */
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

/** `on` believes one proxy directly in front; addresses and networks are taken as they are. */
function proxyOf(value: string): boolean | string {
  if (value === 'off') return false;
  return value === 'on' ? true : value;
}

/**
 * Reads the settings; makes the data folder and, without SECRET_KEY, a key file in it.
 * Throws ConfigError naming every variable that needs a change.
 */
export function readConfig(environment: Environment = process.env): Config {
  const values = parse(environment);
  const dataDir = writableFolder(values.DATA_DIR);
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN } = values;
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/u, ''),
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
      person: bytesOf(values.UPLOADS_PER_PERSON_GB),
      organisation: bytesOf(values.UPLOADS_PER_ORGANISATION_GB),
    },
    licences: Object.freeze({
      quotas: quotasBy(values.LICENCE_LIMITS),
      changes: values.LICENCE_CHANGES,
      first: values.FIRST_LICENCE,
      devices: values.DEVICES_PER_PERSON,
    }),
    registration: values.REGISTRATION,
    returnTo: Object.freeze(values.RETURN_TO.map((one) => new URL(one).origin)),
    insideHosts: Object.freeze(values.INSIDE_HOSTS),
    nameServers: Object.freeze(values.NAME_SERVERS),
    mapTiles:
      values.MAP_TILES_URL && values.MAP_TILES_ATTRIBUTION
        ? Object.freeze({
            url: values.MAP_TILES_URL,
            attribution: values.MAP_TILES_ATTRIBUTION,
            maxZoom: values.MAP_TILES_MAX_ZOOM,
          })
        : null,
    weather: values.WEATHER_URL
      ? Object.freeze({ url: values.WEATHER_URL, attribution: values.WEATHER_ATTRIBUTION })
      : null,
    geocoder: values.GEOCODER_URL
      ? Object.freeze({ url: values.GEOCODER_URL, attribution: values.GEOCODER_ATTRIBUTION })
      : null,
    offlineOnDesktop: values.OFFLINE_ON_DESKTOP,
    faultReports: values.FAULT_REPORTS,
    demo: values.DEMO ?? values.DATABASE_URL === undefined,
    logLevel: values.LOG_LEVEL,
    secretKey: values.SECRET_KEY === undefined ? readSecretKey(dataDir) : Buffer.from(values.SECRET_KEY),
    sofficePath: values.SOFFICE_PATH,
    trustProxy: proxyOf(values.TRUST_PROXY),
    checkReplies: values.CHECK_REPLIES,
    workerConcurrency: values.WORKER_CONCURRENCY,
  });
}
