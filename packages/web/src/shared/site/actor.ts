// The current user's role and teams, which decide what a screen offers. The actions check permissions themselves.
import { accessRoleOf } from '@plumbline/core/access/capabilities';
import { effectiveRole } from '@plumbline/core/access/membership-status';
import type { Actor } from '@plumbline/core/site/actor';
import { useMemo } from 'react';
import { SO_FAR, useRow, useRowsBy } from '../../local/use-rows.ts';
import { useUser } from '../session/session.tsx';

/** Undefined until the membership is loaded, and for users who are not members. */
export function useActor(projectId: string): Actor | undefined {
  const { userId, license } = useUser();
  const memberships = useRowsBy('member', 'userId', userId);
  const project = useRow('project', projectId);
  const teams = useRowsBy('team', 'projectId', projectId, SO_FAR);
  return useMemo(() => {
    const member = memberships?.find((one) => one.projectId === projectId && one.state === 'active');
    if (!member) return undefined;
    const own = (teams ?? []).filter((team) => team.active && team.memberIds.includes(userId));
    // An inactive project is read-only, so screens offer no more than to a viewer.
    const isLimited = license === null || project?.active === false;
    const role = effectiveRole(accessRoleOf(member.role, project, userId), !isLimited);
    return { userId, role, teamIds: new Set(own.map((team) => team.id)) };
  }, [memberships, project, teams, projectId, userId, license]);
}
