// Reports and templates over HTTP. No rules here.
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
  REPORT_FORMATS,
  removeTemplate,
  replaceTemplate,
  retryReport,
  sharedReport,
  shareReport,
  unshareReport,
} from '@plumbline/core/features/reports/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '../../http/feature.ts';
import { disposition, sendFile } from '../../http/files/send-file.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import { take } from '../../http/limits/rate-limit.ts';
import { hashOf } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import type { Parts } from '../../platform/services.ts';
import { reportsAnywhere } from './all-projects.ts';
import { wordsIn } from './content/report-texts.ts';
import { weatherOf } from './content/weather.ts';
import { REPORT_TYPES } from './make-report.ts';
import * as service from './service.ts';
import { fileOfReport, fileOfShare, type ReportFile } from './shares.ts';
import { dropTemplate, listOfReports, ownTemplates } from './store.ts';
import { chooseTemplate, readyMadeList } from './templates/choose.ts';

type Http = { parts: Parts; request: FastifyRequest; reply: FastifyReply };

const send = ({ parts, request, reply }: Http, file: ReportFile, download: boolean): Promise<void> =>
  sendFile(request, reply, parts.files, { ...file, etag: file.sha256.slice(0, 32), download, ownAddress: false });

export const reports: Feature = (serve, parts) => {
  serve(listReports, (where, { query }) =>
    listOfReports(parts, service.callerOf(where), service.onlyOwn(where), query),
  );
  serve(listAllReports, ({ session }, { query }) => reportsAnywhere(parts, session, query));
  serve(getReport, (where, { params }) => service.report(parts, where, params.reportId));
  serve(createReport, (where, { body }) => service.create(parts, where, body));
  serve(getWeather, (where, { query }) => weatherOf(parts, service.callerOf(where), query));
  serve(cancelReport, (where, { params }) => service.cancel(parts, where, params.reportId));
  serve(retryReport, (where, { params }) => service.retry(parts, where, params.reportId));
  serve(shareReport, (where, { params }) => service.share(parts, where, params.reportId));
  serve(unshareReport, (where, { params }) => service.unshare(parts, where, params.reportId));
  serve(downloadReport, async (where, { params }) => {
    await service.report(parts, where, params.reportId);
    await send(where, await fileOfReport(parts, service.callerOf(where), params.reportId), true);
  });
  serve(sharedReport, async (http, { params }) => {
    const limit = { bucket: `shared-report:${clientAddress(http.request.ip)}`, most: 120, windowMs: 60_000 };
    await take(parts.pool, [limit], parts.clock.now());
    await send(http, await fileOfShare(parts, hashOf(params.token)), false);
  });

  serve(listTemplates, async (where, { query }) => {
    const own = await ownTemplates(parts, service.callerOf(where), query.inactive);
    const all = [
      ...readyMadeList(wordsIn(query.language)),
      ...own.map(({ blobId: _blobId, key: _key, ...template }) => ({ ...template, builtin: false })),
    ];
    const start = query.page * query.size;
    const formats = (await parts.converter.available()) ? REPORT_FORMATS : (['docx', 'xlsx'] as const);
    return { ...pageOf(all.slice(start, start + query.size), all.length, query), formats: [...formats] };
  });
  serve(createTemplate, (where, { body }) => service.bringTemplate(parts, where, body));
  serve(removeTemplate, (where, { params }) => dropTemplate(parts, service.callerOf(where), params.templateId));
  serve(checkTemplateFile, (where, { body }) => service.check(parts, where, body.blobId));
  serve(changeTemplate, (where, { params, body }) => service.changeTemplate(parts, where, params.templateId, body));
  serve(replaceTemplate, (where, { params, body }) => service.replaceFile(parts, where, params.templateId, body));
  serve(mailReport, (where, { params, body }) => service.mail(parts, where, params.reportId, body));
  serve(downloadTemplate, async (where, { params, query }) => {
    const template = await chooseTemplate(parts, service.callerOf(where), params.templateId, wordsIn(query.language));
    if (!template) throw new AppError('not_found');
    await where.reply
      .headers({ 'content-disposition': disposition('attachment', `${template.title}.${template.fileType}`) })
      .type(REPORT_TYPES[template.fileType])
      .send(await template.bytes());
  });
};
