// The plan tree as the screens walk it: what a folder holds, the way to it, where something may be moved. Pure.
import type { PlanRow } from '@plumbline/core/site/rows/plans';

export const TREE_SORTS = ['Title', 'LastActivity', 'Size', 'openTaskCount', 'openPins'] as const;
export type TreeSort = (typeof TREE_SORTS)[number];

/** What the rows themselves do not say; nothing is known of an entry while the server has not answered. */
export type Facts = { fileSize: number; openPins: number; openTasks: number };

export type TreeQuery = {
  folderId: string | null;
  /** Looks through the folder and all below it. */
  search: string;
  active: boolean;
  sort: TreeSort;
  reverse: boolean;
  locale: string;
};

/** Children by parent; the root's are under null. */
export type Tree = ReadonlyMap<string | null, readonly PlanRow[]>;

/** Entries whose folder is not here (any more) hang on the root, so that nothing is lost to sight. */
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

/** How many entries a folder shows to who opens it. */
export const itemsIn = (tree: Tree, folderId: string): number =>
  (tree.get(folderId) ?? []).filter((row) => row.active).length;

/** Everything in a folder and below it. */
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

/** What the list shows: folders first, then plans, each in the order of the sort. */
export function listed(tree: Tree, query: TreeQuery, facts: (id: string) => Facts | undefined): PlanRow[] {
  const words = query.search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const among = words.length > 0 ? below(tree, query.folderId) : (tree.get(query.folderId) ?? []);
  const shown = among.filter((row) => row.active === query.active && matches(row, words));
  const collator = new Intl.Collator(query.locale, { numeric: true, sensitivity: 'base' });
  const byTitle = (a: PlanRow, b: PlanRow) =>
    collator.compare(a.sheetNumber, b.sheetNumber) || collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
  const of = (row: PlanRow) => facts(row.id) ?? none;
  // Each sort has its own natural order: titles upwards, the rest newest or largest first.
  const orders: Record<TreeSort, (a: PlanRow, b: PlanRow) => number> = {
    Title: byTitle,
    LastActivity: (a, b) => (a.lastActivity < b.lastActivity ? 1 : a.lastActivity > b.lastActivity ? -1 : 0),
    Size: (a, b) => of(b).fileSize - of(a).fileSize,
    openTaskCount: (a, b) => of(b).openTasks - of(a).openTasks,
    openPins: (a, b) => of(b).openPins - of(a).openPins,
  };
  const turn = query.reverse ? -1 : 1;
  return shown.sort(
    (a, b) =>
      Number(b.type === 'Folder') - Number(a.type === 'Folder') || turn * orders[query.sort](a, b) || byTitle(a, b),
  );
}

export type FolderChoice = { id: string; name: string; depth: number };

/** Folders in the order of the tree, without those that are being moved and what is below them. */
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
