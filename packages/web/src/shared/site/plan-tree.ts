// The plan tree as used by screens: the contents of a folder, the path to it, and valid move targets. Pure.
import type { PlanRow } from '@plumbline/core/site/rows/plans';

export const TREE_SORTS = [
  'Title',
  'LastActivity',
  'Size',
  'type',
  'openTaskCount',
  'openPins',
  'offlineOnline',
] as const;
export type TreeSort = (typeof TREE_SORTS)[number];

/** Facts not stored in the rows themselves; unknown until the server has answered. */
export type Facts = { fileSize: number; openPins: number; openTasks: number };

export type TreeQuery = {
  folderId: string | null;
  /** Searches the folder and everything below it. */
  search: string;
  active: boolean;
  sort: TreeSort;
  reverse: boolean;
  locale: string;
  /** Ids of the plans on this device. */
  here: ReadonlySet<string>;
};

/** Children by parent id; those of the root are under null. */
export type Tree = ReadonlyMap<string | null, readonly PlanRow[]>;

/** Entries whose folder is missing are attached to the root, so that nothing is hidden. */
export function buildTree(rows: readonly PlanRow[]): Tree {
  const folders = new Set(rows.filter((row) => row.type === 'Folder').map((row) => row.id));
  const tree = new Map<string | null, PlanRow[]>();
  for (const row of rows) {
    const parent = row.parentId !== null && folders.has(row.parentId) ? row.parentId : null;
    const children = tree.get(parent);
    if (children) children.push(row);
    else tree.set(parent, [row]);
  }
  return tree;
}

/** The number of entries shown when the folder is opened. */
export const itemsIn = (tree: Tree, folderId: string): number =>
  (tree.get(folderId) ?? []).filter((row) => row.active).length;

/** Everything in a folder and below it, recursively. */
export function below(tree: Tree, folderId: string | null): PlanRow[] {
  const found: PlanRow[] = [];
  const open = [folderId];
  const seen = new Set<string | null>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const row of tree.get(at) ?? []) {
      found.push(row);
      if (row.type === 'Folder') open.push(row.id);
    }
  }
  return found;
}

/** A folder stands for everything in it. */
export const plansAt = (tree: Tree, row: PlanRow): readonly PlanRow[] =>
  row.type === 'Folder' ? below(tree, row.id) : [row];

/** From the root to the folder itself. */
export function pathTo(rows: ReadonlyMap<string, PlanRow>, folderId: string | null): PlanRow[] {
  const path: PlanRow[] = [];
  for (let at = folderId === null ? undefined : rows.get(folderId); at !== undefined; ) {
    if (path.includes(at)) break;
    path.unshift(at);
    at = at.parentId === null ? undefined : rows.get(at.parentId);
  }
  return path;
}

function matches(row: PlanRow, words: readonly string[]): boolean {
  const text = `${row.sheetNumber} ${row.name}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

const none: Facts = { fileSize: 0, openPins: 0, openTasks: 0 };

/** The list as shown: folders first, then plans, each in sort order. */
export function listed(tree: Tree, query: TreeQuery, facts: (id: string) => Facts | undefined): PlanRow[] {
  const words = query.search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const among = words.length > 0 ? below(tree, query.folderId) : (tree.get(query.folderId) ?? []);
  const shown = among.filter((row) => row.active === query.active && matches(row, words));
  const collator = new Intl.Collator(query.locale, { numeric: true, sensitivity: 'base' });
  const byTitle = (a: PlanRow, b: PlanRow) =>
    collator.compare(a.sheetNumber, b.sheetNumber) || collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
  const of = (row: PlanRow) => facts(row.id) ?? none;
  // Each sort has its own natural direction: titles and types ascending, the rest newest, largest or on this device first.
  const orders: Record<TreeSort, (a: PlanRow, b: PlanRow) => number> = {
    Title: byTitle,
    LastActivity: (a, b) => (a.lastActivity < b.lastActivity ? 1 : a.lastActivity > b.lastActivity ? -1 : 0),
    Size: (a, b) => of(b).fileSize - of(a).fileSize,
    openTaskCount: (a, b) => of(b).openTasks - of(a).openTasks,
    openPins: (a, b) => of(b).openPins - of(a).openPins,
    type: (a, b) => a.planType.localeCompare(b.planType),
    offlineOnline: (a, b) => Number(query.here.has(b.id)) - Number(query.here.has(a.id)),
  };
  const turn = query.reverse ? -1 : 1;
  return shown.sort(
    (a, b) =>
      Number(b.type === 'Folder') - Number(a.type === 'Folder') || turn * orders[query.sort](a, b) || byTitle(a, b),
  );
}

export type FolderChoice = { id: string; name: string; depth: number };

/** Folders in tree order, without those being moved and their descendants. */
export function foldersFor(tree: Tree, moving: ReadonlySet<string>, locale: string): FolderChoice[] {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const choices: FolderChoice[] = [];
  const walk = (parent: string | null, depth: number): void => {
    const folders = (tree.get(parent) ?? []).filter((row) => row.type === 'Folder' && row.active);
    for (const folder of folders.toSorted((a, b) => collator.compare(a.name, b.name))) {
      if (moving.has(folder.id)) continue;
      choices.push({ id: folder.id, name: folder.name, depth });
      walk(folder.id, depth + 1);
    }
  };
  walk(null, 0);
  return choices;
}
