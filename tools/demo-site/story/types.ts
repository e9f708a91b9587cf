// The types of the demo story. Days count from the day on which the demo is loaded.
import type { Role } from '@plumbline/core/access/capabilities';
import type { SceneName } from '../photos/scenes/scenes.ts';
import type { SheetKey } from '../sheets/sheets.ts';
import type { PEOPLE } from './people.ts';
import type { CATEGORIES, TEAMS } from './project.ts';

export type PersonKey = (typeof PEOPLE)[number]['key'];
export type CategoryKey = keyof typeof CATEGORIES;
export type TeamKey = keyof typeof TEAMS;

export type StoryPerson = {
  key: string;
  firstName: string;
  lastName: string;
  company: string;
  craft: string;
  role: Role;
  owner?: boolean;
};

/** A comment on a task, or a move of it, with the photo that proves it. */
export type StoryStep = {
  by: PersonKey;
  /** So many days ago. */
  days: number;
  does?: 'markDone' | 'reject' | 'close';
  says?: string;
  photo?: SceneName;
};

export type StoryTask = {
  to: PersonKey | TeamKey;
  title: string;
  /** Due date as days from today; negative in the past. */
  due: number;
  state?: 'draft' | 'done' | 'rejected' | 'closed';
  /** Comment added with the last status change. */
  reply?: string;
  /** What happened to the task, oldest first; instead of `state` and `reply`. */
  steps?: readonly StoryStep[];
};

export type StoryPin = {
  sheet: SheetKey;
  /** A room by its number, or a position in metres. */
  at: string | readonly [x: number, y: number];
  title: string;
  category: CategoryKey;
  by: PersonKey;
  /** Created this many days ago. */
  days: number;
  notes?: string;
  photos?: readonly SceneName[];
  tasks?: readonly StoryTask[];
  comments?: readonly (readonly [PersonKey, string])[];
  tags?: readonly string[];
  priority?: 1 | 2 | 3;
  end?: 'closed' | 'inactive';
};
