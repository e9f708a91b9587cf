// Defines the pin fields of a project. A field is set inactive, never deleted: values on pins keep their meaning.
import { z } from 'zod';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError, refuseFields } from '../../kernel/errors.ts';
import { id } from '../../kernel/text.ts';
import { requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import { type FieldRow, fieldContent } from '../../site/rows/fields.ts';
import { fieldTitleKey, sortFields } from './rules.ts';

/** Maximum fields per project, including inactive ones. */
const MAX_FIELDS = 200;

async function checkField(tx: SiteTx, row: FieldRow, others: readonly FieldRow[]): Promise<void> {
  const taken = others.some((other) => other.id !== row.id && fieldTitleKey(other.title) === fieldTitleKey(row.title));
  if (taken) refuseFields({ path: 'title', outcome: 'ALREADY_IN_USE' });
  for (const categoryId of row.categoryIds) {
    if (!(await tx.get('category', categoryId))) refuseFields({ path: 'categoryIds', outcome: 'UNKNOWN' });
  }
}

export const createField = defineAction({
  name: 'field.create',
  needs: 'field.manage',
  input: z.strictObject({ id, ...fieldContent.shape }),
  async run(tx, actor, { id: fieldId, ...content }) {
    requireCapability(actor, 'field.manage');
    if (await tx.get('field', fieldId)) throw new AppError('already_exists');
    const others = await tx.find('field', 'projectId', tx.projectId);
    if (others.length >= MAX_FIELDS) refuseFields({ path: 'title', outcome: 'TOO_BIG' });
    const sort = Math.max(-1, ...others.map((other) => other.sort)) + 1;
    const row: FieldRow = { id: fieldId, projectId: tx.projectId, ...content, sort, active: true };
    await checkField(tx, row, others);
    tx.put('field', row);
  },
});

export const updateField = defineAction({
  name: 'field.update',
  needs: 'field.manage',
  /** A field's type cannot change: existing values on pins would become unreadable. */
  input: z.strictObject({
    id,
    set: z.strictObject({ ...fieldContent.partial().shape, active: z.boolean().optional() }),
  }),
  async run(tx, actor, { id: fieldId, set }) {
    requireCapability(actor, 'field.manage');
    const field = await tx.get('field', fieldId);
    if (!field) throw new AppError('not_found');
    if (set.format && set.format.type !== field.format.type)
      refuseFields({ path: 'format.type', outcome: 'NOT_VALID' });
    const next: FieldRow = { ...field, ...dropUndefined(set) };
    await checkField(tx, next, await tx.find('field', 'projectId', tx.projectId));
    tx.put('field', next);
  },
});

export const orderFields = defineAction({
  name: 'field.order',
  needs: 'field.manage',
  /** The fields in their new order; those not listed follow in their previous order. */
  input: z.strictObject({ ids: z.array(id).min(1).max(MAX_FIELDS) }),
  async run(tx, actor, { ids }) {
    requireCapability(actor, 'field.manage');
    const fields = sortFields(await tx.find('field', 'projectId', tx.projectId));
    const known = new Map(fields.map((field) => [field.id, field]));
    const named = [...new Set(ids)];
    if (!named.every((one) => known.has(one))) throw new AppError('not_found');
    const order = [...named, ...fields.map((field) => field.id).filter((one) => !named.includes(one))];
    for (const [sort, one] of order.entries()) {
      const field = known.get(one);
      if (field && field.sort !== sort) tx.put('field', { ...field, sort });
    }
  },
});
