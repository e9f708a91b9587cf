// Teams of a project. A team is set inactive, never deleted: tasks assigned to it keep its name.
import { z } from 'zod';
import { ROLES } from '../../access/capabilities.ts';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError, refuseFields } from '../../kernel/errors.ts';
import { id, line, text } from '../../kernel/text.ts';
import { requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import type { TeamRow } from '../../site/rows/people.ts';
import { fitsTeam, teamTitleKey } from './rules.ts';

const content = z.strictObject({
  title: line(120, 1),
  purpose: text(1_000),
  companyName: line(200),
  craft: line(120),
  role: z.enum(ROLES).exclude(['none']),
});

async function checkTitle(tx: SiteTx, row: TeamRow): Promise<void> {
  const key = teamTitleKey(row.title);
  const others = (await tx.find('team', 'projectId', tx.projectId)).filter((one) => one.id !== row.id);
  if (others.some((other) => teamTitleKey(other.title) === key))
    refuseFields({ path: 'title', outcome: 'ALREADY_IN_USE' });
}

export const createTeam = defineAction({
  name: 'team.create',
  needs: 'member.manage',
  input: z.strictObject({ id, ...content.shape }),
  async run(tx, actor, { id: teamId, ...set }) {
    requireCapability(actor, 'member.manage');
    if (await tx.get('team', teamId)) throw new AppError('already_exists');
    const row: TeamRow = { id: teamId, projectId: tx.projectId, ...set, memberIds: [], active: true };
    await checkTitle(tx, row);
    tx.put('team', row);
  },
});

export const updateTeam = defineAction({
  name: 'team.update',
  needs: 'member.manage',
  /** The role can only change while the team is empty. Setting a team inactive releases its members. */
  input: z.strictObject({
    id,
    set: z.strictObject({ ...content.partial().shape, active: z.boolean().optional() }),
  }),
  async run(tx, actor, { id: teamId, set }) {
    requireCapability(actor, 'member.manage');
    const team = await tx.get('team', teamId);
    if (!team) throw new AppError('not_found');
    if (set.role !== undefined && set.role !== team.role && team.memberIds.length > 0)
      throw new AppError('team_occupied');
    const next: TeamRow = { ...team, ...dropUndefined(set), ...(set.active === false && { memberIds: [] }) };
    await checkTitle(tx, next);
    tx.put('team', next);
  },
});

export const changeTeamMembers = defineAction({
  name: 'team.members',
  needs: 'member.manage',
  /** User ids; those already in the team, or no longer in it, are skipped. */
  input: z.strictObject({ id, add: z.array(id).max(1_000), remove: z.array(id).max(1_000) }),
  async run(tx, actor, { id: teamId, add, remove }) {
    requireCapability(actor, 'member.manage');
    const team = await tx.get('team', teamId);
    if (!team?.active) throw new AppError('not_found');
    const teams = await tx.find('team', 'projectId', tx.projectId);
    for (const userId of add) {
      const member = (await tx.find('member', 'userId', userId))[0];
      if (!member) throw new AppError('not_found');
      if (!fitsTeam(member, team, teams)) throw new AppError('team_unfit');
    }
    const memberIds = new Set([...team.memberIds, ...add]);
    for (const userId of remove) memberIds.delete(userId);
    tx.put('team', { ...team, memberIds: [...memberIds] });
  },
});
