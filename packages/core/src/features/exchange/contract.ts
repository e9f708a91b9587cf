// Exchange of pins with other programs: a file is previewed, checked without changes, imported by a job, and can be undone.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { FILE_PROBLEMS } from '../datasets/contract.ts';
import { ENCODINGS, SEPARATORS } from '../datasets/table.ts';
import { exportPins } from '../exports/contract.ts';
import { BCF_VERSIONS } from './bcf-versions.ts';
import { isTarget } from './columns.ts';
import { DATE_ORDERS } from './dates.ts';

/** Names of imports and their undoing in the audit log. Their changes notify no one. */
export const PIN_IMPORT_ACTION = 'pin.import';
export const PIN_UNDO_ACTION = 'pin.undoImport';

/** What is wrong with a row. */
export const PIN_ROW_PROBLEMS = [
  'title_missing',
  'key_missing',
  'key_twice',
  'too_long',
  'cells_too_many',
  'date_invalid',
  'position_invalid',
  'field_invalid',
  'field_rounded',
  'status_unknown',
  'plan_unknown',
  'position_missing',
  'photo_missing',
  'topic_unreadable',
] as const;
export type PinRowProblem = (typeof PIN_ROW_PROBLEMS)[number];

/** `column`: the heading, empty if the problem is of the whole row. */
export const rowNote = z.strictObject({ problem: z.enum(PIN_ROW_PROBLEMS), column: z.string(), value: z.string() });
export type RowNote = z.infer<typeof rowNote>;

/** A new pin or a task added to one, already imported, or not possible. */
export const PIN_OUTCOMES = ['create', 'present', 'bad'] as const;
export type PinOutcome = (typeof PIN_OUTCOMES)[number];

/**
 * `checking` reads the file, `checked` waits for confirmation. A cancelled, failed or undone import can be started
 * again.
 */
