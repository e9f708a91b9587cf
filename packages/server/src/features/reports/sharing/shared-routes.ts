// Shared reports over HTTP, for anyone who has the link: what it leads to, the first pages, and the file.
import { Readable } from 'node:stream';
import { MAX_PREVIEW_PAGES } from '@plumbline/core/features/reports/contract';
import { openSharedReport, sharedReport, sharedReportPage } from '@plumbline/core/features/reports/sharing';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyRequest } from 'fastify';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Feature } from '../../../http/feature.ts';
import { sendFile } from '../../../http/files/send-file.ts';
import { clientAddress } from '../../../http/limits/client-address.ts';
import { createSlots } from '../../../http/limits/concurrency-slots.ts';
import { take } from '../../../http/limits/rate-limit.ts';
import { instanceKey, macOf, sameBytes } from '../../../http/security/instance-key.ts';
import { hashOf } from '../../../http/session.ts';
import type { Services } from '../../../platform/services.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import { onDisk, withScratch } from '../../uploads/scratch.ts';
import { drawPages } from '../pdf/draw-pages.ts';
import { reportOfShare, type SharedReport } from './shares.ts';

const GRANT_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Passwords tried per hour: for one link, and from one address. */
const MAX_TRIES = 20;
const MAX_TRIES_OF_ADDRESS = 60;
/** Drawing takes a processor core and some hundred megabytes. */
const drawing = createSlots(1, 20);
/** Each password hash takes 46 MiB. */
const verifying = createSlots(2, 50);

/** Changes with the password, so that a new one ends what the old one opened. */
const grantMac = ({ config }: Services, { reportId, password }: SharedReport, end: number): Buffer =>
  macOf(instanceKey(config.secretKey, 'signed link'), 'shared report', reportId, password ?? '', end);

function grantFor(services: Services, shared: SharedReport): string {
  const end = services.clock.now().getTime() + GRANT_MS;
  return `${end}.${grantMac(services, shared, end).toString('base64url')}`;
}

function isGranted(services: Services, shared: SharedReport, grant: string | undefined): boolean {
  if (shared.password === null) return true;
  const [end = '', mac = ''] = grant?.split('.') ?? [];
  if (!/^\d{1,16}$/u.test(end) || Number(end) <= services.clock.now().getTime()) return false;
  return sameBytes(grantMac(services, shared, Number(end)), Buffer.from(mac, 'base64url'));
}

async function found(services: Services, request: FastifyRequest, token: string): Promise<SharedReport> {
  const limit = { bucket: `shared-report:${clientAddress(request.ip)}`, max: 120, windowMs: MINUTE_MS };
  await take(services.pool, [limit], services.clock.now());
  return reportOfShare(services, hashOf(token));
}

const isEnded = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'share_ended' || error.code === 'not_found');

const record = (services: Services, { organisationId, reportId }: SharedReport, event: 'opened' | 'downloaded') =>
  tenantTransaction(services.pool, organisationId, (db) =>
    db.query('INSERT INTO report_share_event (organisation_id, id, report_id, event, at) VALUES ($1, $2, $3, $4, $5)', [
      organisationId,
      services.newId(),
      reportId,
      event,
      services.clock.now(),
    ]),
  );

/** Throws `wrong_password`, and `too_many` after many tries. */
async function checkPassword(services: Services, request: FastifyRequest, shared: SharedReport, password: string) {
  const windowMs = 60 * MINUTE_MS;
  const limits = [
    { bucket: `share-password:${shared.reportId}`, max: MAX_TRIES, windowMs },
    { bucket: `share-password:${clientAddress(request.ip)}`, max: MAX_TRIES_OF_ADDRESS, windowMs },
  ];
  await take(services.pool, limits, services.clock.now());
  const { password: hashed } = shared;
  if (hashed !== null && !(await verifying(() => verifyPassword(hashed, password))))
    throw new AppError('wrong_password');
}

const pageKey = ({ organisationId, sha256 }: SharedReport, page: number): string =>
  `sizes/${organisationId}/${sha256}/page-${page}.webp`;

/** Draws the first pages of a report and keeps them until its file is deleted. */
async function keepPages(services: Services, shared: SharedReport): Promise<void> {
  const isDrawn = async () => (await services.files.stat(pageKey(shared, 1))) !== undefined;
  if (await isDrawn()) return;
  await drawing(() =>
    withScratch(services, async (folder) => {
      // Another request has drawn them in the meantime.
      if (await isDrawn()) return;
      const pages = await drawPages(await onDisk(services, shared.key, folder), folder, MAX_PREVIEW_PAGES);
      for (const [at, page] of pages.entries())
        await services.files.put(pageKey(shared, at + 1), Readable.from([page])).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'already_exists') throw error;
        });
    }),
  );
}

/** 0 for a file whose pages cannot be drawn; it can be downloaded all the same. */
async function countPages(services: Services, shared: SharedReport): Promise<number> {
  if (shared.format !== 'pdf') return 0;
  try {
    await keepPages(services, shared);
  } catch (error) {
    services.log.warn({ err: error, reportId: shared.reportId }, 'the pages of a shared report could not be drawn');
    return 0;
  }
  const numbers = Array.from({ length: MAX_PREVIEW_PAGES }, (_, at) => at + 1);
  const kept = await Promise.all(numbers.map((page) => services.files.stat(pageKey(shared, page))));
  return kept.filter(Boolean).length;
}

export const sharedReports: Feature = (serve, services) => {
  serve(openSharedReport, async ({ request }, { params, body }) => {
    const shared = await found(services, request, params.token);
    if (shared.password !== null && body.password === undefined) return { report: null, grant: '', pages: 0 };
    if (body.password !== undefined) await checkPassword(services, request, shared, body.password);
    await record(services, shared, 'opened');
    const { title, projectTitle, format, size, createdAt, createdByName, expiresAt } = shared;
    const dates = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
    return {
      report: { title, projectTitle, format, size, createdByName, ...dates },
      grant: grantFor(services, shared),
      pages: await countPages(services, shared),
    };
  });
  serve(sharedReportPage, async ({ request, reply }, { params, query }) => {
    const shared = await found(services, request, params.token);
    if (shared.format !== 'pdf' || !isGranted(services, shared, query.grant)) throw new AppError('not_found');
    const key = pageKey(shared, params.page);
    await keepPages(services, shared);
    const kept = await services.files.stat(key);
    if (!kept) throw new AppError('not_found');
    const etag = `${shared.sha256.slice(0, 24)}-${params.page}`;
    const file = { key, size: kept.size, mime: 'image/webp', name: `${params.page}.webp`, etag };
    await sendFile(request, reply, services.files, { ...file, download: false, ownAddress: false });
  });
  serve(sharedReport, async ({ request, reply }, { params, query }) => {
    const shared = await found(services, request, params.token).catch((error: unknown) => {
      if (isEnded(error) && request.headers.accept?.includes('text/html')) return undefined;
      throw error;
    });
    if (!shared || !isGranted(services, shared, query.grant)) {
      await reply.redirect(`/shared/${params.token}`);
      return;
    }
    const { key, size, mime, name, sha256 } = shared;
    // A viewer requests a file in many parts.
    if (!/^bytes=[1-9]/u.test(request.headers.range ?? '')) await record(services, shared, 'downloaded');
    const file = { key, size, mime, name, etag: sha256.slice(0, 32) };
    const download = query.download === true;
    await sendFile(request, reply, services.files, { ...file, download, ownAddress: false });
  });
};
