// Creates the reports that were ordered offline. Loaded only when there are any: most devices never need it.
import {
  createReport,
  listTemplates,
  pdfNeedsConverter,
  type Template,
} from '@plumbline/core/features/reports/contract';
import { isErrorCode } from '@plumbline/core/kernel/errors';
import type { Language } from '@plumbline/locales/languages';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { isSessionOver } from '../../../shared/data/shown-failure.ts';
import { discardQueued, type QueuedReport, queuedReports, storeQueued } from './queued-store.ts';

type Usable = Pick<Template, 'id' | 'active' | 'problems'>;

/** The chosen template, or the first one without problems. */
export const usableTemplate = <T extends Usable>(templates: readonly T[], chosen: string | null): T | undefined =>
  templates.find(({ id, active, problems }) => active && (chosen === null ? problems.length === 0 : id === chosen));

/** Whether the server creates PDF files from the template. PDF until it says otherwise. */
export const hasPdf = (
  template: Pick<Template, 'builtin' | 'fileType'> | undefined,
  formats: readonly string[] | undefined,
): boolean => template === undefined || !pdfNeedsConverter(template) || (formats?.includes('pdf') ?? true);

async function create({ id, projectId, content, format }: QueuedReport, language: Language): Promise<void> {
  const query = { size: 1_000, language };
  const { content: templates, formats } = await call(listTemplates, { params: { projectId }, query });
  const template = usableTemplate(templates, content.templateId);
  if (!template) throw new Refusal(404, { code: 'not_found' });
  const body = {
    ...content,
    id,
    templateId: template.id,
    format: format === 'pdf' && hasPdf(template, formats) ? ('pdf' as const) : template.fileType,
  };
  await call(createReport, { params: { projectId }, body }, { idempotencyKey: id });
}

/**
 * Creates the reports that wait, except refused ones; returns how many. Ends early without a network or session, and
 * the rest goes on waiting.
 */
export async function createQueued(language: Language): Promise<number> {
  let created = 0;
  for (const queued of await queuedReports()) {
    if (queued.problem !== undefined) continue;
    try {
      await create(queued, language);
    } catch (error) {
      if (!(error instanceof Refusal) || isSessionOver(error) || error.status === 401 || error.status >= 500) break;
      await storeQueued({ ...queued, problem: isErrorCode(error.code) ? error.code : 'internal' });
      continue;
    }
    await discardQueued(queued);
    created += 1;
  }
  return created;
}
