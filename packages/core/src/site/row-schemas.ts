// The schema of every row. Kept apart from the list of entities, because devices need the list but not the schemas.
import type { z } from 'zod';
import type { Entity, Rows } from './entities.ts';
import { fieldRow } from './rows/fields.ts';
import { groupRow } from './rows/groups.ts';
import { groundRow, markupRow } from './rows/maps.ts';
import { commentRow, postRow } from './rows/media.ts';
import { modelRow } from './rows/models.ts';
import { contactRow, memberRow, teamRow } from './rows/people.ts';
import { pinRow } from './rows/pins.ts';
import { planRow, revisionRow } from './rows/plans.ts';
import { categoryRow, projectRow } from './rows/projects.ts';
import { savedViewRow } from './rows/saved-views.ts';
import { taskRow } from './rows/tasks.ts';

/** In order of dependency, like `ENTITY_NAMES`. */
export const ROW_SCHEMAS: { readonly [E in Entity]: z.ZodType<Rows[E]> & z.ZodObject } = {
  project: projectRow,
  member: memberRow,
  contact: contactRow,
  team: teamRow,
  category: categoryRow,
  field: fieldRow,
  plan: planRow,
  revision: revisionRow,
  model: modelRow,
  ground: groundRow,
  markup: markupRow,
  pin: pinRow,
  task: taskRow,
  post: postRow,
  comment: commentRow,
  group: groupRow,
  savedView: savedViewRow,
};
