// The first pages of a report as pictures, before it is created: filled like the report itself, and drawn by the isolated
// process that also renders plans.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_PREVIEW_PAGES, MAX_PREVIEW_PINS, type previewReport } from '@plumbline/core/features/reports/contract';
import { optionsOf, ordersOf, type PinOrder } from '@plumbline/core/features/reports/options';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Translator } from '@plumbline/locales/translate';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import { createSlots } from '../../http/limits/concurrency-slots.ts';
import { take } from '../../http/limits/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { withScratch } from '../uploads/scratch.ts';
import { chosenPins } from './content/chosen-pins.ts';
import { type GatheredReport, gather } from './content/gather.ts';
import { orderedPins } from './content/pin-order.ts';
import { wordsIn } from './content/report-texts.ts';
import { type FillOptions, fillTemplate, TemplateInvalid } from './filling/fill-template.ts';
import { TemplateRefused } from './filling/package/refused.ts';
import { reportFormats } from './filling/tags/formats.ts';
import { convertToPdf } from './pdf/convert.ts';
import { drawPages } from './pdf/draw-pages.ts';
import { pictureBytes } from './pictures/picture-bytes.ts';
import { callerOf, type ReportContext } from './service.ts';
import type { Caller } from './store.ts';
import { type ChosenTemplate, chooseTemplate } from './templates/choose.ts';

type Wanted = RequestOf<typeof previewReport>['body'];
type Preview = ReplyOf<typeof previewReport>;

/** Office files are converted whole, which takes much longer. */
const MAX_CONVERTED_PINS = 12;
const CONVERSION_MS = 60_000;
const MINUTE_MS = 60_000;
const MAX_PER_MINUTE = 40;

/** Throws `too_many` for a caller who asks too often. */
export const takePreview = (services: Services, { userId }: Caller): Promise<void> =>
  take(
    services.pool,
    [{ bucket: `report-preview:${userId}`, max: MAX_PER_MINUTE, windowMs: MINUTE_MS }],
    services.clock.now(),
  );

/** At the same time in this process. */
const slots = createSlots(2, 50);

const failed = (problem: NonNullable<Preview['problem']>): Preview => ({ pages: [], problem });

/** The order in which the pins are in the report: group by group. */
function firstPinsBy({ templateId, options }: Pick<Wanted, 'templateId' | 'options'>): PinOrder[] {
  const { group } = options;
  const isGrouped = group !== 'none' && optionsOf(templateId).has('group');
  return isGrouped ? [group, ...ordersOf(options)] : ordersOf(options);
}

/** Throws `too_many` for a caller who asks too often. */
export async function preview(services: Services, where: ReportContext, wanted: Wanted): Promise<Preview> {
  const caller = callerOf(where);
  await takePreview(services, caller);
  const t = wordsIn(wanted.language, wanted.options.region);
  const template = await chooseTemplate(services, caller, wanted.templateId, t, wanted.options);
  if (!template || template.problems.length > 0) return failed('template_invalid');
  const reader = { ...caller, actor: where.actor };
  const now = services.clock.now();
  const { title, attendees, weather, options, signed } = wanted;
  const taskIds = wanted.taskIds.length > 0 ? wanted.taskIds : null;
  const pinIds = await tenantSnapshot(services.pool, caller.organisationId, async (db) =>
    orderedPins(db, reader, { pinIds: await chosenPins(db, reader, wanted, now), taskIds }, firstPinsBy(wanted)),
  );
  const request = {
    pinIds: pinIds.slice(0, template.layout ? MAX_PREVIEW_PINS : MAX_CONVERTED_PINS),
    ...{ taskIds, attendees, weather, options, signed },
  };
  const report = await gather(services.pool, {
    ...reader,
    ...{ title, number: null, request, createdAt: now, t },
    publicUrl: services.config.publicUrl,
  });
  if (!report || report.data.pins.length === 0) return failed('no_pins');
  const { organisationId } = caller;
  return shownPages(services, { template, report, organisationId, t });
}

/** The first pages of a template filled with a report, or why there are none. */
export function shownPages(services: Services, job: PreviewJob): Promise<Preview> {
  return slots(() =>
    withScratch(services, async (folder) => {
      try {
        const pages = await drawPages(await pdfOf(services, folder, job), folder, MAX_PREVIEW_PAGES);
        return { pages: pages.map((page) => `data:image/webp;base64,${page.toString('base64')}`), problem: null };
      } catch (error) {
        if (error instanceof TemplateInvalid || error instanceof TemplateRefused) return failed('template_invalid');
        if (error instanceof AppError && error.code === 'converter_absent') return failed('converter_absent');
        throw error;
      }
    }),
  );
}

/** The same template filled as a Word or Excel file. */
export const filledFile = (services: Services, { template, report, organisationId, t }: PreviewJob): Promise<Buffer> =>
  slots(async () => {
    const chunks: Buffer[] = [];
    const filled = fillTemplate(await template.bytes(), template.shown(report.data), {
      formats: reportFormats(t, report.timeZone),
      pictureBytes: pictureBytes(services, organisationId, report.sources),
    });
    for await (const chunk of filled) chunks.push(chunk);
    return Buffer.concat(chunks);
  });

export type PreviewJob = {
  template: ChosenTemplate;
  report: GatheredReport;
  organisationId: string;
  t: Translator;
};

/** The path of the PDF. Throws `converter_absent` if the filled file cannot be converted here. */
async function pdfOf(
  services: Services,
  folder: string,
  { template, report, organisationId, t }: PreviewJob,
): Promise<string> {
  const pdf = join(folder, 'report.pdf');
  const fillOptions: FillOptions = {
    formats: reportFormats(t, report.timeZone),
    pictureBytes: pictureBytes(services, organisationId, report.sources),
  };
  if (template.layout) {
    const first = { locale: t.locale, maxPages: MAX_PREVIEW_PAGES };
    const { writePdf } = await import('./pdf/write-pdf.ts');
    await writePdf(template.layout, template.shown(report.data), pdf, { ...fillOptions, ...first });
    return pdf;
  }
  const office = join(folder, `report.${template.fileType}`);
  const filled = fillTemplate(await template.bytes(), template.shown(report.data), fillOptions);
  await pipeline(Readable.from(filled), createWriteStream(office));
  await convertToPdf(services, { office, pdf, type: template.fileType }, { timeoutMs: CONVERSION_MS });
  return pdf;
}
