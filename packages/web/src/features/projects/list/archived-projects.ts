// The projects that an archive of selected rows contains: the user's own among them, and those in selected folders.
import { listProjects, type ProjectEntry } from '@plumbline/core/features/projects/contract';
import { callAll } from '../../../api/client.ts';
import { type FolderTree, pathTo } from '../folders/folder-tree.ts';
import type { ProjectView } from '../project-view.ts';
import { idsOfKind, type ListRow } from './list-rows.ts';

/** Only members may archive a project. */
export const isArchivable = (row: ListRow): boolean => row.kind === 'folder' || row.project.role !== null;

/** `state`: which projects of the folders are listed. */
export async function archivedProjects(
  rows: readonly ListRow[],
  tree: FolderTree,
  state: ProjectView['state'],
): Promise<ProjectEntry[]> {
  const selected = rows.flatMap((row) => (row.kind === 'project' && isArchivable(row) ? [row.project] : []));
  const folders = idsOfKind(rows, 'folder');
  if (folders.length === 0) return selected;
  const ids = new Set(selected.map(({ id }) => id));
  const own = await callAll(listProjects, { query: { whose: 'mine', state, size: 1_000 } });
  const inside = own.filter(
    ({ id, folderId }) => !ids.has(id) && pathTo(tree, folderId).some((folder) => folders.includes(folder.id)),
  );
  return [...selected, ...inside];
}
