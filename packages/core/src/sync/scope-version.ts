// A version derived from row fields and visibility rules, so that it never has to be increased by hand.
import { z } from 'zod';
import { ACCESS_ROLES } from '../access/capabilities.ts';
import { canonicalJson } from '../kernel/same.ts';
import type { Actor } from '../site/actor.ts';
import type { MarkupRow } from '../site/rows/maps.ts';
import type { PinRow } from '../site/rows/pins.ts';
import type { SavedViewRow } from '../site/rows/saved-views.ts';
import { ASSIGNEE_TYPES, TASK_STATUSES, type TaskRow } from '../site/rows/tasks.ts';

export type ScopeRules = {
  /** Row schema by entity. */
  rows: Readonly<Record<string, z.ZodType>>;
  /** The view permissions of every role. */
  rights: readonly string[];
  canSeePin(actor: Actor, pin: PinRow, tasks: readonly TaskRow[]): boolean;
  canSeeTask(actor: Actor, task: TaskRow): boolean;
  canSeeMedia(actor: Actor, item: { taskId: string | null }, pin: PinRow, tasks: readonly TaskRow[]): boolean;
  canSeeSavedView(actor: Actor, view: Pick<SavedViewRow, 'shared' | 'createdBy'>): boolean;
  canSeeMarkup(actor: Actor, markup: Pick<MarkupRow, 'shared' | 'createdBy'>): boolean;
};

/** 16 hexadecimal digits; distinguishes texts, not a security measure. */
export function hashOf(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  return [a, b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Keywords of a JSON schema that define which fields exist. Limits on values do not change rows on devices. */
const STRUCTURE = new Set(['properties', 'items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'type']);

function structureOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(structureOf);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (!STRUCTURE.has(keyword)) return [];
      if (keyword !== 'properties') return [[keyword, structureOf(value)]];
      const fields = Object.entries(value as object).map(([field, inner]) => [field, structureOf(inner)] as const);
      return [[keyword, Object.fromEntries(fields)]];
    }),
  );
}

const shapeOf = (row: z.ZodType): unknown => structureOf(z.toJSONSchema(row, { unrepresentable: 'any' }));

const ME = 'me';
const TEAM = 'team';

/** One task for every combination that the visibility rules distinguish. */
const TASKS = TASK_STATUSES.flatMap((status) =>
  [ME, 'other'].flatMap((createdBy) =>
    [null, ...ASSIGNEE_TYPES].flatMap((assigneeType) =>
      (assigneeType === null ? [null] : [ME, TEAM, 'other']).map((assigneeId) => ({
        id: 'task',
        pinId: 'pin',
        status,
        createdBy,
        assigneeType,
        assigneeId,
      })),
    ),
  ),
);

/** What every role sees of every combination, as a string of zeros and ones. */
function visibilityOf({ canSeePin, canSeeTask, canSeeMedia, canSeeSavedView, canSeeMarkup }: ScopeRules): string {
  const answers = ACCESS_ROLES.flatMap((role) => {
    const actor: Actor = { userId: ME, role, teamIds: new Set([TEAM]) };
    return [ME, 'other'].flatMap((createdBy) => [
      canSeeSavedView(actor, { createdBy, shared: false }),
      canSeeSavedView(actor, { createdBy, shared: true }),
      canSeeMarkup(actor, { createdBy, shared: false }),
      canSeeMarkup(actor, { createdBy, shared: true }),
      // Fields that no visibility rule reads are omitted.
      ...(TASKS as unknown as TaskRow[]).flatMap((task) => {
        const pin = { id: 'pin', createdBy } as PinRow;
        return [
          canSeeTask(actor, task),
          canSeePin(actor, pin, []),
          canSeePin(actor, pin, [task]),
          canSeeMedia(actor, { taskId: null }, pin, [task]),
          canSeeMedia(actor, { taskId: task.id }, pin, [task]),
        ];
      }),
    ]);
  });
  return answers.map(Number).join('');
}

/** Differs whenever a row field, a view permission or a visibility rule differs. */
export function scopeVersion(rules: ScopeRules): string {
  const rows = Object.entries(rules.rows).map(([entity, row]) => [entity, shapeOf(row)]);
  return hashOf(canonicalJson([rows, rules.rights, visibilityOf(rules)]));
}
