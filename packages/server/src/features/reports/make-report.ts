// The worker's side of reports: gathers the data, fills the template, converts if requested, stores the file. After a
// killed or failed attempt, the next one continues; a cancelled job stops within a second.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatFits, type Report } from '@plumbline/core/features/reports/contract';
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import type { Translator } from '@plumbline/locales/translate';
import { z } from 'zod';
import { readActor } from '../../http/project-actor.ts';
import { isDiskFull } from '../../platform/files/is-disk-full.ts';
import { follow } from '../../platform/queue/follow.ts';
import type { JobContext, Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { inSpan } from '../../platform/tracing/spans.ts';
import { storeFile } from '../uploads/store-file.ts';
import { gather } from './content/gather.ts';
import { wordsIn } from './content/report-texts.ts';
import { type FillOptions, fillTemplate, TemplateInvalid } from './filling/fill-template.ts';
import { TemplateRefused } from './filling/package/refused.ts';
import { reportFormats } from './filling/tags/formats.ts';
import { convertToPdf } from './pdf/convert.ts';
import { pictureBytes } from './pictures/picture-bytes.ts';
import {
  beginReport,
  finishReport,
  type ReportJob,
  type ReportKey,
  setReportProgress,
  stateOfReport,
} from './progress.ts';
import { keptFile, keptPicture, openReportFolder, removeReportFolder } from './report-folder.ts';
import { REPORT_TASK } from './service.ts';
import { optionsIn } from './store.ts';
import { chooseTemplate } from './templates/choose.ts';

/**
 * Failures that may pass are retried this often; the job may start more often, since a killed worker does not count as a
 * failure.
 */
const MAX_ATTEMPTS = 3;
/** The share of the Word or Excel file in the progress, if a PDF follows. */
const WORD_SHARE = 0.7;

export const REPORT_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const satisfies Record<Report['format'], string>;

const payload = z.strictObject({ organisationId: id, reportId: id });

/** A report that no retry can produce. */
class PermanentFailure extends Error {
  readonly problem: NonNullable<Report['problem']>;
  constructor(problem: NonNullable<Report['problem']>) {
    super(problem);
    this.problem = problem;
  }
}

function problemOf(error: unknown): NonNullable<Report['problem']> {
  if (error instanceof PermanentFailure) return error.problem;
  if (error instanceof TemplateInvalid || error instanceof TemplateRefused) return 'template_invalid';
  if (error instanceof AppError && error.code === 'converter_absent') return 'converter_absent';
  return isDiskFull(error) ? 'no_space' : 'internal';
}

/** Problems that may have gone by the next attempt. */
const TEMPORARY: ReadonlySet<Report['problem']> = new Set(['no_space', 'internal']);

/** Stops the work when the report is cancelled, and records its progress now and then. */
function watch(services: Services, key: ReportKey, signal: AbortSignal) {
  let percent = 0;
  let reported = 0;
  const following = follow({
    look: async () => {
      if (percent !== reported) await setReportProgress(services, key, percent);
      reported = percent;
      return (await stateOfReport(services, key)) === 'running';
    },
    signal,
    failed: (error) => services.log.warn({ err: error }, 'the progress of a report could not be written'),
  });
  return {
    ...following,
    /** `share` of the whole, 0 to 1; only a finished report is at 100. */
    progress(share: number) {
      percent = Math.min(99, Math.floor(share * 100));
    },
  };
}

type JobWatch = ReturnType<typeof watch>;

async function gathered(services: Services, key: ReportKey, job: ReportJob, t: Translator) {
  const who = { organisationId: key.organisationId, userId: job.createdBy };
  const actor = await readActor(services.pool, who, job.projectId).catch((error: unknown) => {
    // Anyone who has left the project can no longer see any of it.
    throw error instanceof AppError && error.code === 'not_found' ? new PermanentFailure('no_pins') : error;
  });
  const { projectId, title, number, request, createdAt } = job;
  const found = await gather(services.pool, {
    ...key,
    ...{ projectId, actor, title, number, request, createdAt, t },
    publicUrl: services.config.publicUrl,
  });
  if (!found || found.data.pins.length === 0) throw new PermanentFailure('no_pins');
  return found;
}

/** Time limit of a conversion, which ends only a converter that hangs: about ten times what an idle machine needs. */
const CONVERSION_BASE_MS = 180_000;
const CONVERSION_PIN_MS = 300;
const CONVERSION_PICTURE_MS = 150;

function conversionLimitMs({ pins }: ReportData): number {
  const pictures = pins.reduce((sum, pin) => sum + pin.photos.length + 1, 0);
  return CONVERSION_BASE_MS + pins.length * CONVERSION_PIN_MS + pictures * CONVERSION_PICTURE_MS;
}

/** Writes the file; returns its path. What an earlier attempt has finished is used again. */
async function write(services: Services, key: ReportKey, job: ReportJob, following: JobWatch) {
  const options = optionsIn(job.request);
  const t = wordsIn(job.language, options.region);
  const { signal } = following;
  const { data: found, sources, timeZone } = await gathered(services, key, job, t);
  const caller = { organisationId: key.organisationId, userId: job.createdBy, projectId: job.projectId };
  const template = await chooseTemplate(services, caller, job.templateId, t, options);
  // The template has since been replaced by a file of another type.
  if (!template || !formatFits(template.fileType, job.format)) throw new PermanentFailure('template_invalid');
  const bytes = await template.bytes();
  const data = template.shown(found);
  const content = [bytes, t.locale, timeZone, JSON.stringify(options), JSON.stringify(data)];
  const folder = await openReportFolder(services, key, content);
  const fillOptions = (share: number): FillOptions => ({
    formats: reportFormats(t, timeZone),
    pictureBytes: pictureBytes(services, key.organisationId, sources),
    kept: (name, print) => keptPicture(folder, name, print),
    onProgress: (done) => following.progress(done * share),
    signal,
  });
  const { layout } = template;
  if (job.format === 'pdf' && layout) {
    // Loaded with the first PDF: it takes 20 MB.
    const { writePdf } = await import('./pdf/write-pdf.ts');
    return keptFile(join(folder, 'report.pdf'), (path) =>
      inSpan({ name: 'write PDF', attributes: {} }, () =>
        writePdf(layout, data, path, { ...fillOptions(1), locale: t.locale }),
      ),
    );
  }
  const share = job.format === 'pdf' ? WORD_SHARE : 1;
  const office = await keptFile(join(folder, `report.${template.fileType}`), (path) =>
    inSpan({ name: 'fill template', attributes: { 'plumbline.report.type': template.fileType } }, () =>
      pipeline(Readable.from(fillTemplate(bytes, data, fillOptions(share))), createWriteStream(path), { signal }),
    ),
  );
  following.progress(share);
  if (job.format !== 'pdf') return office;
  const timeoutMs = conversionLimitMs(data);
  return keptFile(join(folder, 'report.pdf'), (pdf) =>
    convertToPdf(services, { office, pdf, type: template.fileType }, { signal, timeoutMs }),
  );
}

async function make(services: Services, key: ReportKey, context: JobContext): Promise<void> {
  const job = await beginReport(services, key);
  if (!job) return removeReportFolder(services, key);
  const following = watch(services, key, context.signal);
  try {
    // The last attempt only reports that workers died at every attempt before.
    if (context.attempt >= context.maxAttempts) throw new Error('the worker died on every attempt');
    const path = await write(services, key, job, following);
    const blobId = services.newId();
    const owner = { organisationId: key.organisationId, userId: job.createdBy };
    const name = `${job.title}.${job.format}`;
    await storeFile(services, owner, { id: blobId, path, mime: REPORT_TYPES[job.format], name });
    await following.end();
    await finishReport(services, key, { state: 'done', blobId, problem: null });
  } catch (error) {
    await following.end();
    if (following.cancelled()) return removeReportFolder(services, key);
    const problem = problemOf(error);
    const again = TEMPORARY.has(problem) && context.attempt < MAX_ATTEMPTS;
    if (context.signal.aborted || again) throw error;
    services.log.warn({ err: error, reportId: key.reportId }, 'a report could not be created');
    await finishReport(services, key, { state: 'failed', blobId: null, problem });
  }
  await removeReportFolder(services, key);
}

/** Report jobs by task name. */
export const reportTasks = (services: Services): Tasks => ({
  [REPORT_TASK]: (given, context) => make(services, payload.parse(given), context),
});
