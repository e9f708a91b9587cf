// Who may manage whom in an organisation: owners everyone, administrators everyone but owners, user managers the rest.

export type Rank = { owner: boolean; admin: boolean; manageUsers: boolean };
export const PERMISSIONS = ['owner', 'admin', 'manageUsers', 'createProjects'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const REQUIRED_RANK: Record<Permission, number> = { owner: 3, admin: 2, manageUsers: 2, createProjects: 2 };

/** 3 owner, 2 administrator, 1 manages users, 0 none of these. */
export const rankOf = ({ owner, admin, manageUsers }: Rank): number => (owner ? 3 : admin ? 2 : manageUsers ? 1 : 0);

/** Whether the actor may invite, deactivate, remove and license the target. Administrators may manage each other. */
export function mayManage(actor: Rank, target: Rank): boolean {
  const rank = rankOf(actor);
  return rank >= 2 ? rank >= rankOf(target) : rank === 1 && rankOf(target) === 0;
}

/** Whether the actor may grant or revoke this right. */
export const mayGrant = (actor: Rank, right: Permission): boolean => rankOf(actor) >= REQUIRED_RANK[right];
