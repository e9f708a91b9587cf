// Links by which anyone can see and download a report: until a chosen day, with a password if wanted. Each download is
// recorded.
import { z } from 'zod';
import { endpoint, flag } from '../../kernel/endpoint.ts';
import { id, instant } from '../../kernel/text.ts';
import { MAX_PREVIEW_PAGES, REPORT_FORMATS, report } from './contract.ts';

/** `sent`: the mail server took the email. `failed`: it refused or returned it, or could not be reached for two days. */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed'] as const;

export const SHARE_EVENTS = ['opened', 'downloaded'] as const;
/** How long a link works unless its end is changed. */
export const DEFAULT_SHARE_DAYS = 30;
/** The longest time that a link works. */
export const MAX_SHARE_DAYS = 366;
export const MIN_SHARE_PASSWORD = 6;
/** Entries of the log that are shown. */
export const MAX_SHARE_LOG = 100;

const guard = { kind: 'project', needs: 'report.share' } as const;
const one = z.strictObject({ projectId: id, reportId: id });
const path = '/api/reports/projects/:projectId/reports/:reportId/share';

export const changeReportShare = endpoint({
  name: 'changeReportShare',
  summary: 'Changes the end and the password of the link of a report; a password of null removes it',
  method: 'PATCH',
  path,
  guard,
  // Lasts longer than a support token.
  personal: true,
  params: one,
  body: z.strictObject({
    expiresAt: instant.optional(),
    password: z.string().min(MIN_SHARE_PASSWORD).max(200).nullable().optional(),
  }),
  reply: report,
});

export const reportShareLog = endpoint({
  name: 'reportShareLog',
  summary: 'Lists who was sent the report, when its link was opened and when the file was downloaded, newest first',
  method: 'GET',
  path: `${path}/log`,
  guard,
  params: one,
  reply: z.strictObject({
    downloads: z.int(),
    entries: z.array(z.strictObject({ at: instant, event: z.enum(SHARE_EVENTS) })).max(MAX_SHARE_LOG),
    deliveries: z
      .array(z.strictObject({ id, address: z.string(), state: z.enum(DELIVERY_STATES), at: instant }))
      .max(MAX_SHARE_LOG),
  }),
});

const token = z.string().regex(/^[\w-]{22,64}$/u);
/** Proves for an hour that the password was entered. */
const grant = z.string().max(200).optional();

export const sharedReportInfo = z.strictObject({
  title: z.string(),
  projectTitle: z.string(),
  format: z.enum(REPORT_FORMATS),
  /** Bytes. */
  size: z.int(),
  createdAt: instant,
  createdByName: z.string(),
  expiresAt: instant,
});

export type SharedReportInfo = z.output<typeof sharedReportInfo>;

export const openSharedReport = endpoint({
  name: 'openSharedReport',
  summary: 'Shows what a link leads to; `report` is null if the link requires a password and none was given',
  method: 'POST',
  path: '/api/reports/shared/:token/open',
  guard: { kind: 'public' },
  params: z.strictObject({ token }),
  body: z.strictObject({ password: z.string().max(200).optional() }),
  reply: z.strictObject({
    report: sharedReportInfo.nullable(),
    grant: z.string(),
    /** How many of its pages can be shown as pictures. */
    pages: z.int().min(0).max(MAX_PREVIEW_PAGES),
  }),
  idempotencyKey: false,
});

export const sharedReportPage = endpoint({
  name: 'sharedReportPage',
  summary: 'Shows one of the first pages of a shared PDF file as a picture',
  method: 'GET',
  path: '/api/reports/shared/:token/pages/:page',
  guard: { kind: 'public' },
  params: z.strictObject({ token, page: z.coerce.number().int().min(1).max(MAX_PREVIEW_PAGES) }),
  query: z.strictObject({ grant }),
  reply: z.any(),
});

export const sharedReport = endpoint({
  name: 'sharedReport',
  summary:
    'Gets a shared report by its link; redirects a browser to its page if the link has expired or needs its password again',
  method: 'GET',
  path: '/api/reports/shared/:token',
  guard: { kind: 'public' },
  params: z.strictObject({ token }),
  query: z.strictObject({
    grant,
    /** Saved to a file instead of shown. */
    download: flag.optional(),
  }),
  reply: z.any(),
});
