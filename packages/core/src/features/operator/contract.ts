// The operator's page: the state of the installation, for those who hold the operator key.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { instant } from '../../kernel/text.ts';

const key = z.string().min(8).max(128);
const bytes = z.number().min(0);

export const OPTIONAL_PROGRAMS = ['libreoffice', 'ffmpeg', 'tesseract'] as const;

const failedJob = z.strictObject({
  id: z.string(),
  task: z.string(),
  attempts: z.int(),
  /** The message of the last attempt; empty if it left none. */
  error: z.string(),
  lastAttemptAt: instant,
  /** Null: it has no attempts left, and is run again only on request. */
  nextAttemptAt: instant.nullable(),
});

/** A variable of the configuration. Secrets and paths of URLs are withheld. */
const setting = z.strictObject({
  name: z.string(),
  /** Null: not set, and without a default. */
  value: z.string().nullable(),
  isSet: z.boolean(),
});

const securityEvent = z.strictObject({
  id: z.string(),
  at: instant,
  kind: z.string(),
  person: z.string(),
  organisation: z.string(),
});

const storage = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  users: z.int(),
  projects: z.int(),
  /** Of the uploaded files that count towards the quota. */
  bytes,
});

export const operatorOverview = endpoint({
  name: 'operatorOverview',
  summary: 'Gets the state of the installation; requires the operator key',
  method: 'POST',
  path: '/api/operator/overview',
  guard: { kind: 'public' },
  body: z.strictObject({ key }),
  reply: z.strictObject({
    version: z.string(),
    at: instant,
    database: z.string(),
    disks: z.array(
      z.strictObject({ folder: z.enum(['data', 'files', 'backups', 'archives']), free: bytes, size: bytes }),
    ),
    queue: z.strictObject({
      running: z.int(),
      waiting: z.int(),
      scheduled: z.int(),
      failed: z.int(),
      /** Seconds that the oldest job that could run has waited. */
      oldest: z.number(),
    }),
    /** Jobs whose last attempt failed; the newest 100. */
    failedJobs: z.array(failedJob),
    backup: z
      .strictObject({
        finishedAt: instant.nullable(),
        /** Of a failure after the last one that was completed. */
        failedAt: instant.nullable(),
        error: z.string().nullable(),
        bytes,
        missingFiles: z.int(),
      })
      /** Null: no place for backups is configured. */
      .nullable(),
    /** The scheduled archives of all projects. */
    archives: z
      .strictObject({
        /** Of the last run in which every project was archived. */
        finishedAt: instant.nullable(),
        projects: z.int(),
        /** Of a failure after that. */
        failedAt: instant.nullable(),
        error: z.string().nullable(),
      })
      /** Null: no place for them is configured. */
      .nullable(),
    /** Programs of the system that extend what the installation can do. */
    programs: z.array(z.strictObject({ name: z.enum(OPTIONAL_PROGRAMS), isInstalled: z.boolean() })),
    /** Null: emails are stored instead of sent. */
    mailFrom: z.string().nullable(),
    /** The 500 that store most, the largest first. */
    organisations: z.array(storage),
    settings: z.array(setting),
    /** The newest 100. */
    events: z.array(securityEvent),
  }),
  idempotencyKey: false,
});
export type OperatorOverview = z.infer<typeof operatorOverview.reply>;

export const operatorRetryJobs = endpoint({
  name: 'operatorRetryJobs',
  summary: 'Runs failed jobs again; requires the operator key',
  method: 'POST',
  path: '/api/operator/jobs/retry',
  guard: { kind: 'public' },
  body: z.strictObject({
    key,
    jobIds: z
      .array(z.string().regex(/^\d{1,18}$/u))
      .min(1)
      .max(100),
  }),
  /** Jobs that have since ended or started are not counted. */
  reply: z.strictObject({ retried: z.int() }),
  idempotencyKey: false,
});

export const operatorTestMail = endpoint({
  name: 'operatorTestMail',
  summary: 'Sends a test email; requires the operator key',
  method: 'POST',
  path: '/api/operator/testMail',
  guard: { kind: 'public' },
  body: z.strictObject({ key, to: z.email().max(254) }),
  /** `error`: the message of the mail server; null if it accepted the email. */
  reply: z.strictObject({ error: z.string().nullable() }),
  idempotencyKey: false,
});
