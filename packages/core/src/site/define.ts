// Defines an action over the rows of a project.
import type { z } from 'zod';
import { type Action, parseInput } from '../kernel/action.ts';
import type { Actor } from './actor.ts';
import type { SiteTx } from './entities.ts';

type ActionDefinition<Name extends string, Input extends z.ZodType> = Action<SiteTx, Actor, Input> & { name: Name };

export type SiteAction<Name extends string = string, Input extends z.ZodType = z.ZodType> = Pick<
  ActionDefinition<Name, Input>,
  'name' | 'input' | 'needs'
> & {
  /** Validates the input and runs the action. Throws `invalid_input` with the problem of each field. */
  perform(tx: SiteTx, actor: Actor, input: unknown): Promise<void>;
};

export function defineAction<const Name extends string, Input extends z.ZodType>(
  action: ActionDefinition<Name, Input>,
): SiteAction<Name, Input> {
  const { name, input, needs } = action;
  return { name, input, needs, perform: (tx, actor, given) => action.run(tx, actor, parseInput(input, given)) };
}
