// Columns of exported lists: heads in the reader's language and cell values. The most looked-for columns come first.

import { showValue } from '@plumbline/core/features/fields/show';
import type { GroupEntry } from '@plumbline/core/features/groups/contract';
import type { PinEntry } from '@plumbline/core/features/pins/contract';
import type { PlanEntry } from '@plumbline/core/features/plans/contract';
import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import type { TaskEntry } from '@plumbline/core/features/tasks/contract';
import type { Actor } from '@plumbline/core/site/actor';
import { seesContactData } from '@plumbline/core/site/contact-data';
import type { Position } from '@plumbline/core/site/geometry/mercator';
import type { FieldRow, FieldValue } from '@plumbline/core/site/rows/fields';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { Translator } from '@plumbline/locales/translate';
import type { Cell } from '../../office/table-cells.ts';
import type { MemberExportRow } from './members.ts';

export type Column<Row> = { head: string; width: number; cell: (row: Row) => Cell };

/** The reader's language and the project's time zone. */
export type ColumnContext = { t: Translator; zone: string };

const share = (fraction: number | null): Cell => (fraction === null ? null : { percent: fraction * 100 });
const day = (value: string | null): Cell => (value === null ? null : { day: value });

export type PinExportRow = PinEntry & {
  notes: string;
  ratings: Record<string, number>;
  t1: string;
  t2: string;
  t3: string;
  /** A fraction of the plan's width and height. */
  x: number | null;
  y: number | null;
  /** On a georeferenced plan. */
  onEarth: Position | null;
  /** Of the tasks the reader sees; null means Various. */
  assignees: readonly (string | null)[];
  /** Titles of the manual groups with the pin. */
  groups: readonly string[];
};

/** The project's own pin fields and ratings, in addition to the common columns. */
export type PinKinds = { fields: readonly FieldRow[]; ratings: ProjectRow['ratings'] };

/** Numbers, percentages, durations and dates are typed cells, which can be added up and sorted. */
function fieldCell({ format }: FieldRow, value: FieldValue | undefined, locale: string): Cell {
  if (value === undefined) return null;
  if (typeof value === 'number' && ['NUMBER', 'CURRENCY'].includes(format.type)) return value;
  if (typeof value === 'number' && format.type === 'PERCENTAGE') return { percent: value };
  if (typeof value === 'number' && format.type === 'TIME') return { minutes: value };
  if (typeof value === 'string' && format.type === 'DATE' && /^\d{4}-\d{2}-\d{2}$/u.test(value)) return { day: value };
  return Array.isArray(value) ? { list: value } : showValue(format, value, locale);
}

function ratingColumn(t: Translator, scale: ProjectRow['ratings'][number]): Column<PinExportRow> {
  const key = `pin.rating.${scale.title.toLowerCase()}`;
  return {
    head: t.has(key) ? t(key) : scale.title,
    width: 14,
    cell: ({ ratings }) => {
      const level = ratings[scale.id];
      return level === undefined ? null : scale.levels[level - 1] || level;
    },
  };
}

export function pinColumns({ t, zone }: ColumnContext, { fields, ratings }: PinKinds): Column<PinExportRow>[] {
  const moment = (value: string): Cell => ({ moment: value, zone });
  return [
    { head: t('pin.number'), width: 10, cell: (row) => row.number },
    { head: t('pin.title'), width: 40, cell: (row) => row.title },
    { head: t('pin.status'), width: 12, cell: (row) => t(`pin.status.${row.status}`) },
    { head: t('pin.category'), width: 22, cell: (row) => row.categoryTitle },
    { head: t('pin.plan'), width: 26, cell: (row) => row.planName },
    { head: t('pin.room'), width: 24, cell: (row) => row.room },
    {
      head: t('task.assignee'),
      width: 26,
      cell: (row) => ({ list: row.assignees.map((one) => one ?? t('task.various')) }),
    },
    { head: t('pin.notes'), width: 50, cell: (row) => row.notes },
    { head: t('pin.tags'), width: 20, cell: (row) => ({ list: row.tags, separator: ' ' }) },
    { head: t('nav.groups'), width: 26, cell: (row) => ({ list: row.groups }) },
    ...ratings.map((scale) => ratingColumn(t, scale)),
    { head: t('export.tasks'), width: 10, cell: (row) => row.tasks },
    { head: t('export.openTasks'), width: 12, cell: (row) => row.openTasks },
    { head: t('export.overdueTasks'), width: 14, cell: (row) => row.overdueTasks },
    { head: t('pin.sort.dueDate'), width: 12, cell: (row) => day(row.dueDate) },
    ...fields.map(
      (field): Column<PinExportRow> => ({
        head: field.title,
        width: 18,
        cell: (row) => fieldCell(field, row.fields[field.id], t.locale),
      }),
    ),
    { head: t('export.photos'), width: 10, cell: (row) => row.photos },
    { head: t('export.comments'), width: 14, cell: (row) => row.comments },
    ...(['t1', 't2', 't3'] as const).map(
      (name, at): Column<PinExportRow> => ({
        head: t('pin.template', { n: at + 1 }),
        width: 20,
        cell: (row) => row[name],
      }),
    ),
    { head: t('export.fromLeft'), width: 12, cell: (row) => share(row.x) },
    { head: t('export.fromTop'), width: 12, cell: (row) => share(row.y) },
    { head: t('export.latitude'), width: 14, cell: (row) => row.onEarth?.lat ?? null },
    { head: t('export.longitude'), width: 14, cell: (row) => row.onEarth?.lon ?? null },
    { head: t('export.createdBy'), width: 24, cell: (row) => row.createdByName },
    { head: t('pin.created'), width: 18, cell: (row) => moment(row.createdAt) },
    { head: t('pin.changed'), width: 18, cell: (row) => moment(row.changedAt) },
  ];
}

