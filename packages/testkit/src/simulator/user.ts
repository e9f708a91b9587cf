// Random user actions based on what the device shows: mostly plausible ones, and some that the rules refuse.

import { PIN_MOVE_NAMES } from '@plumbline/core/features/pins/status';
import { TASK_MOVE_NAMES } from '@plumbline/core/features/tasks/status';
import type { Rows } from '@plumbline/core/site/entities';
import type { DeviceData } from './device/memory-device.ts';
import { type Random, weights } from './random.ts';
import { madeId, PEOPLE } from './seed-site.ts';

export type Intent = { projectId: string; name: string; input: unknown; blob?: string };

type Names = { newId(): string; token(): string };

const WEIGHTS = weights({
  createPin: 5,
  updatePin: 8,
  fillField: 4,
  pinStatus: 3,
  createTask: 6,
  updateTask: 4,
  delegateTask: 3,
  taskStatus: 5,
  createComment: 4,
  editComment: 2,
  createPost: 3,
  editPost: 1,
  createGroup: 1,
  changeGroup: 3,
  orderGroup: 1,
  renameGroup: 0.5,
  createView: 1,
  updateView: 1.5,
  createFolder: 1,
  renamePlan: 2,
});

function listOf<E extends keyof Rows>(data: DeviceData, entity: E, projectId: string): Rows[E][] {
  // The table of an entity holds rows of that type.
  const rows = [...(data.rows.get(entity)?.values() ?? [])] as Rows[E][];
  return rows.filter((row) => row.projectId === projectId);
}

function assigneeOf(random: Random, data: DeviceData, projectId: string) {
  const team = random.chance(0.4) ? random.pick(listOf(data, 'team', projectId)) : undefined;
  if (team) return { assigneeType: 'TeamGroup', assigneeId: team.id };
  return { assigneeType: 'User', assigneeId: random.pick(PEOPLE)?.userId ?? null };
}

/** Sometimes undefined, which removes the value. */
function fieldValueOf(random: Random, names: Names, { format }: Rows['field']) {
  if (random.chance(0.15)) return undefined;
  if (format.type === 'TIME') return random.below(600);
  return format.type === 'TAGS' ? [names.token()] : names.token();
}

/** A random action; undefined if there is nothing it can apply to. */
export function intend(random: Random, names: Names, data: DeviceData, projectId: string): Intent | undefined {
  const pin = random.pick(listOf(data, 'pin', projectId));
  const task = random.pick(listOf(data, 'task', projectId));
  const plan = random.pick(listOf(data, 'plan', projectId).filter((one) => one.type === 'Plan'));
  const act = (name: string, input: unknown): Intent => ({ projectId, name, input });
  const kind = random.weighted(WEIGHTS);
  switch (kind) {
    case 'createPin': {
      const place = plan ? { planId: plan.id, x: 0.5, y: 0.5 } : { planId: null, x: null, y: null };
      return act('pin.create', { id: names.newId(), ...place, content: { title: names.token() } });
    }
    case 'updatePin': {
      const field = random.pick(['title', 'notes', 't1'] as const) ?? 'title';
      return pin && act('pin.update', { id: pin.id, set: { [field]: names.token() } });
    }
    case 'fillField': {
      const field = random.pick(listOf(data, 'field', projectId));
      const value = field && fieldValueOf(random, names, field);
      return pin && field && act('pin.update', { id: pin.id, set: { fields: { [field.id]: value ?? null } } });
    }
    case 'createGroup': {
      const some = listOf(data, 'pin', projectId).filter(() => random.chance(0.3));
      const held = random.chance(0.7) ? { pinIds: some.map(({ id }) => id) } : { filter: { search: names.token() } };
      return act('group.create', { id: names.newId(), title: names.token(), ...held });
    }
    case 'changeGroup': {
      const group = random.pick(listOf(data, 'group', projectId));
      const gone = group && random.pick(group.pinIds);
      const change = random.chance(0.6) ? { add: [pin?.id] } : { remove: [gone ?? pin?.id] };
      return group && pin && act('group.pins', { id: group.id, ...change });
    }
    case 'orderGroup': {
      const group = random.pick(listOf(data, 'group', projectId));
      const moved = group && random.pick(group.pinIds);
      const before = group && random.chance(0.8) ? (random.pick(group.pinIds) ?? null) : null;
      return group && moved ? act('group.order', { id: group.id, pinIds: [moved], before }) : undefined;
    }
    case 'renameGroup': {
      const group = random.pick(listOf(data, 'group', projectId));
      const set = random.chance(0.7) ? { title: names.token() } : { active: random.chance(0.5) };
      return group && act('group.update', { id: group.id, set });
    }
    case 'createView': {
      const query = { search: [names.token()] };
      const list = random.pick(['pins', 'tasks'] as const);
      return act('savedView.create', {
        id: names.newId(),
        list,
        title: names.token(),
        query,
        shared: random.chance(0.3),
      });
    }
    case 'updateView': {
      const view = random.pick(listOf(data, 'savedView', projectId));
      const set = random.pick([{ title: names.token() }, { shared: true }, { active: random.chance(0.5) }]);
      return view && act('savedView.update', { id: view.id, set });
    }
    case 'pinStatus': {
      const tasks = random.pick([undefined, 'keep', 'close'] as const);
      return pin && act('pin.setStatus', { id: pin.id, move: random.pick(PIN_MOVE_NAMES), ...(tasks && { tasks }) });
    }
    case 'createTask': {
      const draft = random.chance(0.3);
      const given = assigneeOf(random, data, projectId);
      return (
        pin &&
        act('task.create', { id: names.newId(), pinId: pin.id, draft, ...given, content: { title: names.token() } })
      );
    }
    case 'updateTask':
      return task && act('task.update', { id: task.id, set: { title: names.token() } });
    case 'delegateTask':
      return task && act('task.delegate', { id: task.id, ...assigneeOf(random, data, projectId) });
    case 'taskStatus': {
      const comment = random.chance(0.3) ? { comment: { id: names.newId(), text: names.token() } } : {};
      return task && act('task.setStatus', { id: task.id, move: random.pick(TASK_MOVE_NAMES), ...comment });
    }
    case 'createComment': {
      const on = task && random.chance(0.5) ? { pinId: task.pinId, taskId: task.id } : { pinId: pin?.id, taskId: null };
      return on.pinId ? act('comment.create', { id: names.newId(), ...on, text: names.token() }) : undefined;
    }
    case 'editComment': {
      const comment = random.pick(listOf(data, 'comment', projectId));
      return comment && act('comment.edit', { id: comment.id, text: names.token() });
    }
    case 'createPost': {
      const blob = names.newId();
      const files = [{ blobId: blob, name: 'a.jpg', mime: 'image/jpeg', size: 10, width: 1, height: 1 }];
      const post = { id: names.newId(), pinId: pin?.id, taskId: null, type: 'Visuals', files };
      return pin && { ...act('post.create', post), blob };
    }
    case 'editPost': {
      const post = random.pick(listOf(data, 'post', projectId));
      return post && act('post.edit', { id: post.id, caption: names.token() });
    }
    case 'createFolder':
      return act('folder.create', { id: names.newId(), name: names.token(), parentId: null });
    case 'renamePlan':
      return plan && act('plan.rename', { id: plan.id, name: names.token() });
  }
}

export const LATER_ROLES = [
  'administrator',
  'contributor',
  'internalViewer',
  'externalViewer',
  'subcontractor',
] as const;
export { madeId };
