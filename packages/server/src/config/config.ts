// The environment, read once, checked and frozen. Nothing else on the server looks at process.env.
import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { LICENCE_QUOTAS, type Licence, type Quotas } from '@plumbline/core/access/licence-limits';
import { checkReach } from './data-folder-owner.ts';
import { readSecretKey } from './secret-key.ts';
import { ConfigError, type Environment, readVariables, type Variables } from './variables.ts';

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
  /** Of one client: counted over ten seconds, in each process. */
  callsPerSecond: number;
  /** Whether strangers may make accounts; invited people always may. */
  registration: boolean;
  /** Paths before those of services that other machines answer, as `service=/path`, by commas. */
  serviceBases: string;
  /** Origins that signing in may return to, besides our own. */
  returnTo: readonly string[];
  /** Hosts inside the own network that may be asked although a user has named them, also without TLS. */
  insideHosts: readonly string[];
  /** Who is asked for the records of domains; empty for the name servers of the machine. */
  nameServers: readonly string[];
  /** Null: the outline of the world that comes with the program. `url` has {z}, {x} and {y}. */
  mapTiles: Readonly<{ url: string; attribution: string; maxZoom: number; dataZoom: number }> | null;
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

/** Gigabytes as bytes. */
const bytesOf = (gigabytes: number | undefined): number | null =>
  gigabytes === undefined ? null : gigabytes * 1_073_741_824;

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
 * Throws ConfigError naming every variable that needs a change. Somebody at a terminal gets warnings only, next to the words for people.
 */
export function readConfig(environment: Environment = process.env, atTerminal = process.stdout.isTTY): Config {
  const values = readVariables(environment);
  const dataDir = writableFolder(values.DATA_DIR);
  checkReach(dataDir);
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
    callsPerSecond: values.CALLS_PER_SECOND,
    registration: values.REGISTRATION,
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
    weather: values.WEATHER_URL
      ? Object.freeze({ url: values.WEATHER_URL, attribution: values.WEATHER_ATTRIBUTION })
      : null,
    geocoder: values.GEOCODER_URL
      ? Object.freeze({ url: values.GEOCODER_URL, attribution: values.GEOCODER_ATTRIBUTION })
      : null,
    offlineOnDesktop: values.OFFLINE_ON_DESKTOP,
    faultReports: values.FAULT_REPORTS,
    demo: values.DEMO ?? values.DATABASE_URL === undefined,
    logLevel: values.LOG_LEVEL ?? (atTerminal ? 'warn' : 'info'),
    secretKey: values.SECRET_KEY === undefined ? readSecretKey(dataDir) : Buffer.from(values.SECRET_KEY),
    sofficePath: values.SOFFICE_PATH,
    trustProxy: proxyOf(values.TRUST_PROXY),
    checkReplies: values.CHECK_REPLIES,
    workerConcurrency: values.WORKER_CONCURRENCY,
  });
}
