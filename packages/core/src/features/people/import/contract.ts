// Importing people from a table: inspected, checked row by row without changes, then imported by a job.
import { z } from 'zod';
import { ROLES } from '../../../access/capabilities.ts';
import { LICENCE_KINDS } from '../../../access/membership-status.ts';
import { endpoint, type Guard, paged, paging } from '../../../kernel/endpoint.ts';
import { id, instant, line } from '../../../kernel/text.ts';
import { FILE_PROBLEMS } from '../../datasets/contract.ts';
import { ENCODINGS, SEPARATORS } from '../../datasets/table.ts';
import { IMPORT_KINDS, TARGETS } from './columns.ts';

/** Why a row is not imported. */
export const PERSON_PROBLEMS = [
  'email_missing',
  'email_invalid',
  'email_twice',
  'company_missing',
  'phone_invalid',
  'role_unknown',
  'team_unknown',
  'team_role',
  'language_unknown',
  'too_long',
  'cells_too_many',
  'not_in_organisation',
  'inactive',
] as const;
export type PersonProblem = (typeof PERSON_PROBLEMS)[number];

/** The outcome of a row: a new account and an invitation, a new membership, already present, or not possible. */
export const OUTCOMES = ['create', 'join', 'present', 'bad'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * `checking` reads the file, `checked` waits for confirmation, `running` imports. A cancelled or failed import resumes
 * where it stopped.
 */
export const IMPORT_STATES = ['checking', 'checked', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The states from which an import may start or resume, and those in which it can be cancelled. */
export const RUNNABLE: readonly ImportState[] = ['checked', 'failed', 'cancelled'];
export const CANCELLABLE: readonly ImportState[] = ['checking', 'checked', 'running'];

const counts = z.strictObject({
  create: z.int().min(0),
  join: z.int().min(0),
  present: z.int().min(0),
  bad: z.int().min(0),
});

export const peopleImport = z.strictObject({
  id,
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Rows by outcome, as far as the file has been read. */
  counts,
  /** How many of the rows to create or join have been processed. */
  done: z.int().min(0),
  /** The file was read to its end. */
  checked: z.boolean(),
  problem: z.enum(FILE_PROBLEMS).nullable(),
  createdByName: z.string(),
  createdAt: instant,
});
export type PeopleImport = z.infer<typeof peopleImport>;

/** Free licences by kind; null for no limit. */
const freeLicences = z.strictObject({ full: z.int().min(0).nullable(), mobile: z.int().min(0).nullable() });
export const peopleImportDetails = peopleImport.extend({ freeLicences });
export type PeopleImportDetails = z.infer<typeof peopleImportDetails>;

/** The licence that every new person of an import gets. */
export const IMPORT_LICENCES = ['none', ...LICENCE_KINDS] as const;
export type ImportLicence = (typeof IMPORT_LICENCES)[number];

export const peopleRow = z.strictObject({
  /** The row number as shown in a spreadsheet; 1 is the header. */
  line: z.int().min(1),
  outcome: z.enum(OUTCOMES),
  done: z.boolean(),
  name: z.string(),
  email: z.string(),
  /** Company, role and team, if given. */
  companyName: z.string(),
  role: z.enum(ROLES).nullable(),
  team: z.string(),
  problem: z.enum(PERSON_PROBLEMS).nullable(),
  /** The subject of the problem, such as the address or the row where it first occurred. */
  value: z.string(),
});
export type PeopleRow = z.infer<typeof peopleRow>;

const encoding = z.enum(ENCODINGS);
const separator = z.enum(SEPARATORS);
const target = z.enum(TARGETS);

/** The endpoints of one target for imported people: a project, or the organisation. */
function importEndpoints<const Name extends string, P extends z.ZodRawShape, const G extends Guard>(
  name: Name,
  { base, guard, of, into }: { base: `/api/${string}`; guard: G; of: P; into: string },
) {
  const place = z.strictObject({ ...of });
  const one = z.strictObject({ ...of, importId: id });
  return {
    preview: endpoint({
      name: `preview${name}`,
      summary: `Previews the columns and first rows of an uploaded list of people for ${into}, with the detected meaning of each column`,
      method: 'POST',
      path: `${base}/preview`,
      guard,
      params: place,
      /** Encoding and separator are detected if omitted. */
      body: z.strictObject({
        blobId: id,
        kind: z.enum(IMPORT_KINDS),
        encoding: encoding.optional(),
        separator: separator.optional(),
      }),
      reply: z.strictObject({
        /** Null for a workbook, which defines both itself. */
        encoding: encoding.nullable(),
        separator: separator.nullable(),
        columns: z.array(z.string()),
        proposed: z.array(target),
        rows: z.array(z.array(z.string())),
        problem: z.enum(FILE_PROBLEMS).nullable(),
      }),
    }),
    check: endpoint({
      name: `check${name}`,
      summary: `Checks each row of an uploaded list of people for import into ${into}; changes nothing yet`,
      method: 'POST',
      path: `${base}/imports`,
      guard,
      params: place,
      body: z.strictObject({
        id,
        blobId: id,
        kind: z.enum(IMPORT_KINDS),
        encoding: encoding.optional(),
        separator: separator.optional(),
        /** What each column contains, in order. */
        columns: z.array(target).min(1).max(100),
        /** For rows without a value. */
        role: z.enum(ROLES).exclude(['none']).default('contributor'),
        language: line(10).default('en'),
      }),
      reply: peopleImport,
    }),
    list: endpoint({
      name: `list${name}`,
      summary: `Lists the people imports of ${into}, newest first`,
      method: 'GET',
      path: `${base}/imports`,
      guard,
      params: place,
      query: z.strictObject(paging),
      reply: paged(peopleImport),
    }),
    get: endpoint({
      name: `get${name}`,
      summary: `Gets a people import of ${into}, with the licences available for new people`,
      method: 'GET',
      path: `${base}/imports/:importId`,
      guard,
      params: one,
      reply: peopleImportDetails,
    }),
    rows: endpoint({
      name: `list${name}Rows`,
      summary: `Lists the rows of a people import of ${into} in order, with the result of each`,
      method: 'GET',
      path: `${base}/imports/:importId/rows`,
      guard,
      params: one,
      query: z.strictObject({ ...paging, outcome: z.enum(OUTCOMES).optional() }),
      reply: paged(peopleRow),
    }),
    run: endpoint({
      name: `run${name}`,
      summary: `Imports the checked rows of a list of people into ${into}, or resumes a stopped import. New people get the chosen licence; refused if there are not enough`,
      method: 'POST',
      path: `${base}/imports/:importId/run`,
      guard,
      // New people stay when a support token has expired.
      personal: true,
      params: one,
      query: z.strictObject({ licence: z.enum(IMPORT_LICENCES).default('none') }),
      reply: peopleImport,
    }),
    cancel: endpoint({
      name: `cancel${name}`,
      summary: `Cancels a people import of ${into}; people already imported remain`,
      method: 'POST',
      path: `${base}/imports/:importId/cancel`,
      guard,
      params: one,
      reply: peopleImport,
    }),
    problems: endpoint({
      name: `save${name}Problems`,
      summary: `Exports the rows that could not be imported into ${into} as CSV with the reasons, to be corrected and uploaded again`,
      method: 'GET',
      path: `${base}/imports/:importId/problems`,
      guard,
      params: one,
      reply: z.void(),
    }),
  } as const;
}

export const memberImports = importEndpoints('MemberImport', {
  base: '/api/memberships-api/projects/:projectId/people',
  guard: { kind: 'project', needs: 'member.manage' },
  of: { projectId: id },
  into: 'a project',
});

export const userImports = importEndpoints('UserImport', {
  base: '/api/users/people',
  guard: { kind: 'organisation', privilege: 'users' },
  of: {},
  into: 'the organisation',
});
