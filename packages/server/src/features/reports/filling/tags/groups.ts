// The pins and tasks of a report by company, trade, category, plan, room or status.
import type { ReportData, ReportPin, ReportTask } from '@plumbline/core/features/reports/report-data';
import type { PinStatus } from '@plumbline/core/site/rows/pins';
import { BAR, type BarPart, CODE, OVERVIEW, type RequestedPicture } from '../pictures/requested-pictures.ts';

/** `pinCompany`: all pins, each with the tasks of that company; a pin may be in several groups. */
export type Grouping = 'company' | 'trade' | 'category' | 'plan' | 'room' | 'status' | 'pinCompany';

export type ReportGroup = {
  /** Empty for what belongs to no company, trade, category, plan or room. */
  title: string;
  pins: readonly ReportPin[];
  tasks: readonly ReportTask[];
  /** The most tasks that a group of this grouping has. */
  mostTasks: number;
  /** Groups by status have no stored title. */
  status?: PinStatus;
};

const PIN_STATUSES = ['open', 'closed', 'inactive'] as const satisfies readonly PinStatus[];

/** As the pins are sorted: level 2 before level 10. */
const natural = new Intl.Collator('und', { numeric: true });

const known = new WeakMap<ReportData, Map<Grouping, readonly ReportGroup[]>>();

/** Sorted by title; the group without one comes last. Computed once per report. */
export function groupsBy(data: ReportData, grouping: Grouping): readonly ReportGroup[] {
  const computed = known.get(data) ?? new Map<Grouping, readonly ReportGroup[]>();
  known.set(data, computed);
  const groups = computed.get(grouping) ?? grouped(data, grouping);
  computed.set(grouping, groups);
  return groups;
}

type Collected = { title: string; pins: Set<ReportPin>; tasks: ReportTask[] };

function grouped(data: ReportData, grouping: Grouping): ReportGroup[] {
  const groups = new Map<string, Collected>();
  const plans = grouping === 'plan' ? planTitles(data.pins) : undefined;
  const groupOf = (title: string, key = title): Collected => {
    const group = groups.get(key) ?? { title, pins: new Set(), tasks: [] };
    groups.set(key, group);
    return group;
  };
  for (const pin of data.pins) {
    if (grouping === 'category' || grouping === 'plan' || grouping === 'room' || grouping === 'status') {
      const key = plans && pin.plan ? pin.plan.id : titleOf(pin, grouping);
      const group = groupOf(plans?.get(key) ?? titleOf(pin, grouping), key);
      group.pins.add(pin);
      group.tasks.push(...pin.tasks);
    } else if (grouping === 'pinCompany') {
      const tasks = Map.groupBy(pin.tasks, (task) => task.company);
      for (const company of tasks.size === 0 ? [''] : tasks.keys()) {
        const group = groupOf(company);
        const own = tasks.get(company) ?? [];
        group.pins.add({ ...pin, tasks: own });
        group.tasks.push(...own);
      }
    } else {
      for (const task of pin.tasks) {
        const group = groupOf(grouping === 'company' ? task.company : task.craft);
        group.pins.add(pin);
        group.tasks.push(task);
      }
    }
  }
  const mostTasks = Math.max(1, ...[...groups.values()].map(({ tasks }) => tasks.length));
  const collected = [...groups.values()].map(({ title, pins, tasks }) => ({
    title,
    pins: [...pins],
    tasks,
    mostTasks,
  }));
  if (grouping === 'status')
    return PIN_STATUSES.flatMap((status) =>
      collected.filter(({ title }) => title === status).map((group) => ({ ...group, title: '', status })),
    );
  return collected.sort((a, b) => Number(a.title === '') - Number(b.title === '') || natural.compare(a.title, b.title));
}

/** By id. Plans in different folders may have the same name: the sheet number distinguishes them. */
function planTitles(pins: readonly ReportPin[]): Map<string, string> {
  const plans = new Map(pins.flatMap(({ plan }) => (plan ? [[plan.id, plan] as const] : [])));
  const alike = Map.groupBy(plans.values(), ({ title }) => title);
  return new Map(
    [...plans.values()].map(({ id, title, sheet }) => [
      id,
      (alike.get(title)?.length ?? 0) > 1 ? `${sheet} ${title}`.trim() : title,
    ]),
  );
}

function titleOf(pin: ReportPin, grouping: 'category' | 'plan' | 'room' | 'status'): string {
  if (grouping === 'status') return pin.status;
  if (grouping === 'room') return pin.room;
  return (grouping === 'category' ? pin.category?.title : pin.plan?.title) ?? '';
}

/** The whole plan of a group's pins; null unless all of them are on one. */
export function overviewOf({ pins }: ReportGroup): RequestedPicture | null {
  const plan = pins[0]?.plan;
  if (!plan?.overview || pins.some((pin) => pin.plan?.overview?.id !== plan.overview?.id)) return null;
  return { kind: OVERVIEW, picture: plan.overview, alt: plan.title, aspect: plan.overview.aspect };
}

/** The code of the plan that all pins of a group are on. */
export function codeOf({ pins }: Pick<ReportGroup, 'pins'>): RequestedPicture | null {
  const text = pins[0]?.plan?.code ?? '';
  return text === '' || pins.some((pin) => pin.plan?.code !== text) ? null : { kind: CODE, text };
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
