// What people do with reports and templates: make, call off, try again, share, bring a template.
import { randomBytes } from 'node:crypto';
import { scopeOf } from '@plumbline/core/access/capabilities';
import type { createReport, createTemplate, Report, Template } from '@plumbline/core/features/reports/contract';
import type { Actor } from '@plumbline/core/features/sync/actor';
import { UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { isLanguage } from '@plumbline/locales/languages';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Parts } from '../../http/parts.ts';
import { hashOf, type Session } from '../../http/session.ts';
import { checkTemplate } from './filling/tags/check-template.ts';
import { countSeenPins } from './gather.ts';
import { endShare, startShare } from './shares.ts';
import {
  type Caller,
  insertReport,
  insertTemplate,
  moveReport,
  ownTemplate,
  readReport,
  uploadedFile,
} from './store.ts';
import { chooseTemplate, readWhole } from './templates/choose.ts';
import { wordsIn } from './words.ts';

export const MAKE_REPORT = 'report.make';

/** A share link lives so long. */
const SHARE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Who calls, in which project. */
export type Where = { session: Session; actor: Actor; projectId: string };

export const callerOf = ({ session, projectId }: Where): Caller => ({
  organisationId: session.organisationId,
  userId: session.userId,
  projectId,
});

/** Whether the role shows a caller only the reports he made. */
export const onlyOwn = ({ actor }: Where): boolean => scopeOf(actor.role, 'report.view') !== 'all';

export const report = (parts: Parts, where: Where, reportId: string): Promise<Report> =>
  readReport(parts, callerOf(where), onlyOwn(where), reportId);

export async function create(
  parts: Parts,
  where: Where,
  wanted: RequestOf<typeof createReport>['body'],
): Promise<Report> {
  const caller = callerOf(where);
  if (!isLanguage(wanted.language)) refuseFields({ path: 'language', outcome: 'UNKNOWN' });
  const template = await chooseTemplate(parts, caller, wanted.templateId, wordsIn(wanted.language));
  if (!template) refuseFields({ path: 'templateId', outcome: 'UNKNOWN' });
  if (template.problems.length > 0) throw new AppError('template_invalid');
  if (wanted.format === 'pdf' && !(await parts.converter.available())) throw new AppError('converter_absent');
  const pinIds = [...new Set(wanted.pinIds)];
  const seen = await tenantSnapshot(parts.pool, caller.organisationId, (db) =>
    countSeenPins(db, { ...caller, actor: where.actor }, pinIds),
  );
  if (seen === 0) refuseFields({ path: 'pinIds', outcome: 'REQUIRED' });
  const { id, title, templateId, format, language, attendees, weather } = wanted;
  const request = { pinIds, attendees, weather };
  const row = { id, title, templateId, templateTitle: template.title, format, language, request };
  await insertReport(parts, caller, row, MAKE_REPORT);
  const made = await report(parts, where, id).catch((error: unknown) => {
    // The id is in use where the caller cannot look.
    throw error instanceof AppError && error.code === 'not_found' ? new AppError('already_exists') : error;
  });
  if (!made.own) throw new AppError('already_exists');
  return made;
}

/** Moves a report of one's own; another's is refused, one in another state stays as it is and is told. */
async function move(
  parts: Parts,
  where: Where,
  reportId: string,
  [from, to]: readonly [readonly Report['state'][], Report['state']],
  task?: string,
): Promise<Report> {
  const known = await report(parts, where, reportId);
  if (!known.own) throw new AppError('forbidden');
  await moveReport(parts, callerOf(where), reportId, from, to, task);
  return report(parts, where, reportId);
}

export const cancel = (parts: Parts, where: Where, reportId: string): Promise<Report> =>
  move(parts, where, reportId, [['pending', 'running'], 'canceled']);

export const retry = (parts: Parts, where: Where, reportId: string): Promise<Report> =>
  move(parts, where, reportId, [['failed', 'canceled'], 'pending'], MAKE_REPORT);

export async function share(parts: Parts, where: Where, reportId: string): Promise<Report> {
  const known = await report(parts, where, reportId);
  if (!known.own) throw new AppError('forbidden');
  if (known.state !== 'done') throw new AppError('report_not_ready');
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(parts.clock.now().getTime() + SHARE_DAYS * DAY_MS);
  await startShare(parts, callerOf(where), reportId, { token, hash: hashOf(token), expiresAt });
  return report(parts, where, reportId);
}

export async function unshare(parts: Parts, where: Where, reportId: string): Promise<Report> {
  const known = await report(parts, where, reportId);
  if (!known.own) throw new AppError('forbidden');
  await endShare(parts, callerOf(where), reportId);
  return report(parts, where, reportId);
}

/** What is wrong with an uploaded file as a template. Throws `blob_missing` and `too_large`. */
export async function check(parts: Parts, where: Where, blobId: string): Promise<Template['problems']> {
  const file = await uploadedFile(parts, callerOf(where), blobId);
  const limit = UPLOAD_LIMITS.template;
  if (file.size > limit) throw new AppError('too_large', { params: { limit } });
  const { problems } = await checkTemplate(await readWhole(parts, file.key));
  return [...problems];
}

/** Takes an uploaded file as a template, with its problems for the author to mend; what is no Word file at all is refused. */
export async function bringTemplate(
  parts: Parts,
  where: Where,
  { id, blobId, title }: RequestOf<typeof createTemplate>['body'],
): Promise<Template> {
  const caller = callerOf(where);
  const { name } = await uploadedFile(parts, caller, blobId);
  const problems = await check(parts, where, blobId);
  const refused = problems.find(({ code, tag }) => code === 'unreadable' || (code !== 'missing' && tag === ''));
  if (refused) throw new AppError('template_invalid', { params: { reason: refused.reason ?? refused.code } });
  await insertTemplate(parts, caller, { id, title, fileName: name, blobId, problems });
  const kept = await ownTemplate(parts, caller, id);
  if (!kept || kept.blobId !== blobId) throw new AppError('already_exists');
  const { fileName, fileType, active } = kept;
  return { id, title: kept.title, fileName, fileType, builtin: false, active, problems: kept.problems };
}
