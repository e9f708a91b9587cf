// Reports and templates over HTTP. No rules here.
import { can, ROLES, scopeOf } from '@plumbline/core/access/capabilities';
import {
  cancelReport,
  changeTemplate,
  checkTemplateFile,
  createReport,
  createTemplate,
  downloadReport,
  downloadTemplate,
  getReport,
  getWeather,
  listAllReports,
  listReports,
  listTemplates,
  mailReport,
  previewReport,
  REPORT_FORMATS,
  type ReportAnywhere,
  removeReport,
  removeTemplate,
  repeatReport,
  replaceTemplate,
  retryReport,
  shareReport,
  type TemplateType,
  unshareReport,
} from '@plumbline/core/features/reports/contract';
import {
  changeReportDefinition,
  createReportDefinition,
  listReportDefinitions,
  removeReportDefinition,
  runReportDefinition,
} from '@plumbline/core/features/reports/definitions';
import {
  downloadSampleTemplate,
  downloadTrial,
  listPlaceholders,
  tryTemplate,
} from '@plumbline/core/features/reports/placeholders';
import { changeReportShare, reportShareLog } from '@plumbline/core/features/reports/sharing';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { disposition, sendFile } from '../../http/files/send-file.ts';
import type { Session } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import { patterns } from '../../lists/search-patterns.ts';
import type { Services } from '../../platform/services.ts';
import { wordsIn } from './content/report-texts.ts';
import { weatherOf } from './content/weather.ts';
import { REPORT_TYPES } from './make-report.ts';
import { preview } from './preview.ts';
import * as saved from './saved/service.ts';
import { listOfDefinitions } from './saved/store.ts';
import * as service from './service.ts';
import { returnedEmail } from './sharing/returned-email.ts';
import { sharedReports } from './sharing/shared-routes.ts';
import { fileOfReport, type ReportFile } from './sharing/shares.ts';
import { COLUMNS, dropTemplate, listOfReports, ownTemplates, type Row, shown } from './store.ts';
import { builtInTemplates, chooseTemplate } from './templates/choose.ts';
import { sampleTemplate } from './templates/sample.ts';
import { placeholders, trial, trialFile } from './trial.ts';

const SEEING = ROLES.filter((role) => can(role, 'report.view'));
const UNRESTRICTED_VIEWER_ROLES = ROLES.filter((role) => scopeOf(role, 'report.view') === 'all');
const MAKING = ROLES.filter((role) => can(role, 'report.create'));

type Found = Row & Pick<ReportAnywhere, 'projectId' | 'projectTitle' | 'mayCreate'> & { total: number };

/** Reads the reports of all projects of a caller: in each project those the caller's role may see. */
async function reportsAnywhere(
  { pool, clock }: Services,
  { organisationId, userId, licensed }: Session,
  { page, size, state, own, search }: RequestOf<typeof listAllReports>['query'],
): Promise<ReplyOf<typeof listAllReports>> {
  const found = await tenantSnapshot(pool, organisationId, (db) =>
    db.query<Found>(
      `SELECT ${COLUMNS}, p.id AS "projectId", p.title AS "projectTitle", me.role = ANY ($6) AND p.active AS "mayCreate",
         count(*) OVER ()::int AS total
       FROM report r
       JOIN project p ON p.organisation_id = r.organisation_id AND p.id = r.project_id
       JOIN member me ON me.organisation_id = r.organisation_id AND me.project_id = r.project_id
         AND me.user_id = $2 AND me.state = 'active' AND me.role = ANY ($4)
       WHERE r.organisation_id = $1 AND (r.created_by = $2 OR (me.role = ANY ($5) AND NOT $7))
         AND ($8::text[] IS NULL OR r.state = ANY ($8))
         AND (r.title || ' ' || p.title) ILIKE ALL ($9::text[])
       ORDER BY r.created_at DESC, r.id LIMIT $10 OFFSET $11`,
      [
        organisationId,
        userId,
        clock.now(),
        SEEING,
        UNRESTRICTED_VIEWER_ROLES,
        licensed ? MAKING : [],
        own === true,
        state ?? null,
        patterns(search ?? ''),
        size,
        page * size,
      ],
    ),
  );
  const content = found.rows.map(({ total: _total, mayCreate, projectId, projectTitle, ...row }) => {
    const report = shown(row, userId);
    return { ...report, own: report.own && mayCreate, projectId, projectTitle, mayCreate };
  });
  return pageOf(content, found.rows[0]?.total ?? 0, { page, size });
}

type Http = { services: Services; request: FastifyRequest; reply: FastifyReply };

