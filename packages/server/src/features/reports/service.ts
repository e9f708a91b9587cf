// Operations on reports and templates: create, cancel, retry, share, upload a template.
import { randomBytes } from 'node:crypto';
import { can, scopeOf } from '@plumbline/core/access/capabilities';
import {
  type createReport,
  type createTemplate,
  formatFits,
  type mailReport,
  type Report,
  type replaceTemplate,
  type Template,
  type TemplateType,
} from '@plumbline/core/features/reports/contract';
import type { changeReportShare } from '@plumbline/core/features/reports/sharing';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import { isLanguage } from '@plumbline/locales/languages';
import { tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import { take } from '../../http/limits/rate-limit.ts';
import { hashOf, type Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { chosenPins } from './content/chosen-pins.ts';
import { countSeenPins } from './content/gather.ts';
import { readProjectTitles } from './content/project-titles.ts';
import { wordsIn } from './content/report-texts.ts';
import { checkTemplate } from './filling/tags/check-template.ts';
import { deleteReport, requestOf } from './repeat-and-remove.ts';
import { orderDeliveries } from './sharing/deliveries.ts';
import { SHARE_MS } from './sharing/share-link.ts';
import { changeShare, shareLog } from './sharing/share-settings.ts';
import { endShare, startShare } from './sharing/shares.ts';
import {
  type Caller,
  insertReport,
  insertTemplate,
  moveReport,
  optionsIn,
  ownTemplate,
  type ReportRequest,
  readReport,
  updateTemplate,
  uploadedFile,
} from './store.ts';
import { type ChosenTemplate, chooseTemplate, readEntireFile } from './templates/choose.ts';

export const REPORT_TASK = 'report.make';

const DAY_MS = 86_400_000;

/** The caller and the project. */
export type ReportContext = {
  session: Pick<Session, 'organisationId' | 'userId'>;
  actor: Actor;
  projectId: string;
};

export const callerOf = ({ session, projectId }: ReportContext): Caller => ({
  organisationId: session.organisationId,
  userId: session.userId,
  projectId,
});

/** Whether the role limits a caller to their own reports. */
export const onlyOwn = ({ actor }: ReportContext): boolean => scopeOf(actor.role, 'report.view') !== 'all';

export const report = (services: Services, where: ReportContext, reportId: string): Promise<Report> =>
  readReport(services, callerOf(where), onlyOwn(where), reportId);

type CreateBody = RequestOf<typeof createReport>['body'];

/** The template of a report that can be created. Throws `invalid_input`, `template_invalid` and `converter_absent`. */
export async function usableTemplate(
  services: Services,
  caller: Caller,
  wanted: Pick<CreateBody, 'templateId' | 'language' | 'format'>,
): Promise<ChosenTemplate> {
  if (!isLanguage(wanted.language)) refuseFields({ path: 'language', outcome: 'UNKNOWN' });
  const template = await chooseTemplate(services, caller, wanted.templateId, wordsIn(wanted.language));
  if (!template) refuseFields({ path: 'templateId', outcome: 'UNKNOWN' });
  if (template.problems.length > 0) throw new AppError('template_invalid');
  if (!formatFits(template.fileType, wanted.format)) refuseFields({ path: 'format', outcome: 'NOT_VALID' });
  if (wanted.format === 'pdf' && !template.layout && !(await services.converter.available()))
    throw new AppError('converter_absent');
  return template;
}

export async function create(
  services: Services,
  where: ReportContext,
  wanted: CreateBody,
  saved: Pick<ReportRequest, 'definitionId' | 'recipients'> = {},
): Promise<Report> {
  const caller = callerOf(where);
  const template = await usableTemplate(services, caller, wanted);
  const reader = { ...caller, actor: where.actor };
  const pinIds = await tenantSnapshot(services.pool, caller.organisationId, (db) =>
    chosenPins(db, reader, wanted, services.clock.now()),
  );
  const seen = await tenantSnapshot(services.pool, caller.organisationId, (db) => countSeenPins(db, reader, pinIds));
  if (seen === 0) refuseFields({ path: 'pinIds', outcome: 'REQUIRED' });
  const { id, title, templateId, format, language, attendees, weather, options, signed } = wanted;
  const taskIds = wanted.taskIds.length > 0 ? [...new Set(wanted.taskIds)] : null;
  const request = { pinIds, taskIds, attendees, weather, filter: wanted.filter, options, signed, ...saved };
  const row = { id, title, templateId, templateTitle: template.title, format, language, request };
  await insertReport(services, caller, row, REPORT_TASK);
  const made = await report(services, where, id).catch((error: unknown) => {
    // The id is in use in a project the caller cannot see.
    throw error instanceof AppError && error.code === 'not_found' ? new AppError('already_exists') : error;
  });
  if (!made.own) throw new AppError('already_exists');
  return made;
}

/** Creates a report like one the caller can see, with its current content. */
export async function repeat(services: Services, where: ReportContext, reportId: string, id: string): Promise<Report> {
  const { title, templateId, format } = await report(services, where, reportId);
  const { language, request } = await requestOf(services, callerOf(where), reportId);
  const { pinIds, taskIds, attendees, filter = null } = request;
  const options = optionsIn(request);
  const chosen = filter === null ? { pinIds, taskIds: taskIds ?? [] } : { pinIds: [], taskIds: [] };
  return create(services, where, {
    id,
    title,
    templateId,
    format,
    language,
    attendees,
    weather: null,
    // A report with current content has to be signed again.
    signed: null,
    filter,
    options,
    ...chosen,
  });
}

export async function remove(services: Services, where: ReportContext, reportId: string): Promise<void> {
  const known = await report(services, where, reportId);
  if (!known.own && !can(where.actor.role, 'template.manage')) throw new AppError('forbidden');
  await deleteReport(services, callerOf(where), reportId);
}

/**
 * Changes the state of the caller's own report; another user's is refused, one in another state stays as it is and is
 * returned.
 */
async function move(
  services: Services,
  where: ReportContext,
  reportId: string,
  [from, to]: readonly [readonly Report['state'][], Report['state']],
  task?: string,
): Promise<Report> {
  const known = await report(services, where, reportId);
  if (!known.own) throw new AppError('forbidden');
  await moveReport(services, callerOf(where), reportId, from, to, task);
  return report(services, where, reportId);
}

export const cancel = (services: Services, where: ReportContext, reportId: string): Promise<Report> =>
  move(services, where, reportId, [['pending', 'running'], 'canceled']);

export const retry = (services: Services, where: ReportContext, reportId: string): Promise<Report> =>
  move(services, where, reportId, [['failed', 'canceled'], 'pending'], REPORT_TASK);

export async function share(services: Services, where: ReportContext, reportId: string): Promise<Report> {
  const known = await report(services, where, reportId);
  if (!known.own) throw new AppError('forbidden');
  if (known.state !== 'done') throw new AppError('report_not_ready');
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(services.clock.now().getTime() + SHARE_MS);
  await startShare(services, callerOf(where), reportId, { token, hash: hashOf(token), expiresAt });
  return report(services, where, reportId);
}

export async function unshare(services: Services, where: ReportContext, reportId: string): Promise<Report> {
  const known = await report(services, where, reportId);
  if (!known.own) throw new AppError('forbidden');
  await endShare(services, callerOf(where), reportId);
  return report(services, where, reportId);
}

async function sharedOf(services: Services, where: ReportContext, reportId: string): Promise<void> {
  const known = await report(services, where, reportId);
  if (!known.own) throw new AppError('forbidden');
}

/** Changes the link of the caller's own report. */
export async function changeLink(
  services: Services,
  where: ReportContext,
  reportId: string,
  change: RequestOf<typeof changeReportShare>['body'],
): Promise<Report> {
  await sharedOf(services, where, reportId);
  await changeShare(services, callerOf(where), reportId, change);
  return report(services, where, reportId);
}

export async function linkLog(services: Services, where: ReportContext, reportId: string) {
  await sharedOf(services, where, reportId);
  return shareLog(services, callerOf(where), reportId);
}

export type Checked = {
  fileType: TemplateType | null;
  problems: Template['problems'];
  warnings: Template['problems'];
};

/** The type of an uploaded file, and its problems as a template. Throws `blob_missing` and `too_large`. */
export async function check(services: Services, where: ReportContext, blobId: string): Promise<Checked> {
  const file = await uploadedFile(services, callerOf(where), blobId);
  const limit = services.config.uploadLimits.template;
  if (file.size > limit) throw new AppError('too_large', { params: { limit } });
  const titles = await readProjectTitles(services.pool, callerOf(where));
  const { problems, warnings, type } = await checkTemplate(await readEntireFile(services, file.key), titles);
  return { fileType: type, problems: [...problems], warnings: [...warnings] };
}

/**
 * An uploaded file as the content of a template, with problems for the author to fix; a file of another type is
 * refused.
 */
async function templateFile(services: Services, where: ReportContext, blobId: string) {
  const { name: fileName } = await uploadedFile(services, callerOf(where), blobId);
  const { fileType, problems } = await check(services, where, blobId);
  const refused = problems.find(({ code, tag }) => code === 'unreadable' || (code !== 'no_placeholder' && tag === ''));
  if (refused || fileType === null) {
    throw new AppError('template_invalid', { params: { reason: refused?.reason ?? refused?.code ?? 'unreadable' } });
  }
  return { fileName, fileType, problems, blobId };
}

/** One template of the project as returned by the API. Throws `not_found`. */
async function templateReply(services: Services, where: ReportContext, templateId: string): Promise<Template> {
  const kept = await ownTemplate(services, callerOf(where), templateId, true);
  if (!kept) throw new AppError('not_found');
  const { blobId: _blobId, key: _key, ...template } = kept;
  return { ...template, builtin: false };
}

export async function changeTemplate(
  services: Services,
  where: ReportContext,
  templateId: string,
  change: { title?: string | undefined; active?: boolean | undefined },
): Promise<Template> {
  await updateTemplate(services, callerOf(where), templateId, change);
  return templateReply(services, where, templateId);
}

/**
 * Throws `template_type_differs` unless the caller confirms a change of type, and `template_invalid` if a usable template
 * would become unusable.
 */
export async function replaceFile(
  services: Services,
  where: ReportContext,
  templateId: string,
  { blobId, otherType }: RequestOf<typeof replaceTemplate>['body'],
): Promise<Template> {
  const known = await templateReply(services, where, templateId);
  const file = await templateFile(services, where, blobId);
  if (file.fileType !== known.fileType && !otherType) throw new AppError('template_type_differs');
  if (known.problems.length === 0 && file.problems.length > 0) throw new AppError('template_invalid');
  await updateTemplate(services, callerOf(where), templateId, { file });
  return templateReply(services, where, templateId);
}

/** Creates a template from an uploaded file. */
export async function addTemplate(
  services: Services,
  where: ReportContext,
  { id, blobId, title }: RequestOf<typeof createTemplate>['body'],
): Promise<Template> {
  const caller = callerOf(where);
  await insertTemplate(services, caller, { id, title, ...(await templateFile(services, where, blobId)) });
  const kept = await ownTemplate(services, caller, id, true);
  if (!kept || kept.blobId !== blobId) throw new AppError('already_exists');
  return templateReply(services, where, id);
}

/** Sends the link of the caller's own report to some addresses, each in a separate email. */
export async function mail(
  services: Services,
  where: ReportContext,
  reportId: string,
  { to, text, language }: RequestOf<typeof mailReport>['body'],
): Promise<Report> {
  const shared = await share(services, where, reportId);
  if (shared.shareToken === null) throw new AppError('internal');
  const { organisationId, userId } = where.session;
  // Limited because these emails go to strangers in the sender's name.
  const limit = { bucket: `report-mail:${userId}`, max: 100, windowMs: DAY_MS };
  const addresses = [...new Set(to.map((one) => one.toLowerCase()))];
  for (const _ of addresses) await take(services.pool, [limit], services.clock.now());
  await tenantTransaction(services.pool, organisationId, (db) =>
    orderDeliveries(services, db, { organisationId, reportId }, { addresses, text, language }),
  );
  return shared;
}
