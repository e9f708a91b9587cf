// For authors of templates: the placeholders with values of the project, and a template filled with some of its pins before
// it is used.
import {
  type downloadTrial,
  type listPlaceholders,
  MAX_TRIAL_PINS,
  type tryTemplate,
} from '@plumbline/core/features/reports/placeholders';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Translator } from '@plumbline/locales/translate';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { type GatheredReport, gather } from './content/gather.ts';
import { readProjectTitles } from './content/project-titles.ts';
import { wordsIn } from './content/report-texts.ts';
import { samplePins } from './content/sample-pins.ts';
import { checkTemplate } from './filling/tags/check-template.ts';
import { placeholderGroups } from './filling/tags/tag-list.ts';
import { filledFile, type PreviewJob, shownPages, takePreview } from './preview.ts';
import { callerOf, type ReportContext } from './service.ts';
import { type Caller, uploadedFile } from './store.ts';
import { type ChosenTemplate, chooseTemplate, readEntireFile, unchanged } from './templates/choose.ts';

type Wanted = RequestOf<typeof downloadTrial>['query'];

/** A report with some pins of the project, and one company and some weather, which belong to no pin. */
async function sampleReport(
  services: Services,
  where: ReportContext,
  { title, t }: { title: string; t: Translator },
): Promise<GatheredReport> {
  const caller = callerOf(where);
  const reader = { ...caller, actor: where.actor };
  const pinIds = await tenantSnapshot(services.pool, caller.organisationId, (db) =>
    samplePins(db, reader, MAX_TRIAL_PINS),
  );
  const now = services.clock.now();
  const day = now.toISOString().slice(0, 10);
  const request = {
    pinIds,
    attendees: [{ company: 'Plumbline', people: 3 }],
    options: { signers: [{ role: t('role.administrator'), name: '' }] },
    weather: { day, text: t('report.sky.partlyCloudy'), low: 9, high: 17, wind: 12, rain: 0.4 },
  };
  const report = await gather(services.pool, {
    ...reader,
    ...{ title, number: 1, request, createdAt: now, t },
    publicUrl: services.config.publicUrl,
  });
  if (!report) throw new AppError('not_found');
  return report;
}

export async function placeholders(
  services: Services,
  where: ReportContext,
  { language }: RequestOf<typeof listPlaceholders>['query'],
): Promise<ReplyOf<typeof listPlaceholders>> {
  const t = wordsIn(language);
  const { data, timeZone } = await sampleReport(services, where, { title: t('report.ready.siteReport'), t });
  const titles = await readProjectTitles(services.pool, callerOf(where));
  return { groups: placeholderGroups(t, { data, timeZone, ...titles }) };
}

type Tried = { template: ChosenTemplate } & Pick<ReplyOf<typeof tryTemplate>, 'problems' | 'warnings'>;

/** Throws `not_found`, `blob_missing` and `too_large`. */
async function triedTemplate(services: Services, caller: Caller, wanted: Wanted, t: Translator): Promise<Tried> {
  const template = await (wanted.blobId === undefined
    ? chooseTemplate(services, caller, wanted.templateId ?? '', t)
    : uploadedTemplate(services, caller, wanted.blobId));
  if (!template) throw new AppError('not_found');
  const bytes = await template.bytes();
  const { problems, warnings, type } = await checkTemplate(bytes, await readProjectTitles(services.pool, caller));
  const fileType = type ?? template.fileType;
  return {
    template: { ...template, fileType, bytes: () => Promise.resolve(bytes) },
    problems: [...problems],
    warnings: [...warnings],
  };
}

async function uploadedTemplate(services: Services, caller: Caller, blobId: string): Promise<ChosenTemplate> {
  const { name, key, size } = await uploadedFile(services, caller, blobId);
  const limit = services.config.uploadLimits.template;
  if (size > limit) throw new AppError('too_large', { params: { limit } });
  return { title: name, fileType: 'docx', problems: [], shown: unchanged, bytes: () => readEntireFile(services, key) };
}

async function trialOf(services: Services, where: ReportContext, wanted: Wanted): Promise<Tried & { job: PreviewJob }> {
  const caller = callerOf(where);
  await takePreview(services, caller);
  const t = wordsIn(wanted.language, wanted.region);
  const tried = await triedTemplate(services, caller, wanted, t);
  const { template } = tried;
  const report = await sampleReport(services, where, { title: template.title.replace(/\.(?:docx|xlsx)$/iu, ''), t });
  return { ...tried, job: { template, report, organisationId: caller.organisationId, t } };
}

/** Throws `not_found` without such a template. */
export async function trial(
  services: Services,
  where: ReportContext,
  wanted: Wanted,
): Promise<ReplyOf<typeof tryTemplate>> {
  const { problems, warnings, job } = await trialOf(services, where, wanted);
  const shown =
    problems.length > 0 ? { pages: [], problem: 'template_invalid' as const } : await shownPages(services, job);
  return { ...shown, problems, warnings, pinCount: job.report.data.pins.length };
}

/** The filled file. Throws `template_invalid`. */
export async function trialFile(
  services: Services,
  where: ReportContext,
  wanted: Wanted,
): Promise<{ bytes: Buffer } & Pick<ChosenTemplate, 'title' | 'fileType'>> {
  const { problems, job } = await trialOf(services, where, wanted);
  if (problems.length > 0) throw new AppError('template_invalid');
  const { fileType } = job.template;
  return { bytes: await filledFile(services, job), title: job.report.data.report.title, fileType };
}
