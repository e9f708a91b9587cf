// The permission matrix of a project: one table, one question. Everything that shows, offers or refuses something asks
// `can`.

export const ROLES = [
  'administrator',
  'contributor',
  'internalViewer',
  'externalViewer',
  'subcontractor',
  'none',
] as const;
export type Role = (typeof ROLES)[number];

/** The people named in the project's settings: they act by their own column, regardless of their assigned role. */
export const HOLDERS = ['projectOwner', 'ownerAssistant'] as const;
export type Holder = (typeof HOLDERS)[number];

/** A column of the matrix. */
export type AccessRole = Role | Holder;
export const ACCESS_ROLES: readonly AccessRole[] = [...ROLES, ...HOLDERS];

/** The rows for which a role holds a capability. `involved`: own or assigned. */
export type Scope = 'all' | 'own' | 'assigned' | 'involved' | 'no';

const row = (
  administrator: Scope,
  contributor: Scope,
  internalViewer: Scope,
  externalViewer: Scope,
  subcontractor: Scope,
  { projectOwner = administrator, ownerAssistant = administrator }: Partial<Record<Holder, Scope>> = {},
): Record<AccessRole, Scope> => ({
  administrator,
  contributor,
  internalViewer,
  externalViewer,
  subcontractor,
  none: 'no',
  projectOwner,
  ownerAssistant,
});

/** Reserved for the owner and administrators: who is in the project, and in which role. */
const NOT_FOR_ASSISTANT = { ownerAssistant: 'no' } as const;

/**
 * Capability × role. Columns: administrator, contributor, internal viewer, external viewer, subcontractor. The
 * project's owner has the permissions of administrators; so does the owner's assistant, except where overridden.
 */
const MATRIX = {
  'project.view': row('all', 'all', 'all', 'all', 'all'),
  'project.edit': row('all', 'no', 'no', 'no', 'no'),
  'stakeholder.manage': row('all', 'no', 'no', 'no', 'no', NOT_FOR_ASSISTANT),
  'member.view': row('all', 'all', 'all', 'all', 'all'),
  /** Email addresses and phone numbers of members and contacts. */
  'contactData.view': row('all', 'all', 'all', 'no', 'no'),
  'member.manage': row('all', 'no', 'no', 'no', 'no', NOT_FOR_ASSISTANT),
  'plan.view': row('all', 'all', 'all', 'all', 'all'),
  'plan.manage': row('all', 'no', 'no', 'no', 'no'),
  'category.manage': row('all', 'no', 'no', 'no', 'no'),
  'field.manage': row('all', 'no', 'no', 'no', 'no'),
  'dataset.view': row('all', 'all', 'all', 'no', 'no'),
  'dataset.manage': row('all', 'no', 'no', 'no', 'no'),
  'group.view': row('all', 'all', 'all', 'no', 'no'),
  'group.create': row('all', 'all', 'no', 'no', 'no'),
  'group.edit': row('all', 'own', 'no', 'no', 'no'),
  /** Views shared with the project, and one's own. */
  'savedView.view': row('all', 'all', 'all', 'all', 'all'),
  /** Views of one's own. */
  'savedView.create': row('all', 'all', 'all', 'all', 'all'),
  /** To share views with the project, and to change and delete shared ones. */
  'savedView.share': row('all', 'own', 'no', 'no', 'no'),
  'pin.view': row('all', 'all', 'all', 'involved', 'assigned'),
  'pin.create': row('all', 'all', 'no', 'all', 'no'),
  'pin.edit': row('all', 'own', 'no', 'own', 'no'),
  'pin.setStatus': row('all', 'own', 'no', 'no', 'no'),
  'task.view': row('all', 'all', 'all', 'involved', 'assigned'),
  'task.create': row('all', 'all', 'no', 'no', 'no'),
  'task.edit': row('all', 'own', 'no', 'no', 'no'),
  'task.markDone': row('all', 'involved', 'assigned', 'assigned', 'assigned'),
  'task.verify': row('all', 'own', 'no', 'no', 'no'),
  'task.delegate': row('all', 'involved', 'no', 'no', 'no'),
  'post.view': row('all', 'all', 'all', 'involved', 'assigned'),
  'post.create': row('all', 'all', 'no', 'involved', 'assigned'),
  'post.edit': row('all', 'own', 'no', 'own', 'own'),
  'comment.create': row('all', 'all', 'all', 'involved', 'assigned'),
  'comment.edit': row('own', 'own', 'own', 'own', 'own'),
  'report.view': row('all', 'all', 'all', 'own', 'no'),
  'report.create': row('all', 'all', 'no', 'no', 'no'),
  'report.share': row('own', 'own', 'no', 'no', 'no'),
  'template.manage': row('all', 'no', 'no', 'no', 'no'),
} as const satisfies Record<string, Record<AccessRole, Scope>>;

export type Capability = keyof typeof MATRIX;
export const CAPABILITIES = Object.keys(MATRIX) as Capability[];

/** The properties of a row that matter for permissions: whether the actor created it or is assigned to it. */
export type Target = { own: boolean; assigned: boolean };

/**
 * The column by which a member acts. Owner and assistant are those named in the project's settings. An administrator
 * remains one; `none` is excluded from the project, whatever the settings say.
 */
export function accessRoleOf(
  role: Role,
  project: { ownerId: string | null; assistantId: string | null } | undefined,
  userId: string,
): AccessRole {
  if (role === 'administrator' || role === 'none' || !project) return role;
  if (project.ownerId === userId) return 'projectOwner';
  return project.assistantId === userId ? 'ownerAssistant' : role;
}

export function scopeOf(role: AccessRole, capability: Capability): Scope {
  return MATRIX[capability][role];
}

/** Whether this role may do this to that row. Without a target: whether it may do this to any row at all. */
export function can(role: AccessRole, capability: Capability, target?: Target): boolean {
  const scope = scopeOf(role, capability);
  if (scope === 'no') return false;
  if (scope === 'all' || target === undefined) return true;
  if (scope === 'own') return target.own;
  if (scope === 'assigned') return target.assigned;
  return target.own || target.assigned;
}