export const PIN_IMPORT_STATES = [
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const;
export type PinImportState = (typeof PIN_IMPORT_STATES)[number];

export const RUNNABLE: readonly PinImportState[] = ['checked', 'failed', 'cancelled', 'undone'];
export const CANCELLABLE: readonly PinImportState[] = ['checking', 'checked', 'running'];
export const UNDOABLE: readonly PinImportState[] = ['done', 'failed', 'cancelled'];

const count = z.int().min(0);
export const pinImport = z.strictObject({
  id,
  fileName: z.string(),
  state: z.enum(PIN_IMPORT_STATES),
  /** Rows by outcome, as far as the file has been read; `warnings` of those to create. */
  counts: z.strictObject({ create: count, present: count, bad: count, warnings: count }),
  /** Rows imported, or undone while undoing. */
  done: count,
  /** The file was read to its end. */
  checked: z.boolean(),
  problem: z.enum(FILE_PROBLEMS).nullable(),
  createdByName: z.string(),
  createdAt: instant,
});
export type PinImport = z.infer<typeof pinImport>;

export const pinImportRow = z.strictObject({
  /** The row number as shown in a spreadsheet; 1 is the header. */
  line: z.int().min(1),
  outcome: z.enum(PIN_OUTCOMES),
  done: z.boolean(),
  title: z.string(),
  plan: z.string(),
  assignee: z.string(),
  notes: z.array(rowNote),
  pinId: id.nullable(),
});
export type PinImportRow = z.infer<typeof pinImportRow>;

const encoding = z.enum(ENCODINGS);
const separator = z.enum(SEPARATORS);
const target = line(60, 1).refine(isTarget, { error: 'NOT_VALID' });

const place = z.strictObject({ projectId: id });
const one = z.strictObject({ projectId: id, importId: id });
/** Imports also create categories, fields and contacts. */
const guard = { kind: 'project', needs: 'project.edit' } as const;
const BASE = '/api/pins-api/projects/:projectId/imports';

export const previewPinImport = endpoint({
  name: 'previewPinImport',
  summary: 'Previews the columns and first rows of an uploaded list of pins, with the proposed content of each column',
  method: 'POST',
  path: `${BASE}/preview`,
  guard,
  params: place,
  /** Encoding and separator are detected if omitted. */
  body: z.strictObject({ blobId: id, encoding: encoding.optional(), separator: separator.optional() }),
  reply: z.strictObject({
    /** Null for a workbook, which defines both itself. */
    encoding: encoding.nullable(),
    separator: separator.nullable(),
    columns: z.array(z.string()),
    proposed: z.array(z.string()),
    dateOrder: z.enum(DATE_ORDERS),
    rows: z.array(z.array(z.string())),
    problem: z.enum(FILE_PROBLEMS).nullable(),
  }),
});

export const checkPinImport = endpoint({
  name: 'checkPinImport',
  summary: 'Checks each row of an uploaded list of pins; changes nothing yet',
  method: 'POST',
  path: BASE,
  guard,
  params: place,
  body: z.strictObject({
    id,
    blobId: id,
    /** A ZIP file with the photos that rows name. */
    photosBlobId: id.nullable().default(null),
    encoding: encoding.optional(),
    separator: separator.optional(),
    /** What each column contains, in order. */
    columns: z.array(target).min(1).max(100),
    dateOrder: z.enum(DATE_ORDERS).default('dmy'),
  }),
  reply: pinImport,
});

export const checkBcfImport = endpoint({
  name: 'checkBcfImport',
  summary: 'Checks each topic of an uploaded BCF file (2.1 or 3.0); changes nothing yet',
  method: 'POST',
  path: `${BASE}/bcf`,
  guard,
  params: place,
  body: z.strictObject({ id, blobId: id }),
  reply: pinImport,
});

/** Maximum pins per BCF file. */
export const MAX_BCF_PINS = 10_000;

export const exportBcf = endpoint({
  name: 'exportBcf',
  summary: 'Exports pins by filter, or those of a group, as a BCF file with their comments, viewpoints and photos',
  method: 'GET',
  path: '/api/pins-api/projects/:projectId/exports/bcf',
  guard: { kind: 'project', needs: 'pin.view' },
  params: place,
  query: z.strictObject({
    ...exportPins.query.omit({ format: true, language: true }).shape,
    version: z.enum(BCF_VERSIONS).default('3.0'),
  }),
  reply: z.void(),
});

export const listPinImports = endpoint({
  name: 'listPinImports',
  summary: 'Lists the imports of pins of a project, newest first',
  method: 'GET',
  path: BASE,
  guard,
  params: place,
  query: z.strictObject(paging),
  reply: paged(pinImport),
});

export const getPinImport = endpoint({
  name: 'getPinImport',
  summary: 'Gets an import of pins',
  method: 'GET',
  path: `${BASE}/:importId`,
  guard,
  params: one,
  reply: pinImport,
});

export const listPinImportRows = endpoint({
  name: 'listPinImportRows',
  summary: 'Lists the rows of an import of pins in order, with the result of each',
  method: 'GET',
  path: `${BASE}/:importId/rows`,
  guard,
  params: one,
  query: z.strictObject({ ...paging, outcome: z.enum([...PIN_OUTCOMES, 'warning']).optional() }),
  reply: paged(pinImportRow),
});

export const runPinImport = endpoint({
  name: 'runPinImport',
  summary: 'Imports the checked rows, or resumes a stopped import',
  method: 'POST',
  path: `${BASE}/:importId/run`,
  guard,
  params: one,
  reply: pinImport,
});

export const cancelPinImport = endpoint({
  name: 'cancelPinImport',
  summary: 'Cancels an import of pins; what is already imported remains',
  method: 'POST',
  path: `${BASE}/:importId/cancel`,
  guard,
  params: one,
  reply: pinImport,
});

export const undoPinImport = endpoint({
  name: 'undoPinImport',
  summary: 'Sets everything that an import created inactive',
  method: 'POST',
  path: `${BASE}/:importId/undo`,
  guard,
  params: one,
  reply: pinImport,
});

export const savePinImportProblems = endpoint({
  name: 'savePinImportProblems',
  summary: 'Exports the rows that could not be imported as CSV with the reasons, to be corrected and uploaded again',
  method: 'GET',
  path: `${BASE}/:importId/problems`,
  guard,
  params: one,
  reply: z.void(),
});
