// Complete rows for tests of every package; a test overrides only what it is about.
import type { GroupRow } from '../site/rows/groups.ts';
import type { PinRow } from '../site/rows/pins.ts';
import type { PlanRow } from '../site/rows/plans.ts';
import type { TaskRow } from '../site/rows/tasks.ts';

const AT = '2026-11-01T08:00:00.000Z';

/** An open pin on no plan. */
export const examplePin = (set: Partial<PinRow> & Pick<PinRow, 'id'>): PinRow => ({
  projectId: 'project',
  planId: null,
  x: null,
  y: null,
  number: null,
  status: 'open',
  title: '',
  categoryId: null,
  room: '',
  notes: '',
  tags: [],
  ratings: {},
  t1: '',
  t2: '',
  t3: '',
  fields: {},
  links: [],
  records: [],
  modelPosition: null,
  createdBy: 'user',
  createdAt: AT,
  changedAt: AT,
  ...set,
});

/** An open task without assignee and due date. */
export const exampleTask = (set: Partial<TaskRow> & Pick<TaskRow, 'id' | 'pinId'>): TaskRow => ({
  projectId: 'project',
  number: null,
  status: 'open',
  title: '',
  description: '',
  dueDate: null,
  reminderDays: null,
  repeat: null,
  dependsOn: [],
  companyName: '',
  craft: '',
  subStatus: '',
  assigneeType: null,
  assigneeId: null,
  createdBy: 'user',
  createdAt: AT,
  changedAt: AT,
  doneBy: null,
  doneAt: null,
  ...set,
});

/** An active manual group without pins. */
export const exampleGroup = (set: Partial<GroupRow> & Pick<GroupRow, 'id'>): GroupRow => ({
  projectId: 'project',
  title: 'Handover',
  kind: 'manual',
  pinIds: [],
  filter: null,
  active: true,
  createdBy: 'user',
  createdAt: AT,
  changedAt: AT,
  ...set,
});

/** An active plan without a revision, at the top level. */
export const examplePlan = (set: Partial<PlanRow> & Pick<PlanRow, 'id'>): PlanRow => ({
  projectId: 'project',
  type: 'Plan',
  planType: 'Plan',
  parentId: null,
  name: set.id,
  sheetNumber: '',
  active: true,
  updating: false,
  currentRevisionId: null,
  createdBy: 'user',
  createdAt: AT,
  lastActivity: AT,
  ...set,
});