const send = ({ services, request, reply }: Http, file: ReportFile, download: boolean): Promise<void> =>
  sendFile(request, reply, services.files, { ...file, etag: file.sha256.slice(0, 32), download, ownAddress: false });

type TemplateFile = { title: string; fileType: TemplateType; bytes: Buffer };

async function sendTemplate({ reply }: { reply: FastifyReply }, { title, fileType, bytes }: TemplateFile) {
  await reply
    .headers({ 'content-disposition': disposition('attachment', `${title}.${fileType}`) })
    .type(REPORT_TYPES[fileType])
    .send(bytes);
}

export const reports: Feature = async (serve, services, app) => {
  await returnedEmail(services, app);
  serve(listReports, (where, { query }) =>
    listOfReports(services, service.callerOf(where), service.onlyOwn(where), query),
  );
  serve(listAllReports, ({ session }, { query }) => reportsAnywhere(services, session, query));
  serve(getReport, (where, { params }) => service.report(services, where, params.reportId));
  serve(createReport, (where, { body }) => service.create(services, where, body));
  serve(previewReport, (where, { body }) => preview(services, where, body));
  serve(getWeather, (where, { query }) => weatherOf(services, service.callerOf(where), query));
  serve(cancelReport, (where, { params }) => service.cancel(services, where, params.reportId));
  serve(retryReport, (where, { params }) => service.retry(services, where, params.reportId));
  serve(repeatReport, (where, { params, body }) => service.repeat(services, where, params.reportId, body.id));
  serve(removeReport, (where, { params }) => service.remove(services, where, params.reportId));
  serve(shareReport, (where, { params }) => service.share(services, where, params.reportId));
  serve(unshareReport, (where, { params }) => service.unshare(services, where, params.reportId));
  serve(downloadReport, async (where, { params }) => {
    await service.report(services, where, params.reportId);
    await send(where, await fileOfReport(services, service.callerOf(where), params.reportId), true);
  });
  serve(changeReportShare, (where, { params, body }) => service.changeLink(services, where, params.reportId, body));
  serve(reportShareLog, (where, { params }) => service.linkLog(services, where, params.reportId));
  sharedReports(serve, services, app);

  serve(listReportDefinitions, (where, { query }) => listOfDefinitions(services, service.callerOf(where), query));
  serve(createReportDefinition, (where, { body }) => saved.save(services, where, body));
  serve(changeReportDefinition, (where, { params, body }) => saved.change(services, where, params.definitionId, body));
  serve(removeReportDefinition, (where, { params }) => saved.remove(services, where, params.definitionId));
  serve(runReportDefinition, (where, { params, body }) =>
    saved.run(services, service.callerOf(where), params.definitionId, body.reportId),
  );

  serve(listTemplates, async (where, { query }) => {
    const own = await ownTemplates(services, service.callerOf(where), query.inactive);
    const all = [
      ...builtInTemplates(wordsIn(query.language)),
      ...own.map(({ blobId: _blobId, key: _key, ...template }) => ({ ...template, builtin: false })),
    ];
    const start = query.page * query.size;
    const formats = (await services.converter.available()) ? REPORT_FORMATS : (['docx', 'xlsx'] as const);
    return { ...pageOf(all.slice(start, start + query.size), all.length, query), formats: [...formats] };
  });
  serve(createTemplate, (where, { body }) => service.addTemplate(services, where, body));
  serve(removeTemplate, (where, { params }) => dropTemplate(services, service.callerOf(where), params.templateId));
  serve(checkTemplateFile, (where, { body }) => service.check(services, where, body.blobId));
  serve(changeTemplate, (where, { params, body }) => service.changeTemplate(services, where, params.templateId, body));
  serve(replaceTemplate, (where, { params, body }) => service.replaceFile(services, where, params.templateId, body));
  serve(mailReport, (where, { params, body }) => service.mail(services, where, params.reportId, body));
  serve(listPlaceholders, (where, { query }) => placeholders(services, where, query));
  serve(tryTemplate, (where, { body }) => trial(services, where, body));
  serve(downloadTrial, async (where, { query }) => sendTemplate(where, await trialFile(services, where, query)));
  serve(downloadSampleTemplate, async (where, { params: { fileType }, query }) => {
    const t = wordsIn(query.language);
    const title = t('report.tags.sampleTitle');
    await sendTemplate(where, { title, fileType, bytes: await sampleTemplate(fileType, t) });
  });
  serve(downloadTemplate, async (where, { params, query }) => {
    const template = await chooseTemplate(
      services,
      service.callerOf(where),
      params.templateId,
      wordsIn(query.language),
    );
    if (!template) throw new AppError('not_found');
    await sendTemplate(where, { ...template, bytes: await template.bytes() });
  });
};
