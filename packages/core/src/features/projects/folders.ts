// Folders for the projects of an organisation: who may change and see them, and where they may be moved. Pure.
import { type AccessRole, can } from '../../access/capabilities.ts';

/** The properties of a person that matter for folders: these belong to the organisation, not to a project. */
export type FolderActor = {
  userId: string;
  /** Administrator or owner of the organisation. */
  admin: boolean;
  /** May create projects in the organisation. */
  createProjects: boolean;
};

export type FolderNode = { id: string; parentId: string | null; createdBy: string };

/** Maximum folders per organisation. */
export const MAX_FOLDERS = 5_000;

/** Anyone who may create projects may also create folders. */
export const mayCreateFolder = (actor: FolderActor): boolean => actor.admin || actor.createProjects;

/** Administrators of the organisation may change every folder, others those they have created. */
export const mayChangeFolder = (actor: FolderActor, folder: Pick<FolderNode, 'createdBy'>): boolean =>
  actor.admin || (actor.createProjects && folder.createdBy === actor.userId);

/** A project is moved by its own administrators and by those of the organisation. `role` null: not a member. */
export const mayMoveProject = (actor: FolderActor, role: AccessRole | null): boolean =>
  actor.admin || (role !== null && can(role, 'project.edit'));

type Parents = ReadonlyMap<string, Pick<FolderNode, 'parentId'>>;

/** The folder and its ancestors, starting with the folder itself. Stops where a chain is broken or closed. */
export function ancestorsOf(folders: Parents, id: string | null): string[] {
  const path: string[] = [];
  const passed = new Set<string>();
  for (let next = id; next !== null && !passed.has(next); next = folders.get(next)?.parentId ?? null) {
    if (!folders.has(next)) break;
    passed.add(next);
    path.push(next);
  }
  return path;
}

/** Whether a folder moved into `parentId` would contain itself and become unreachable. */
export const wouldCreateCycle = (folders: Parents, id: string, parentId: string | null): boolean =>
  ancestorsOf(folders, parentId).includes(id);

/**
 * The folders visible to a person: those that contain, at any depth, a project the person may see (`holding` lists the
 * folders of these projects) or a folder the person has created. Administrators see all.
 */
export function visibleFolders(
  folders: ReadonlyMap<string, FolderNode>,
  actor: FolderActor,
  holding: Iterable<string>,
): Set<string> {
  if (actor.admin) return new Set(folders.keys());
  const seen = new Set<string>();
  const own = [...folders.values()].filter((folder) => mayChangeFolder(actor, folder)).map((folder) => folder.id);
  for (const start of [...own, ...holding]) {
    for (const id of ancestorsOf(folders, start)) {
      if (seen.has(id)) break;
      seen.add(id);
    }
  }
  return seen;
}
