// The plan tree: renaming, moving and deactivating folders and plans. Revisions are added by imports.
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { id, line } from '../../kernel/text.ts';
import { requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';

async function checkFolder(tx: SiteTx, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  const folder = await tx.get('plan', parentId);
  if (folder?.type !== 'Folder') throw new AppError('not_found');
}

async function entry(tx: SiteTx, planId: string) {
  const plan = await tx.get('plan', planId);
  if (!plan) throw new AppError('not_found');
  return plan;
}

export const createFolder = defineAction({
  name: 'folder.create',
  needs: 'plan.manage',
  input: z.strictObject({ id, name: line(200, 1), parentId: id.nullable() }),
  async run(tx, actor, { id: folderId, name, parentId }) {
    requireCapability(actor, 'plan.manage');
    if (await tx.get('plan', folderId)) throw new AppError('already_exists');
    await checkFolder(tx, parentId);
    tx.put('plan', {
      id: folderId,
      projectId: tx.projectId,
      type: 'Folder',
      planType: 'Plan',
      parentId,
      name,
      sheetNumber: '',
      active: true,
      updating: false,
      currentRevisionId: null,
      createdBy: actor.userId,
      createdAt: tx.now(),
      lastActivity: tx.now(),
    });
  },
});

export const renamePlan = defineAction({
  name: 'plan.rename',
  needs: 'plan.manage',
  input: z.strictObject({ id, name: line(200, 1), sheetNumber: line(40).optional() }),
  async run(tx, actor, { id: planId, name, sheetNumber }) {
    requireCapability(actor, 'plan.manage');
    const plan = await entry(tx, planId);
    tx.put('plan', { ...plan, name, sheetNumber: sheetNumber ?? plan.sheetNumber });
  },
});

export const movePlans = defineAction({
  name: 'plan.move',
  needs: 'plan.manage',
  input: z.strictObject({ ids: z.array(id).min(1).max(1_000), parentId: id.nullable() }),
  async run(tx, actor, { ids, parentId }) {
    requireCapability(actor, 'plan.manage');
    await checkFolder(tx, parentId);
    const above = new Set<string>();
    for (let next = parentId; next !== null && !above.has(next); next = (await entry(tx, next)).parentId)
      above.add(next);
    for (const planId of ids) {
      const plan = await entry(tx, planId);
      // A folder inside itself would be unreachable.
      if (above.has(planId))
        throw new AppError('invalid_input', { fields: [{ path: 'parentId', outcome: 'NOT_VALID' }] });
      tx.put('plan', { ...plan, parentId });
    }
  },
});

export const setPlanActive = defineAction({
  name: 'plan.setActive',
  needs: 'plan.manage',
  input: z.strictObject({ id, active: z.boolean() }),
  async run(tx, actor, { id: planId, active }) {
    requireCapability(actor, 'plan.manage');
    const plan = await entry(tx, planId);
    if (plan.type === 'Folder' && !active) {
      const inside = await tx.find('plan', 'parentId', planId);
      if (inside.some((one) => one.active)) throw new AppError('folder_not_empty');
    }
    tx.put('plan', { ...plan, active });
  },
});
