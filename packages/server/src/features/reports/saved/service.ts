// Operations on saved reports: save, change, delete, and create a report from one, on request or by the schedule.
import { can } from '@plumbline/core/access/capabilities';
import type { Report } from '@plumbline/core/features/reports/contract';
import type {
  createReportDefinition,
  DefinitionContent,
  DefinitionProblem,
  ReportDefinition,
} from '@plumbline/core/features/reports/definitions';
import { nextRun } from '@plumbline/core/features/reports/schedule';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import { readActor } from '../../../http/project-actor.ts';
import type { Services } from '../../../platform/services.ts';
import { callerOf, create, type ReportContext, usableTemplate } from '../service.ts';
import type { Caller } from '../store.ts';
import { selectionOf } from './source-pins.ts';
import {
  deleteDefinition,
  insertDefinition,
  type NewDefinition,
  readDefinition,
  recordRun,
  timeZoneOf,
  updateDefinition,
} from './store.ts';

/** Problems that no later attempt solves. */
const PAUSING: readonly DefinitionProblem[] = ['owner_left', 'no_right'];

/** No report can be created from the definition. */
class NotCreated extends Error {
  readonly problem: DefinitionProblem;
  constructor(problem: DefinitionProblem) {
    super(problem);
    this.problem = problem;
  }
}

async function checked(
  services: Services,
  where: ReportContext,
  id: string,
  wanted: DefinitionContent,
): Promise<NewDefinition> {
  const caller = callerOf(where);
  await usableTemplate(services, caller, wanted);
  if (wanted.recipients.length > 0 && !can(where.actor.role, 'report.share')) throw new AppError('forbidden');
  const { schedule } = wanted;
  const nextRunAt = schedule && nextRun(schedule, services.clock.now(), await timeZoneOf(services, caller));
  return { ...wanted, id, nextRunAt };
}

/** The caller's own definition. Throws `not_found`, and `forbidden` for another person's. */
async function ownDefinition(services: Services, caller: Caller, id: string): Promise<ReportDefinition> {
  const known = await readDefinition(services, caller, id);
  if (!known.own) throw new AppError('forbidden');
  return known;
}

export async function save(
  services: Services,
  where: ReportContext,
  { id, ...wanted }: RequestOf<typeof createReportDefinition>['body'],
): Promise<ReportDefinition> {
  const caller = callerOf(where);
  await insertDefinition(services, caller, await checked(services, where, id, wanted));
  const made = await readDefinition(services, caller, id).catch((error: unknown) => {
    // The id is in use in another project.
    throw error instanceof AppError && error.code === 'not_found' ? new AppError('already_exists') : error;
  });
  if (!made.own) throw new AppError('already_exists');
  return made;
}

export async function change(
  services: Services,
  where: ReportContext,
  id: string,
  wanted: DefinitionContent,
): Promise<ReportDefinition> {
  const caller = callerOf(where);
  await ownDefinition(services, caller, id);
  await updateDefinition(services, caller, await checked(services, where, id, wanted));
  return readDefinition(services, caller, id);
}

export async function remove(services: Services, where: ReportContext, id: string): Promise<void> {
  const caller = callerOf(where);
  const { own } = await readDefinition(services, caller, id);
  if (!own && !can(where.actor.role, 'template.manage')) throw new AppError('forbidden');
  await deleteDefinition(services, caller, id);
}

export type Run = { report: Report | null; definition: ReportDefinition };

/** Creates a report as the owner of the definition, and records the outcome. */
export async function run(services: Services, caller: Caller, id: string, reportId: string): Promise<Run> {
  const known = await ownDefinition(services, caller, id);
  const outcome = await createFrom(services, caller, known, reportId).catch((error: unknown) => {
    const problem = problemOf(error);
    if (problem === 'internal') services.log.warn({ err: error, definitionId: id }, 'a saved report failed');
    return problem;
  });
  const problem = typeof outcome === 'string' ? outcome : null;
  await recordRun(services, caller, id, { problem, pause: problem !== null && PAUSING.includes(problem) });
  const report = typeof outcome === 'string' ? null : outcome;
  return { report, definition: await readDefinition(services, caller, id) };
}

async function createFrom(
  services: Services,
  caller: Caller,
  { id, lastRunAt, recipients, source, title, templateId, format, language, options }: ReportDefinition,
  reportId: string,
): Promise<Report> {
  const actor = await ownerOf(services, caller);
  if (!can(actor.role, 'report.create')) throw new NotCreated('no_right');
  if (recipients.length > 0 && !can(actor.role, 'report.share')) throw new NotCreated('no_right');
  const selection = await tenantSnapshot(services.pool, caller.organisationId, (db) =>
    selectionOf(db, { ...caller, actor }, source, {
      since: lastRunAt === null ? null : new Date(lastRunAt),
      now: services.clock.now(),
    }),
  );
  if (typeof selection === 'string') throw new NotCreated(selection);
  const where = { session: caller, actor, projectId: caller.projectId };
  const content = { title, templateId, format, language, options, ...selection };
  const wanted = { id: reportId, ...content, attendees: [], weather: null, signed: null };
  return create(services, where, wanted, { definitionId: id, recipients });
}

const ownerOf = (services: Services, caller: Caller): Promise<Actor> =>
  readActor(services.pool, caller, caller.projectId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? new NotCreated('owner_left') : error;
  });

const FIELD_PROBLEMS: Readonly<Record<string, DefinitionProblem>> = {
  templateId: 'template_missing',
  format: 'template_invalid',
  pinIds: 'no_pins',
};

function problemOf(error: unknown): DefinitionProblem {
  if (error instanceof NotCreated) return error.problem;
  if (!(error instanceof AppError)) return 'internal';
  if (error.code === 'template_invalid' || error.code === 'converter_absent') return error.code;
  return FIELD_PROBLEMS[error.details.fields?.[0]?.path ?? ''] ?? 'internal';
}