export function taskColumns({ t, zone }: ColumnContext): Column<TaskEntry>[] {
  return [
    { head: t('task.number'), width: 10, cell: (row) => row.number },
    { head: t('task.title'), width: 40, cell: (row) => row.title },
    { head: t('task.description'), width: 50, cell: (row) => row.description },
    { head: t('task.status'), width: 14, cell: (row) => t(`task.status.${row.shownStatus}`) },
    {
      head: t('task.assignee'),
      width: 26,
      cell: (row) => (row.assigneeType === 'Various' ? t('task.various') : row.assigneeName),
    },
    { head: t('task.dueDate'), width: 12, cell: (row) => day(row.dueDate) },
    { head: t('people.company'), width: 24, cell: (row) => row.companyName },
    { head: t('task.craft'), width: 20, cell: (row) => row.craft },
    { head: t('task.subStatus'), width: 20, cell: (row) => row.subStatus },
    { head: t('export.pinNumber'), width: 10, cell: (row) => row.pinNumber },
    { head: t('export.pinTitle'), width: 40, cell: (row) => row.pinTitle },
    { head: t('pin.plan'), width: 26, cell: (row) => row.planName },
    { head: t('task.createdBy'), width: 24, cell: (row) => row.createdByName },
    { head: t('task.created'), width: 18, cell: (row) => ({ moment: row.createdAt, zone }) },
    { head: t('task.changed'), width: 18, cell: (row) => ({ moment: row.changedAt, zone }) },
    { head: t('export.doneAt'), width: 18, cell: (row) => (row.doneAt === null ? null : { moment: row.doneAt, zone }) },
  ];
}

const state = (t: Translator, active: boolean): string => t(active ? 'group.state.active' : 'group.state.inactive');

export function groupColumns({ t, zone }: ColumnContext): Column<GroupEntry>[] {
  return [
    { head: t('group.title'), width: 40, cell: (row) => row.title },
    { head: t('group.kind'), width: 18, cell: (row) => t(`group.kind.${row.kind}`) },
    // Counts above a hundred are not exact.
    { head: t('group.pins'), width: 12, cell: (row) => (row.exact ? row.pins : t('group.manyPins')) },
    { head: t('people.state'), width: 12, cell: (row) => state(t, row.active) },
    { head: t('group.createdBy'), width: 24, cell: (row) => row.createdByName },
    { head: t('group.createdAt'), width: 18, cell: (row) => ({ moment: row.createdAt, zone }) },
  ];
}

export function planColumns({ t, zone }: ColumnContext): Column<PlanEntry>[] {
  return [
    { head: t('export.sheetNumber'), width: 14, cell: (row) => row.sheetNumber },
    { head: t('group.title'), width: 44, cell: (row) => row.name },
    { head: t('group.kind'), width: 14, cell: (row) => t(row.type === 'Folder' ? 'export.folder' : 'pin.plan') },
    { head: t('people.state'), width: 12, cell: (row) => state(t, row.active) },
    { head: t('export.version'), width: 12, cell: (row) => row.currentRevision?.version ?? null },
    { head: t('revisions.date'), width: 14, cell: (row) => day(row.currentRevision?.date ?? null) },
    { head: t('export.openPins'), width: 12, cell: (row) => (row.type === 'Folder' ? null : row.openPins) },
    { head: t('export.openTasks'), width: 12, cell: (row) => (row.type === 'Folder' ? null : row.openTasks) },
    { head: t('export.lastActivity'), width: 18, cell: (row) => ({ moment: row.lastActivity, zone }) },
  ];
}

export function memberColumns({ t }: ColumnContext, actor: Actor): Column<MemberExportRow>[] {
  return [
    { head: t('people.name'), width: 28, cell: (row) => `${row.firstName} ${row.lastName}`.trim() },
    ...(seesContactData(actor)
      ? [
          { head: t('people.email'), width: 34, cell: (row: MemberExportRow) => row.email },
          { head: t('organisation.field.phone'), width: 20, cell: (row: MemberExportRow) => row.phone },
        ]
      : []),
    { head: t('people.company'), width: 26, cell: (row) => row.companyName },
    { head: t('people.craft'), width: 20, cell: (row) => row.craft },
    { head: t('people.role'), width: 20, cell: (row) => row.roleName },
    { head: t('people.team'), width: 24, cell: (row) => row.teamTitle },
    { head: t('people.state'), width: 14, cell: (row) => t(`people.state.${row.state}`) },
  ];
}

export function projectColumns({ t, zone }: ColumnContext): Column<ProjectEntry>[] {
  return [
    { head: t('project.title'), width: 44, cell: (row) => row.title },
    { head: t('project.company'), width: 28, cell: (row) => row.company },
    { head: t('project.address'), width: 36, cell: (row) => row.address },
    { head: t('people.role'), width: 20, cell: (row) => (row.role === null ? null : t(`role.${row.role}`)) },
    { head: t('nav.plans'), width: 10, cell: (row) => row.plans },
    { head: t('export.openPins'), width: 12, cell: (row) => row.openPins },
    { head: t('export.openTasks'), width: 12, cell: (row) => row.openTasks },
    { head: t('export.lastActivity'), width: 18, cell: (row) => ({ moment: row.lastActivity, zone }) },
  ];
}
