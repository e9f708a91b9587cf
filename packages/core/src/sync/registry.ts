// Every action by its wire name. An action that is not listed here cannot be sent.

import type { z } from 'zod';
import { createField, orderFields, updateField } from '../features/fields/actions.ts';
import { changeGroupPins, createGroup, orderGroupPins, updateGroup } from '../features/groups/actions.ts';
import {
  calibratePlan,
  drawMarkup,
  georeferencePlan,
  setMarkupActive,
  updateMarkup,
} from '../features/maps/actions.ts';
import { createMarkupLayer, setMarkupLayer, updateMarkupLayer } from '../features/maps/layer-actions.ts';
import { removeScaleRegion, setScaleRegion } from '../features/maps/scale-actions.ts';
import { createComment, createPost, editComment, editPost, sketchPost } from '../features/media/actions.ts';
import { changeTeamMembers, createTeam, updateTeam } from '../features/people/actions.ts';
import { createPin, movePin, setPinStatus, updatePin } from '../features/pins/actions.ts';
import { editPins } from '../features/pins/bulk.ts';
import { linkPins, linkRecord } from '../features/pins/link-actions.ts';
import { createFolder, movePlans, renamePlan, setPlanActive } from '../features/plans/actions.ts';
import { alignRevision, makeRevisionCurrent, setRevisionActive } from '../features/plans/revision-actions.ts';
import { saveCategories } from '../features/projects/actions.ts';
import {
  createTask,
  delegateTask,
  dependTask,
  extendTask,
  setTaskStatus,
  updateTask,
} from '../features/tasks/actions.ts';
import { editTasks } from '../features/tasks/bulk.ts';
import { createSavedView, updateSavedView } from '../features/views/actions.ts';
import { AppError } from '../kernel/errors.ts';
import { loadActor, requireActiveProject, requireCapability } from '../site/actor.ts';
import type { SiteAction } from '../site/define.ts';
import type { SiteTx } from '../site/entities.ts';

const list = [
  createField,
  updateField,
  orderFields,
  saveCategories,
  createPin,
  updatePin,
  movePin,
  setPinStatus,
  editPins,
  linkPins,
  linkRecord,
  createTask,
  updateTask,
  dependTask,
  delegateTask,
  extendTask,
  setTaskStatus,
  editTasks,
  createPost,
  editPost,
  sketchPost,
  createComment,
  editComment,
  createFolder,
  renamePlan,
  movePlans,
  setPlanActive,
  makeRevisionCurrent,
  setRevisionActive,
  alignRevision,
  calibratePlan,
  georeferencePlan,
  drawMarkup,
  updateMarkup,
  setMarkupActive,
  setMarkupLayer,
  createMarkupLayer,
  updateMarkupLayer,
  setScaleRegion,
  removeScaleRegion,
  createTeam,
  updateTeam,
  changeTeamMembers,
  createGroup,
  updateGroup,
  changeGroupPins,
  orderGroupPins,
  createSavedView,
  updateSavedView,
] as const;

/** Callers pass rows and selections they do not own, so an input is read-only throughout. */
type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

type AnyAction = (typeof list)[number];

/** The wire names of all actions. */
export type ActionName = AnyAction['name'];

/** What a caller passes to the action with that name. */
export type ActionInput<Name extends ActionName> = DeepReadonly<z.input<Extract<AnyAction, { name: Name }>['input']>>;

export const ACTIONS: ReadonlyMap<string, SiteAction> = new Map(
  list.map((action): [string, SiteAction] => [action.name, action]),
);

/** Runs an action by its wire name. Permissions and input are checked in the same transaction. */
export async function runAction(
  tx: SiteTx,
  userId: string,
  name: string,
  input: unknown,
  licensed = true,
): Promise<void> {
  const action = ACTIONS.get(name);
  if (!action) throw new AppError('bad_request', { fields: [{ path: 'name', outcome: 'UNKNOWN' }] });
  // The project is asked for at the same time, and first: the actor may need it.
  const [, actor] = await Promise.all([tx.get('project', tx.projectId), loadActor(tx, userId, licensed)]);
  requireCapability(actor, action.needs);
  await requireActiveProject(tx);
  await action.perform(tx, actor, input);
}
