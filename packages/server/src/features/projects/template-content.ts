// The content of a project template: taken from the rows of a project, and made into rows of a new one. Pure.
import { id, line } from '@plumbline/core/kernel/text';
import { type FieldRow, fieldRow } from '@plumbline/core/site/rows/fields';
import { type TeamRow, teamRow } from '@plumbline/core/site/rows/people';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { type CategoryRow, categoryRow, type ProjectRow, projectContent } from '@plumbline/core/site/rows/projects';
import { type SavedViewRow, savedViewRow } from '@plumbline/core/site/rows/saved-views';
import { z } from 'zod';
import { type Renew, withNewIds } from '../../platform/renew-ids.ts';

/** A database row of `report_template`. Its file is shared by all projects. */
const reportTemplate = z.strictObject({
  id,
  title: z.string(),
  file_name: z.string(),
  file_type: z.string(),
  blob_id: id,
  problems: z.unknown(),
});
/** A database row of `report_definition` without people: no recipients and signers, and so no schedule. */
const reportDefinition = z.strictObject({
  id,
  title: z.string(),
  source: z.unknown(),
  template_id: z.string(),
  format: z.string(),
  language: z.string(),
  options: z.unknown(),
});

/** Templates saved by an earlier version are read too: a new property of a row needs a default here. */
export const templateContent = z.strictObject({
  settings: projectContent.pick({
    company: true,
    country: true,
    timezone: true,
    language: true,
    ratings: true,
    headerLogoBlobId: true,
    footerLogoBlobId: true,
  }),
  /** Plan folders, parents first. */
  folders: z.array(z.strictObject({ id, parentId: id.nullable(), name: line(200, 1), sheetNumber: line(40) })),
  categories: z.array(categoryRow.omit({ projectId: true, active: true })),
  fields: z.array(fieldRow.omit({ projectId: true, active: true })),
  teams: z.array(teamRow.omit({ projectId: true, active: true, memberIds: true })),
  views: z.array(savedViewRow.pick({ id: true, list: true, title: true, query: true })),
  reportTemplates: z.array(reportTemplate),
  reports: z.array(reportDefinition),
});
export type TemplateContent = z.infer<typeof templateContent>;

export type TemplateSource = {
  project: ProjectRow;
  categories: readonly CategoryRow[];
  fields: readonly FieldRow[];
  teams: readonly TeamRow[];
  plans: readonly PlanRow[];
  views: readonly SavedViewRow[];
  reportTemplates: readonly TemplateContent['reportTemplates'][number][];
  reports: readonly TemplateContent['reports'][number][];
};

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu;

/** Active folders whose ancestors are active too, parents first. Folders of models are created with their model. */
function foldersOf(plans: readonly PlanRow[]): TemplateContent['folders'] {
  const byParent = Map.groupBy(
    plans.filter(({ type, planType, active }) => type === 'Folder' && planType !== 'BimCloud' && active),
    ({ parentId }) => parentId,
  );
  const below = (parent: string | null): TemplateContent['folders'] =>
    (byParent.get(parent) ?? []).flatMap(({ id: folder, parentId, name, sheetNumber }) => [
      { id: folder, parentId, name, sheetNumber },
      ...below(folder),
    ]);
  return below(null);
}

/** Views and reports that name plans, pins or people of the project are left out: nothing would match. */
export function contentOf(source: TemplateSource): TemplateContent {
  const { company, country, timezone, language, ratings, headerLogoBlobId, footerLogoBlobId } = source.project;
  const folders = foldersOf(source.plans);
  const [categories, fields, teams] = [
    source.categories.filter(({ active }) => active),
    source.fields.filter(({ active }) => active),
    source.teams.filter(({ active }) => active),
  ];
  const known = new Set([folders, categories, fields, teams, source.reportTemplates].flat().map((one) => one.id));
  for (const { id: rating } of ratings) known.add(rating);
  const isKnown = (value: unknown): boolean => (JSON.stringify(value).match(ID) ?? []).every((one) => known.has(one));
  const views = source.views.filter(({ active, shared, query }) => active && shared && isKnown(query));
  for (const { id: view } of views) known.add(view);
  return {
    settings: { company, country, timezone, language, ratings, headerLogoBlobId, footerLogoBlobId },
    folders,
    categories: categories.map(({ projectId: _project, active: _active, ...row }) => row),
    fields: fields.map(({ projectId: _project, active: _active, ...row }) => ({
      ...row,
      categoryIds: row.categoryIds.filter((category) => known.has(category)),
    })),
    teams: teams.map(({ projectId: _project, active: _active, memberIds: _members, ...row }) => row),
    views: views.map(({ id: view, list, title, query }) => ({ id: view, list, title, query })),
    reportTemplates: [...source.reportTemplates],
    reports: source.reports.filter((one) => isKnown([one.source, one.template_id, one.options])),
  };
}

/** The files that the content names. */
export const filesOf = ({ settings, reportTemplates }: TemplateContent): string[] => [
  ...new Set(
    [settings.headerLogoBlobId, settings.footerLogoBlobId, ...reportTemplates.map((one) => one.blob_id)].filter(
      (blob) => blob !== null,
    ),
  ),
];

/** The content with a new id for each of its entries; files keep theirs. */
export function renewedContent(content: TemplateContent, renew: Renew): TemplateContent {
  const { settings: _settings, ...parts } = content;
  const own = new Set<string>(
    Object.values(parts).flatMap((part: readonly { id: string }[]) => part.map((one) => one.id)),
  );
  const next: Renew = (one) => (own.has(one) ? renew(one) : one);
  // One by one: below the key `fields` of a pin are values that users have typed.
  const fields = content.fields.map((field) => withNewIds(field, next));
  return { ...withNewIds({ ...content, fields: [] }, next), fields };
}

export type TemplateAuthor = { userId: string; now: string };

/** The rows of a new project. */
export function rowsOf(content: TemplateContent, projectId: string, { userId, now }: TemplateAuthor) {
  const active = true;
  return {
    categories: content.categories.map((one): CategoryRow => ({ ...one, projectId, active })),
    fields: content.fields.map((one): FieldRow => ({ ...one, projectId, active })),
    teams: content.teams.map((one): TeamRow => ({ ...one, projectId, memberIds: [], active })),
    folders: content.folders.map(
      (one): PlanRow => ({
        ...{ ...one, projectId, type: 'Folder', planType: 'Plan', active, updating: false },
        ...{ currentRevisionId: null, createdBy: userId, createdAt: now, lastActivity: now },
      }),
    ),
    views: content.views.map(
      (one): SavedViewRow => ({
        ...{ ...one, projectId, shared: true, active },
        ...{ createdBy: userId, createdAt: now, changedAt: now },
      }),
    ),
  };
}
