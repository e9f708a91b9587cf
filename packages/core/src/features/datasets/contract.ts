// Datasets: lists of records from a table file, such as rooms or components, that can be linked to pins. Read page by
// page, never synced.
import { z } from 'zod';
import { endpoint, flag, paged, paging } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';

/** Limits per file. */
export const DATASET_LIMITS = { rows: 200_000, columns: 100, cell: 2_000, key: 200, title: 400 } as const;
/** Maximum number of bad rows listed; beyond that only the count is reported. */
export const NAMED_ROWS = 100;

/** Why a row cannot be imported. */
export const ROW_PROBLEMS = [
  'key_missing',
  'key_twice',
  'key_too_long',
  'title_missing',
  'cell_too_long',
  'cells_too_many',
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];
/** `row`: the row number as shown in a spreadsheet; 1 is the header. */
export const badRow = z.strictObject({ row: z.int().min(1), problem: z.enum(ROW_PROBLEMS), value: z.string() });
export type BadRow = z.infer<typeof badRow>;

/** Why a file cannot be imported at all. */
export const FILE_PROBLEMS = [
  'unreadable',
  'empty',
  'no_rows',
  'too_many_rows',
  'too_many_columns',
  'column_missing',
  'column_twice',
  'encrypted',
  'unpacks_too_large',
  'bad_rows',
  'title_taken',
  'photos_unreadable',
  'bcf_unreadable',
  'no_space',
  'quota_reached',
  'internal',
] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

const title = line(120, 1);
const column = line(200, 1);

export const dataset = z.strictObject({
  id,
  title: z.string(),
  columns: z.array(z.string()),
  idColumn: z.string(),
  titleColumn: z.string(),
  records: z.int().min(0),
  active: z.boolean(),
  createdByName: z.string(),
  createdAt: instant,
  changedAt: instant,
});
export type Dataset = z.infer<typeof dataset>;

/** `values` are in the order of the dataset's columns. */
export const datasetRecord = z.strictObject({
  id,
  key: z.string(),
  title: z.string(),
  values: z.array(z.string()),
  /** Missing from the newest import; kept for the pins that refer to it. */
  active: z.boolean(),
});
export type DatasetRecord = z.infer<typeof datasetRecord>;

export const IMPORT_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export const datasetImport = z.strictObject({
  id,
  datasetId: id,
  title: z.string(),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  rows: z.int().min(0),
  problem: z.enum(FILE_PROBLEMS).nullable(),
  badRows: z.array(badRow),
  badCount: z.int().min(0),
  createdByName: z.string(),
  createdAt: instant,
});
export type DatasetImport = z.infer<typeof datasetImport>;

const inProject = z.strictObject({ projectId: id });
const one = z.strictObject({ projectId: id, datasetId: id });
const view = { kind: 'project', needs: 'dataset.view' } as const;
const manage = { kind: 'project', needs: 'dataset.manage' } as const;
const BASE = '/api/datasets/projects/:projectId';

export const listDatasets = endpoint({
  name: 'listDatasets',
  summary: 'Lists the datasets of a project by title',
  method: 'GET',
  path: `${BASE}/datasets`,
  guard: view,
  params: inProject,
  query: z.strictObject({ ...paging, inactive: flag.optional() }),
  reply: paged(dataset),
});

export const getDataset = endpoint({
  name: 'getDataset',
  summary: 'Gets a dataset without its records',
  method: 'GET',
  path: `${BASE}/datasets/:datasetId`,
  guard: view,
  params: one,
  reply: dataset,
});

export const listRecords = endpoint({
  name: 'listDatasetRecords',
  summary: 'Lists records of a dataset in file order, or those that contain all search words',
  method: 'GET',
  path: `${BASE}/datasets/:datasetId/records`,
  guard: view,
  params: one,
  query: z.strictObject({
    ...paging,
    search: line(200).optional(),
    sort: z.enum(['place', 'title']).default('place'),
    /** Only this record, even if it is inactive. */
    record: id.optional(),
  }),
  reply: paged(datasetRecord).extend({ exact: z.boolean() }),
});

export const updateDataset = endpoint({
  name: 'updateDataset',
  summary: 'Renames a dataset, sets it inactive or reactivates it',
  method: 'PATCH',
  path: `${BASE}/datasets/:datasetId`,
  guard: manage,
  params: one,
  body: z.strictObject({ title: title.optional(), active: z.boolean().optional() }),
  reply: dataset,
});

export const previewDataset = endpoint({
  name: 'previewDataset',
  summary: 'Previews the columns and first rows of an uploaded CSV or XLSX file',
  method: 'POST',
  path: `${BASE}/preview`,
  guard: manage,
  params: inProject,
  body: z.strictObject({ blobId: id }),
  reply: z.strictObject({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    /** Why the file cannot be imported. */
    problem: z.enum(FILE_PROBLEMS).nullable(),
  }),
});

export const importDataset = endpoint({
  name: 'importDataset',
  summary:
    'Imports an uploaded file as a new dataset or replaces the records of one; an invalid row rejects the whole file',
  method: 'POST',
  path: `${BASE}/imports`,
  guard: manage,
  params: inProject,
  /** `id` is the import; `datasetId` a new dataset or the one to overwrite. */
  body: z.strictObject({ id, datasetId: id, blobId: id, title, idColumn: column, titleColumn: column }),
  reply: datasetImport,
});

export const listDatasetImports = endpoint({
  name: 'listDatasetImports',
  summary: 'Lists the dataset imports of a project with their problems, newest first',
  method: 'GET',
  path: `${BASE}/imports`,
  guard: manage,
  params: inProject,
  query: z.strictObject(paging),
  reply: paged(datasetImport),
});

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;

export const exportDataset = endpoint({
  name: 'exportDataset',
  summary: 'Exports all records of a dataset as CSV or XLSX; no cell is interpreted as a formula',
  method: 'GET',
  path: `${BASE}/datasets/:datasetId/export`,
  guard: view,
  params: one,
  query: z.strictObject({ format: z.enum(EXPORT_FORMATS).default('csv') }),
  reply: z.void(),
});
