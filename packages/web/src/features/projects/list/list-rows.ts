// A row of the project list, either a folder or a project, and its available actions.
import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import type { FolderEntry } from '@plumbline/core/features/projects/folders-contract';

export type ListRow =
  | { kind: 'folder'; id: string; name: string; folder: FolderEntry }
  | { kind: 'project'; id: string; name: string; project: ProjectEntry };

export const folderRow = (folder: FolderEntry): ListRow => ({
  kind: 'folder',
  id: folder.id,
  name: folder.name,
  folder,
});
export const projectRow = (project: ProjectEntry): ListRow => ({
  kind: 'project',
  id: project.id,
  name: project.title,
  project,
});

export type RowActions = {
  /** Administrators of the organisation may move every project. */
  admin: boolean;
  onSelect: (row: ListRow) => void;
  onMove: (rows: readonly ListRow[]) => void;
  onRename: (folder: FolderEntry) => void;
  onDelete: (folder: FolderEntry) => void;
  onCopy: (project: ProjectEntry) => void;
  onStar: (project: ProjectEntry, favourite: boolean) => void;
};

export const mayMove = (row: ListRow, admin: boolean): boolean =>
  row.kind === 'folder' ? row.folder.mayChange : admin || row.project.mayChange;

/** The folder a row is in. */
export const placeOf = (row: ListRow): string | null =>
  row.kind === 'folder' ? row.folder.parentId : row.project.folderId;

export const idsOfKind = (rows: readonly ListRow[], kind: ListRow['kind']): string[] =>
  rows.filter((row) => row.kind === kind).map((row) => row.id);
