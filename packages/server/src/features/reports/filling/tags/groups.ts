// The pins and tasks of a report by company, trade, category or plan.
import type { ReportData, ReportPin, ReportTask } from '@plumbline/core/features/reports/report-data';
import { BAR, type BarPart, type RequestedPicture } from '../pictures/wishes.ts';

export type Grouping = 'company' | 'trade' | 'category' | 'plan';

export type ReportGroup = {
  /** Empty for what belongs to no company, trade, category or plan. */
  title: string;
  pins: readonly ReportPin[];
  tasks: readonly ReportTask[];
  /** The most tasks that a group of this grouping has. */
  mostTasks: number;
};

const known = new WeakMap<ReportData, Map<Grouping, readonly ReportGroup[]>>();

/** Sorted by title; the group without one comes last. Computed once per report. */
export function groupsBy(data: ReportData, grouping: Grouping): readonly ReportGroup[] {
  const computed = known.get(data) ?? new Map<Grouping, readonly ReportGroup[]>();
  known.set(data, computed);
  const groups = computed.get(grouping) ?? grouped(data, grouping);
  computed.set(grouping, groups);
  return groups;
}

type Collected = { pins: Set<ReportPin>; tasks: ReportTask[] };

function grouped(data: ReportData, grouping: Grouping): ReportGroup[] {
  const groups = new Map<string, Collected>();
  const groupOf = (title: string): Collected => {
    const group = groups.get(title) ?? { pins: new Set(), tasks: [] };
    groups.set(title, group);
    return group;
  };
  for (const pin of data.pins) {
    if (grouping === 'category' || grouping === 'plan') {
      const group = groupOf((grouping === 'category' ? pin.category?.title : pin.plan?.title) ?? '');
      group.pins.add(pin);
      group.tasks.push(...pin.tasks);
    } else {
      for (const task of pin.tasks) {
        const group = groupOf(grouping === 'company' ? task.company : task.craft);
        group.pins.add(pin);
        group.tasks.push(task);
      }
    }
  }
  const mostTasks = Math.max(1, ...[...groups.values()].map(({ tasks }) => tasks.length));
  return [...groups]
    .map(([title, { pins, tasks }]) => ({ title, pins: [...pins], tasks, mostTasks }))
    .sort((a, b) => Number(a.title === '') - Number(b.title === '') || a.title.localeCompare(b.title));
}

const BAR_STATUSES = ['overdue', 'rejected', 'open', 'done', 'closed'] as const;

/** The tasks of a group by status, to the scale of the largest group; null without tasks. */
export function barOf({ tasks, mostTasks }: ReportGroup): RequestedPicture | null {
  const parts = BAR_STATUSES.flatMap((status): BarPart[] => {
    const count = tasks.filter((task) => task.status === status).length;
    return count === 0 ? [] : [{ status, share: count / mostTasks }];
  });
  return parts.length === 0 ? null : { kind: BAR, parts };
}
