// The folders of projects as a tree: what lies where, what shows, and where things may be put. Pure.
import type { FolderEntry } from '@plumbline/core/features/projects/folders-contract';
import type { ProjectView } from '../project-view.ts';

export type FolderTree = {
  byId: ReadonlyMap<string, FolderEntry>;
  /** Folders by the one they lie in; those whose own folder is unknown lie at the top. */
  inside: ReadonlyMap<string | null, readonly FolderEntry[]>;
};

export function treeOf(folders: readonly FolderEntry[]): FolderTree {
  const byId = new Map(folders.map((one) => [one.id, one]));
  const inside = Map.groupBy(folders, ({ parentId }) => (parentId !== null && byId.has(parentId) ? parentId : null));
  return { byId, inside };
}

/** From the top down to the folder itself; empty at the top. */
export function pathTo({ byId }: FolderTree, id: string | null): FolderEntry[] {
  const path: FolderEntry[] = [];
  for (let next = id === null ? undefined : byId.get(id); next && !path.includes(next); ) {
    path.unshift(next);
    next = next.parentId === null ? undefined : byId.get(next.parentId);
  }
  return path;
}

/** A folder stands in a list that holds something it shows; one in which nothing lies at all stands among the active. */
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

/** The folders to be shown: of one level, or, where something is searched, of all levels by their names. */
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

/** All folders as a flat tree but those in `without` and what lies in them: a folder cannot go into itself. */
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

/** What goes along when these folders are moved: folders in them at any depth, and projects. */
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
    // A folder that goes with another one is counted with it.
    if (pathTo({ byId, inside }, id).some((one) => one.id !== id && ids.includes(one.id))) continue;
    counts.projects += byId.get(id)?.total ?? 0;
    walk(id);
  }
  return counts;
}
