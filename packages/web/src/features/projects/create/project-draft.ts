// The fields of a project being edited: initial values and validation. Pure.
import type { ProjectDetails } from '@plumbline/core/features/projects/contract';
import { isPhone } from '@plumbline/core/features/projects/rules';
import { fieldProblems } from '@plumbline/core/kernel/action';
import type { FieldOutcome } from '@plumbline/core/kernel/errors';
import { newProject, projectInput } from '@plumbline/core/site/rows/projects';

const DRAFT_FIELDS = [
  'title',
  'company',
  'start',
  'end',
  'address',
  'postCode',
  'country',
  'managerName',
  'managerPhone',
  'timezone',
  'language',
  'notes',
] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];
export type ProjectDraft = Pick<ProjectDetails, DraftField>;
export type TextFieldName = 'title' | 'company' | 'address' | 'postCode' | 'managerName' | 'managerPhone' | 'notes';
export type DraftProblems = Partial<Record<DraftField, FieldOutcome>>;

/** The most characters of a text field. */
export const limitOf = (field: TextFieldName): number =>
  projectInput.shape[field].maxLength ?? Number.POSITIVE_INFINITY;

export function emptyDraft(timezone: string, language: string): ProjectDraft {
  return {
    title: '',
    company: '',
    start: null,
    end: null,
    address: '',
    postCode: '',
    country: '',
    managerName: '',
    managerPhone: '',
    timezone,
    language,
    notes: '',
  };
}

export function draftOf(project: ProjectDetails): ProjectDraft {
  return Object.fromEntries(DRAFT_FIELDS.map((field) => [field, project[field]])) as ProjectDraft;
}

const isField = (path: string): path is DraftField => (DRAFT_FIELDS as readonly string[]).includes(path);

/** Validation problems, one code per field. Dates in the wrong order are reported on the end date. */
export function draftProblems(draft: ProjectDraft): DraftProblems {
  const problems: DraftProblems = {};
  const read = newProject.safeParse(draft);
  for (const { path, outcome } of read.success ? [] : fieldProblems(read.error)) {
    if (isField(path)) problems[path] ??= outcome;
  }
  if (draft.title.trim() === '') problems.title = 'REQUIRED';
  if (draft.start && draft.end && draft.end <= draft.start) problems.end = 'BEFORE_START';
  if (!isPhone(draft.managerPhone.trim())) problems.managerPhone = 'NOT_VALID';
  return problems;
}

export function titleProblem(title: string): FieldOutcome | undefined {
  if (title.trim() === '') return 'REQUIRED';
  const read = newProject.shape.title.safeParse(title);
  return read.success ? undefined : fieldProblems(read.error)[0]?.outcome;
}
