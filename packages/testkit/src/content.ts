// Content for tests: rows of every entity with sensible defaults, to be overridden where it matters.
import { randomUUID } from 'node:crypto';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { MarkupRow } from '@plumbline/core/site/rows/maps';
import type { CommentRow, PostFile, PostRow } from '@plumbline/core/site/rows/media';
import type { ContactRow, TeamRow } from '@plumbline/core/site/rows/people';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import type { SavedViewRow } from '@plumbline/core/site/rows/saved-views';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { examplePin, exampleTask } from '@plumbline/core/testing/rows';
import type { Pool } from 'pg';
import { START } from './server.ts';

const AT = START.toISOString();
/** The author of a row, and its project. */
type By = { projectId: string; createdBy: string };

export const planRow = (by: By, change: Partial<PlanRow> = {}): PlanRow => ({
  id: randomUUID(),
  ...by,
  type: 'Plan',
  planType: 'Plan',
  parentId: null,
  name: 'Ground floor',
  sheetNumber: '',
  active: true,
  updating: false,
  currentRevisionId: null,
  createdAt: AT,
  lastActivity: AT,
  ...change,
});

export const pinRow = (by: By, change: Partial<PinRow> = {}): PinRow =>
  examplePin({ id: randomUUID(), ...by, title: 'Crack in the wall', createdAt: AT, changedAt: AT, ...change });

export const groupRow = (by: By, change: Partial<GroupRow> = {}): GroupRow => ({
  id: randomUUID(),
  ...by,
  title: 'Handover',
  kind: 'manual',
  pinIds: [],
  filter: null,
  active: true,
  createdAt: AT,
  changedAt: AT,
  ...change,
});

export const savedViewRow = (by: By, change: Partial<SavedViewRow> = {}): SavedViewRow => ({
  id: randomUUID(),
  ...by,
  list: 'pins',
  title: 'Open defects',
  shared: true,
  query: { status: ['open'] },
  active: true,
  createdAt: AT,
  changedAt: AT,
  ...change,
});

export const taskRow = (by: By, pinId: string, change: Partial<TaskRow> = {}): TaskRow =>
  exampleTask({ id: randomUUID(), ...by, pinId, title: 'Mend it', createdAt: AT, changedAt: AT, ...change });

export const fileOf = (blobId: string, change: Partial<PostFile> = {}): PostFile => ({
  blobId,
  name: 'photo.jpg',
  mime: 'image/jpeg',
  size: 1,
  width: null,
  height: null,
  ...change,
});

export const postRow = (by: By, pinId: string, files: PostFile[], change: Partial<PostRow> = {}): PostRow => ({
  id: randomUUID(),
  ...by,
  pinId,
  taskId: null,
  type: 'Visuals',
  caption: '',
  files,
  active: true,
  takenAt: null,
  createdAt: AT,
  ...change,
});

export const commentRow = (by: By, pinId: string, change: Partial<CommentRow> = {}): CommentRow => ({
  id: randomUUID(),
  ...by,
  pinId,
  taskId: null,
  text: 'Seen on site',
  attachments: [],
  mentions: [],
  edited: false,
  createdAt: AT,
  ...change,
});

export const categoryRow = (projectId: string, change: Partial<CategoryRow> = {}): CategoryRow => ({
  id: randomUUID(),
  projectId,
  title: 'Defect',
  colour: 'Red',
  active: true,
  sort: 0,
  ...change,
});

export const teamRow = (projectId: string, change: Partial<TeamRow> = {}): TeamRow => ({
  id: randomUUID(),
  projectId,
  title: 'Painters',
  purpose: '',
  companyName: '',
  craft: '',
  role: 'subcontractor',
  memberIds: [],
  active: true,
  ...change,
});

export const contactRow = (projectId: string, change: Partial<ContactRow> = {}): ContactRow => ({
  id: randomUUID(),
  projectId,
  contactId: randomUUID(),
  firstName: 'Sofia',
  lastName: 'Rossi',
  email: '',
  phone: '',
  companyName: 'Rossi Fenster',
  craft: '',
  state: 'active',
  ...change,
});

/** Creates the contact of the organisation, with its company, that a project's contact refers to. */
export async function insertContact(
  db: Pool,
  organisationId: string,
  { contactId, firstName, lastName, email, phone, companyName }: ContactRow,
): Promise<void> {
  const companyId = randomUUID();
  await db.query(
    `INSERT INTO company (organisation_id, id, name, craft, street, zip, city, country, phone, email, notes, created_at, changed_at)
     VALUES ($1, $2, $3, '', '', '', '', '', '', '', '', $4, $4)`,
    [organisationId, companyId, `${companyName} ${contactId}`, AT],
  );
  await db.query(
    `INSERT INTO company_contact (organisation_id, id, company_id, first_name, last_name, email, phone, fax, job_title,
       department, internal_id, craft, notes, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, '', '', '', '', '', '', $8, $8)`,
    [organisationId, contactId, companyId, firstName, lastName, email, phone, AT],
  );
}

export const markupRow = (by: By, planId: string, change: Partial<MarkupRow> = {}): MarkupRow => ({
  id: randomUUID(),
  ...by,
  planId,
  kind: 'distance',
  points: [0.1, 0.2, 0.6, 0.2],
  holes: [],
  text: '',
  colour: 'Red',
  shared: true,
  layerId: null,
  active: true,
  createdAt: AT,
  changedAt: AT,
  ...change,
});

export const revisionRow = (
  by: By,
  planId: string,
  blobs: Pick<RevisionRow, 'packBlobId' | 'thumbBlobId' | 'previewBlobId' | 'originalBlobId'>,
  change: Partial<RevisionRow> = {},
): RevisionRow => ({
  id: randomUUID(),
  ...by,
  planId,
  version: '1',
  date: '2026-02-03',
  active: true,
  pageNumber: 1,
  rotation: 0,
  widthPt: 842,
  heightPt: 595,
  pyramid: { width: 1_684, height: 1_190, tileSize: 512, levels: 3 },
  alignment: [1, 0, 0, 0, 1, 0],
  scaleRegions: [],
  rooms: [],
  textBlobId: null,
  linesBlobId: null,
  originalName: 'plan.pdf',
  fileSize: 1,
  createdAt: AT,
  ...blobs,
  ...change,
});
