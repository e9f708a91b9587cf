import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { readSecretKey } from './secret-key.ts';
import { ConfigError } from './variables.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (extra: Record<string, string> = {}, atTerminal = false) =>
  readConfig({ DATA_DIR: folder, ...extra }, atTerminal);
const KEY = 'k'.repeat(32);
const BACKUP_S3 = {
  BACKUP_S3_ENDPOINT: 'http://b',
  BACKUP_S3_BUCKET: 'b',
  BACKUP_S3_ACCESS_KEY: 'a',
  BACKUP_S3_SECRET_KEY: 's',
};
const S3 = { S3_ENDPOINT: 'http://localhost:1', S3_BUCKET: 'b', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' };

describe('readConfig', () => {
  it('has a default for everything', () => {
    const config = read();
    expect(config).toMatchObject({
      port: 8420,
      publicUrl: 'http://localhost:8420',
      database: { kind: 'embedded' },
      roles: ['web', 'worker'],
      files: { kind: 'folder', folder: path.join(folder, 'files') },
      mail: { kind: 'kept' },
      demo: true,
      logLevel: 'info',
      trustProxy: false,
      checkReplies: false,
    });
    expect(Object.isFrozen(config)).toBe(true);
    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
  });

  it('divides the database connections among the web processes', () => {
    expect(read().webProcesses).toBeGreaterThanOrEqual(1);
    expect(read().webProcesses).toBeLessThanOrEqual(4);
    expect(read({ WEB_PROCESSES: '1' })).toMatchObject({ webProcesses: 1, connections: 20 });
    expect(read({ WEB_PROCESSES: '3' })).toMatchObject({ webProcesses: 3, connections: 7 });
    expect(read({ WEB_PROCESSES: '16' })).toMatchObject({ webProcesses: 16, connections: 6 });
    expect(read({ WEB_PROCESSES: '16', ROLES: 'worker' })).toMatchObject({ webProcesses: 1, connections: 20 });
    expect(() => read({ WEB_PROCESSES: '0' })).toThrow('WEB_PROCESSES takes a number from 1 to 64');
  });

  it('treats an empty variable as not set', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ', S3_ENDPOINT: '' }).database).toEqual({ kind: 'embedded' });
  });

  it('creates no demo on a database server unless configured', () => {
    const DATABASE_URL = 'postgres://u:p@db/plumbline';
    expect(read({ DATABASE_URL }).demo).toBe(false);
    expect(read({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
    expect(read({ DEMO: 'off' }).demo).toBe(false);
  });

  it('allows registration and creates the demo only on a local address', () => {
    const GB = 1_073_741_824;
    for (const PUBLIC_URL of [
      'http://localhost:8420',
      'http://127.0.0.1',
      'http://[::1]:1/',
      'https://site.localhost',
    ]) {
      expect(read({ PUBLIC_URL })).toMatchObject({
        demo: true,
        registration: true,
        drainDelayMs: 0,
        uploadQuota: { person: null, organisation: null },
      });
    }
    for (const PUBLIC_URL of [
      'https://plans.example.org',
      'http://192.168.1.5:8420',
      'https://localhost.example.org',
    ]) {
      expect(read({ PUBLIC_URL })).toMatchObject({
        demo: false,
        registration: false,
        drainDelayMs: 5_000,
        uploadQuota: { person: 100 * GB, organisation: 1_000 * GB },
      });
    }
    const opened = {
      PUBLIC_URL: 'https://plans.example.org',
      DEMO: 'on',
      REGISTRATION: 'on',
      DRAIN_DELAY_S: '0',
      UPLOADS_PER_PERSON_GB: '*',
      UPLOADS_PER_ORGANISATION_GB: '5',
    };
    expect(read(opened)).toMatchObject({
      demo: true,
      registration: true,
      drainDelayMs: 0,
      uploadQuota: { person: null, organisation: 5 * GB },
    });
  });

  it('logs less at a terminal unless a level is set', () => {
    expect(read({}, true).logLevel).toBe('warn');
    expect(read({ LOG_LEVEL: 'info' }, true).logLevel).toBe('info');
  });

  it('selects adapters by their variables', () => {
    const config = read({ ...S3, SECRET_KEY: KEY, SMTP_URL: 'smtp://m:25', MAIL_FROM: 'a@b.c', ROLES: 'worker' });
    expect(config.files).toMatchObject({ kind: 's3', bucket: 'b', region: 'us-east-1' });
    expect(config.mail).toEqual({ kind: 'smtp', url: 'smtp://m:25', from: 'a@b.c' });
    expect(config.roles).toEqual(['worker']);
    expect(config.secretKey).toEqual(Buffer.from(KEY));
  });

  it('reads secrets from files', () => {
    const file = path.join(folder, 'key');
    writeFileSync(file, `${KEY}\n`);
    expect(read({ SECRET_KEY_FILE: file }).secretKey).toEqual(Buffer.from(KEY));
  });

  it('reads where, how often and for how long backups are kept', () => {
    expect(read({ BACKUP_KEY: KEY }).backup).toBeNull();
    expect(read({ BACKUP_FOLDER: '/backups', BACKUP_KEY: KEY }).backup).toEqual({
      files: { kind: 'folder', folder: '/backups' },
      key: KEY,
      everyMs: 86_400_000,
      continuousDays: null,
      keep: { hours: 24, days: 14, months: 12 },
    });
    expect(read({ ...BACKUP_S3, BACKUP_KEY: KEY, BACKUP_EVERY_MIN: 'off', BACKUP_KEEP: '3d' }).backup).toMatchObject({
      files: { kind: 's3', endpoint: 'http://b', bucket: 'b', accessKey: 'a', secretKey: 's' },
      everyMs: null,
      keep: { hours: 0, days: 3, months: 0 },
    });
    const continuous = { BACKUP_FOLDER: '/backups', BACKUP_KEY: KEY, BACKUP_CONTINUOUS_DAYS: '7' };
    expect(read(continuous).backup?.continuousDays).toBe(7);
  });

  it('accepts base paths of known services only', () => {
    expect(read().serviceBases).toBe('');
    expect(read({ SERVICE_BASES: 'reports=/heavy, bim-api=/far/models' }).serviceBases).toBe(
      'reports=/heavy,bim-api=/far/models',
    );
    for (const wrong of ['unknown=/heavy', 'reports=heavy', 'reports=https://elsewhere.example', 'reports=/"><script>'])
      expect(() => read({ SERVICE_BASES: wrong })).toThrow(/SERVICE_BASES/u);
  });

  it('exports traces if a collector is named', () => {
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
    expect(read({}).tracing).toBeNull();
    expect(read(collector).tracing).toEqual({ service: 'plumbline', ratio: 1 });
    const tenth = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
    expect(read({ ...collector, ...tenth, OTEL_SERVICE_NAME: 'web-1' }).tracing).toEqual({
      service: 'web-1',
      ratio: 0.1,
    });
    expect(read({ ...collector, OTEL_TRACES_SAMPLER: 'parentbased_always_off' }).tracing?.ratio).toBe(0);
    expect(read({ ...collector, OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull();
    expect(read({ ...collector, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeNull();
  });

  const WRONG: [string, Record<string, string>, RegExp][] = [
    ['an invalid port', { PORT: 'eighty' }, /PORT takes a port number/u],
    ['a port out of range', { PORT: '70000' }, /PORT .*65535/u],
    ['an unknown role', { ROLES: 'web,cook' }, /ROLES takes web, worker/u],
    ['an unsupported database', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL takes an address like postgres:/u],
    [
      'incomplete S3 settings',
      { S3_ENDPOINT: 'http://s' },
      /S3_ENDPOINT is set, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY is not/u,
    ],
    ['S3 without a key', S3, /SECRET_KEY is not set/u],
    ['incomplete mail settings', { SMTP_URL: 'smtp://m' }, /MAIL_FROM is not/u],
    ['a short key', { SECRET_KEY: 'short' }, /SECRET_KEY takes at least 32/u],
    [
      'two locations for archives',
      {
        ARCHIVE_FOLDER: '/archives',
        ARCHIVE_S3_ENDPOINT: 'http://a',
        ARCHIVE_S3_BUCKET: 'a',
        ARCHIVE_S3_ACCESS_KEY: 'a',
        ARCHIVE_S3_SECRET_KEY: 's',
      },
      /set one of them/u,
    ],
    ['a location for backups without a key', { BACKUP_FOLDER: '/backups' }, /BACKUP_KEY is not set/u],
    [
      'continuous backups without a location',
      { BACKUP_CONTINUOUS_DAYS: '7' },
      /BACKUP_CONTINUOUS_DAYS is set, but no place/u,
    ],
    [
      'continuous backups of a database server',
      { BACKUP_CONTINUOUS_DAYS: '7', BACKUP_FOLDER: '/b', BACKUP_KEY: KEY, DATABASE_URL: 'postgres://u@h/d' },
      /BACKUP_CONTINUOUS_DAYS is for the embedded database/u,
    ],
    [
      'two locations for backups',
      { BACKUP_FOLDER: '/backups', BACKUP_KEY: KEY, ...BACKUP_S3 },
      /BACKUP_FOLDER and BACKUP_S3_ENDPOINT are set/u,
    ],
    ['an invalid retention', { BACKUP_KEEP: '7 days' }, /BACKUP_KEEP takes hours, days and months/u],
    ['a missing secret file', { SECRET_KEY_FILE: '/nowhere/key' }, /SECRET_KEY_FILE: .* cannot be read \(ENOENT\)/u],
    ['an empty secret file', { BACKUP_KEY_FILE: '/dev/null' }, /BACKUP_KEY_FILE: \/dev\/null is empty/u],
    [
      'a secret in a file and a setting',
      { SECRET_KEY: KEY, SECRET_KEY_FILE: '/dev/null' },
      /SECRET_KEY and SECRET_KEY_FILE are set/u,
    ],
    ['an invalid switch', { DEMO: 'perhaps' }, /DEMO takes on or off/u],
    ['an invalid level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL takes fatal/u],
    ['an invalid quota', { UPLOADS_PER_PERSON_GB: 'much' }, /UPLOADS_PER_PERSON_GB takes a number of gigabytes/u],
    ['an invalid address', { PUBLIC_URL: 'ftp://x' }, /PUBLIC_URL takes an address/u],
  ];
  it.each(WRONG)('rejects %s and names the variable', (_what, extra, message) => {
    expect(() => read(extra)).toThrow(ConfigError);
    expect(() => read(extra)).toThrow(message);
  });

  it('reports every problem at once without showing values', () => {
    expect(() => read({ PORT: 'x', SECRET_KEY: 'hush-hush' })).toThrow(/PORT[\s\S]*SECRET_KEY/u);
    expect(() => read({ SECRET_KEY: 'hush-hush' })).not.toThrow(/hush/u);
  });

  it('rejects a data folder that cannot exist', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(() => read({ DATA_DIR: file })).toThrow(/DATA_DIR: the folder .* cannot be written/u);
  });
});

describe('readSecretKey', () => {
  it('creates one key that only its owner can read', () => {
    const key = readSecretKey(folder);
    const file = path.join(folder, 'secret.key');
    expect(key.length).toBe(48);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(readSecretKey(folder)).toEqual(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('rejects a damaged key instead of creating another', () => {
    writeFileSync(path.join(folder, 'secret.key'), 'ab');
    expect(() => readSecretKey(folder)).toThrow(/damaged/u);
  });
});
