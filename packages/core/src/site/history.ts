// One history entry as shown to users: who changed what, when, from what to what.
import { z } from 'zod';
import { id, instant } from '../kernel/text.ts';
import { ENTITY_NAMES } from './entities.ts';

export const changeEntry = z.strictObject({
  /** Position in the project's log. */
  position: z.int().min(1),
  at: instant,
  entity: z.enum(ENTITY_NAMES),
  entityId: id,
  /** The action's wire name. */
  action: z.string(),
  /** Null for the system. */
  actorId: id.nullable(),
  actorName: z.string(),
  /** The changed fields; `before` is null for a new row. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()),
});
export type ChangeEntry = z.infer<typeof changeEntry>;
