// Every action by its wire name. What is not listed here cannot be sent.

import { createField, orderFields, updateField } from '../features/fields/actions.ts';
import { changeGroupPins, createGroup, orderGroupPins, updateGroup } from '../features/groups/actions.ts';
import { calibratePlan, drawMarkup, georeferencePlan, setMarkupActive } from '../features/maps/actions.ts';
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
import { parseInput } from '../kernel/action.ts';
import { AppError } from '../kernel/errors.ts';
import { demand, loadActor } from '../site/actor.ts';
import type { SiteAction } from '../site/define.ts';
import type { SiteTx } from '../site/entities.ts';

const list: readonly SiteAction[] = [
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
  setMarkupActive,
  createTeam,
  updateTeam,
  changeTeamMembers,
  createGroup,
  updateGroup,
  changeGroupPins,
  orderGroupPins,
] as readonly SiteAction[]; // each action's input type is its own; by name they are one kind

export const ACTIONS: ReadonlyMap<string, SiteAction> = new Map(list.map((action) => [action.name, action]));

/** Runs an action by its wire name: rights and input are judged inside this very transaction. */
export async function runAction(
  tx: SiteTx,
  userId: string,
  name: string,
  input: unknown,
  licensed = true,
): Promise<void> {
  const action = ACTIONS.get(name);
  if (!action) throw new AppError('bad_request', { fields: [{ path: 'name', outcome: 'UNKNOWN' }] });
  const actor = await loadActor(tx, userId, licensed);
  demand(actor, action.needs);
  await action.run(tx, actor, parseInput(action.input, input));
}
