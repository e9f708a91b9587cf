// Task dependencies: which tasks may block a task, and what that prevents.
import { AppError } from '../../kernel/errors.ts';
import type { Actor } from '../../site/actor.ts';
import type { SiteTx } from '../../site/entities.ts';
import type { TaskRow, TaskStatus } from '../../site/rows/tasks.ts';
import { canSeeTask } from '../../site/visibility.ts';

/** Maximum number of tasks one task may be blocked by. */
export const MAX_DEPENDENCIES = 100;

/** Statuses in which a task blocks others. A task marked done no longer does, even if not yet verified. */
const BLOCKING_STATUSES: readonly TaskStatus[] = ['open', 'rejected'];

export const isBlocking = (task: Pick<TaskRow, 'status'>): boolean => BLOCKING_STATUSES.includes(task.status);

/** Throws `task_waits` while a blocking task is unfinished. */
export async function requireDependenciesDone(tx: SiteTx, task: TaskRow): Promise<void> {
  if (task.dependsOn.length === 0) return;
  const open = (await tx.getMany('task', task.dependsOn)).filter(isBlocking).length;
  if (open > 0) throw new AppError('task_waits', { params: { open } });
}

const refused = (outcome: 'UNKNOWN' | 'TOO_LONG') =>
  new AppError('invalid_input', { fields: [{ path: 'dependsOn', outcome }] });

/**
 * Refuses new dependencies on tasks that the actor cannot see, and with `task_circle` on tasks that depend on this one,
 * directly or indirectly.
 */
export async function checkDependencies(
  tx: SiteTx,
  actor: Actor,
  taskId: string,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  if (after.length > MAX_DEPENDENCIES) throw refused('TOO_LONG');
  const added = after.filter((id) => !before.includes(id));
  if (added.includes(taskId)) throw new AppError('task_circle');
  const first = await tx.getMany('task', added);
  if (first.length < new Set(added).size || first.some((task) => task.status === 'draft' || !canSeeTask(actor, task))) {
    throw refused('UNKNOWN');
  }
  const seen = new Set(added);
  for (let ring: readonly TaskRow[] = first; ring.length > 0; ) {
    const next = new Set(ring.flatMap((task) => task.dependsOn).filter((id) => !seen.has(id)));
    if (next.has(taskId)) throw new AppError('task_circle');
    for (const id of next) seen.add(id);
    ring = await tx.getMany('task', [...next]);
  }
}
