// My work offline: collects the tasks that wait for the user from the projects on this device.
import { can } from '@plumbline/core/access/capabilities';
import type { Issue } from '@plumbline/core/features/tasks/my-work';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import { isAssigned, taskTarget } from '@plumbline/core/site/visibility';
import { useEffect, useMemo } from 'react';
import { useRows } from '../../../local/use-rows.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { usePeople } from '../../../shared/site/people.ts';
import { useToday } from '../../../shared/site/today.ts';
import { issueOf } from '../issue/local-issue.ts';

export type LocalWork = { issues: readonly Issue[]; pins: ReadonlyMap<string, PinRow> };

type LocalProjectWorkProps = { project: ProjectRow; onFound: (projectId: string, work: LocalWork) => void };

/** Renders nothing: one project, whose rows are read while it is mounted. */
export function LocalProjectWork({ project, onFound }: LocalProjectWorkProps) {
  const { id: projectId, title: projectTitle } = project;
  const tasks = useRows('task', projectId);
  const pins = useRows('pin', projectId);
  const plans = useRows('plan', projectId);
  const categories = useRows('category', projectId);
  const actor = useActor(projectId);
  const people = usePeople(projectId);
  const today = useToday(projectId);
  const work = useMemo((): LocalWork | undefined => {
    if (!tasks || !pins || !plans || !categories || !actor) return undefined;
    const pinOf = new Map(pins.map((pin) => [pin.id, pin]));
    const context = {
      ...{ projectTitle, today, actor, people },
      planNames: new Map(plans.map((plan) => [plan.id, plan.name])),
      categories: new Map(categories.map((category) => [category.id, category])),
    };
    const waiting = tasks.filter((task) =>
      task.status === 'done'
        ? can(actor.role, 'task.verify', taskTarget(actor, task))
        : (task.status === 'open' || task.status === 'rejected') && isAssigned(actor, task),
    );
    const issues = waiting.flatMap((task) => {
      const pin = pinOf.get(task.pinId);
      return pin ? [issueOf(task, pin, context)] : [];
    });
    return { issues, pins: pinOf };
  }, [tasks, pins, plans, categories, actor, people, today, projectTitle]);
  useEffect(() => {
    if (work) onFound(projectId, work);
  }, [work, projectId, onFound]);
  return null;
}
