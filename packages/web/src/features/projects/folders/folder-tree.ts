// The tree of project folders: contents, visible folders, and targets of a move. Pure.
import type { FolderEntry } from '@plumbline/core/features/projects/folders-contract';
import type { ProjectView } from '../project-view.ts';

export type FolderTree = {
  byId: ReadonlyMap<string, FolderEntry>;
  /** Folders by parent; folders whose parent is unknown are at the top level. */
  inside: ReadonlyMap<string | null, readonly FolderEntry[]>;
};

export function treeOf(folders: readonly FolderEntry[]): FolderTree {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const inside = Map.groupBy(folders, ({ parentId }) => (parentId !== null && byId.has(parentId) ? parentId : null));
  return { byId, inside };
}

/** From the top level down to the folder itself; empty at the top level. */
export function pathTo({ byId }: FolderTree, id: string | null): FolderEntry[] {
  const path: FolderEntry[] = [];
  for (let next = id === null ? undefined : byId.get(id); next && !path.includes(next); ) {
    path.unshift(next);
    next = next.parentId === null ? undefined : byId.get(next.parentId);
  }
  return path;
}

/**
 * Whether a folder is listed: it contains matching projects. An entirely empty folder is listed among the active ones.
 */
export const holds = (
  { within, total }: FolderEntry,
  state: ProjectView['state'],
  whose: ProjectView['whose'],
): boolean => within > 0 || (state === 'active' && whose === 'mine' && total === 0);

type Listing = Pick<ProjectView, 'sort' | 'reverse' | 'state' | 'whose'> & {
  folderId: string | null;
  search: string;
  locale: string;
};

/** The folders to show: of one level, or, when searching, of all levels by name. */
export function listedFolders(tree: FolderTree, listing: Listing): FolderEntry[] {
  const { folderId, search, sort, reverse, state, whose, locale } = listing;
  const words = search.toLocaleLowerCase().split(/\s+/u);
  const names = new Intl.Collator(locale, { numeric: true });
  const found = (search === '' ? (tree.inside.get(folderId) ?? []) : [...tree.byId.values()]).filter(
    (one) => holds(one, state, whose) && words.every((word) => one.name.toLocaleLowerCase().includes(word)),
  );
  const byTime = sort === 'lastActivity' || sort === 'lastModified' ? sort : undefined;
  const order = (a: FolderEntry, b: FolderEntry) =>
    (byTime && Date.parse(b[byTime]) - Date.parse(a[byTime])) || names.compare(a.name, b.name);
  const turned = reverse && (byTime !== undefined || sort === 'name');
  return found.sort((a, b) => (turned ? order(b, a) : order(a, b)));
}

export type FolderChoice = { id: string; name: string; depth: number };

/**
 * All folders as a flattened tree, except those in `without` and their contents: a folder cannot be moved into itself.
 */
export function choicesFor({ inside }: FolderTree, without: ReadonlySet<string>, locale: string): FolderChoice[] {
  const names = new Intl.Collator(locale, { numeric: true });
  const choices: FolderChoice[] = [];
  const passed = new Set<string>(without);
  const walk = (parentId: string | null, depth: number) => {
    for (const { id, name } of [...(inside.get(parentId) ?? [])].sort((a, b) => names.compare(a.name, b.name))) {
      if (passed.has(id)) continue;
      passed.add(id);
      choices.push({ id, name, depth });
      walk(id, depth + 1);
    }
  };
  walk(null, 0);
  return choices;
}

/** What moves along with these folders: nested folders at any depth, and projects. */
export function movingAlong(
  { byId, inside }: FolderTree,
  ids: readonly string[],
): { folders: number; projects: number } {
  const counts = { folders: 0, projects: 0 };
  const passed = new Set<string>();
  const walk = (id: string) => {
    for (const one of inside.get(id) ?? []) {
      if (passed.has(one.id)) continue;
      passed.add(one.id);
      counts.folders += 1;
      walk(one.id);
    }
  };
  for (const id of ids) {
    // A folder inside another moved folder is counted with that one.
    if (pathTo({ byId, inside }, id).some((one) => one.id !== id && ids.includes(one.id))) continue;
    counts.projects += byId.get(id)?.total ?? 0;
    walk(id);
  }
  return counts;
}
