// Makes an action over the rows of a project.
import type { z } from 'zod';
import type { Action } from '../kernel/action.ts';
import type { Actor } from './actor.ts';
import type { SiteTx } from './entities.ts';

export type SiteAction<Input extends z.ZodType = z.ZodType> = Action<SiteTx, Actor, Input>;

export function defineAction<Input extends z.ZodType>(action: SiteAction<Input>): SiteAction<Input> {
  return action;
}
