// Reports ordered while the device was offline. Each waits on this device until the server has created it; one that the
// server refuses stays with the reason.
import {
  createReport,
  listTemplates,
  pdfNeedsConverter,
  type Template,
} from '@plumbline/core/features/reports/contract';
import { type ErrorCode, isErrorCode } from '@plumbline/core/kernel/errors';
import type { Language } from '@plumbline/locales/languages';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { currentLocal } from '../../../local/local.ts';
import { isSessionOver } from '../../../shared/data/shown-failure.ts';

type Content = Parameters<typeof call<typeof createReport>>[1]['body'];
export type WantedFormat = 'office' | 'pdf';
export type WantedReport = {
  id: string;
  projectId: string;
  /** Without a template, the first that can be used: the list of templates is not on the device. */
  content: Omit<Content, 'id' | 'format' | 'templateId'> & { templateId: string | null };
  format: WantedFormat;
  problem?: ErrorCode | undefined;
};

const PREFIX = 'report.';
const nameOf = ({ projectId, id }: Pick<WantedReport, 'projectId' | 'id'>) => `${PREFIX}${projectId}.${id}`;

/** Throws `device_full` when there is no space for it. */
export async function storeWanted(wanted: WantedReport): Promise<void> {
  await currentLocal()?.keepDraft(nameOf(wanted), new Blob([JSON.stringify(wanted)]));
}

export async function discardWanted(wanted: WantedReport): Promise<void> {
  await currentLocal()?.keepDraft(nameOf(wanted), undefined);
}

/** Those of one project or of all, in no particular order. */
export async function wantedReports(projectId?: string): Promise<WantedReport[]> {
  const local = currentLocal();
  const names = (await local?.draftNames(projectId === undefined ? PREFIX : `${PREFIX}${projectId}.`)) ?? [];
  const found = await Promise.all(names.map(async (name) => (await local?.draft(name))?.text()));
  return found.flatMap((text) => (text === undefined ? [] : (JSON.parse(text) as WantedReport)));
}

type Usable = Pick<Template, 'id' | 'active' | 'problems'>;

/** The chosen template, or the first one without problems. */
export const usableTemplate = <T extends Usable>(templates: readonly T[], chosen: string | null): T | undefined =>
  templates.find(({ id, active, problems }) => active && (chosen === null ? problems.length === 0 : id === chosen));

/** Whether the server creates PDF files from the template. PDF until it says otherwise. */
export const hasPdf = (
  template: Pick<Template, 'builtin' | 'fileType'> | undefined,
  formats: readonly string[] | undefined,
): boolean => template === undefined || !pdfNeedsConverter(template) || (formats?.includes('pdf') ?? true);

async function create({ id, projectId, content, format }: WantedReport, language: Language): Promise<void> {
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
export async function createWanted(language: Language): Promise<number> {
  let created = 0;
  for (const wanted of await wantedReports()) {
    if (wanted.problem !== undefined) continue;
    try {
      await create(wanted, language);
    } catch (error) {
      if (!(error instanceof Refusal) || isSessionOver(error) || error.status === 401 || error.status >= 500) break;
      await storeWanted({ ...wanted, problem: isErrorCode(error.code) ? error.code : 'internal' });
      continue;
    }
    await discardWanted(wanted);
    created += 1;
  }
  return created;
}
