// Reads the project folders visible to the caller, each with a summary of its contents.
import { ancestorsOf, mayChangeFolder, visibleFolders } from '@plumbline/core/features/projects/folders';
import type { FolderEntry, listFolders } from '@plumbline/core/features/projects/folders-contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import type { Pool, PoolClient } from 'pg';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import { readFolderActor, readTree } from './folders.ts';

type Query = RequestOf<typeof listFolders>['query'];
/** Projects directly in one folder, grouped by whether the caller is a member and whether they are active. */
type FolderCounts = { folderId: string; mine: boolean; active: boolean; count: number; lastActivity: Date };

async function countProjectsByFolder(db: PoolClient, { organisationId, userId }: Session): Promise<FolderCounts[]> {
  const found = await db.query<FolderCounts>(
    `SELECT e.folder_id AS "folderId", m.user_id IS NOT NULL AS mine, r.active, count(*)::integer AS count,
       max(coalesce(l.active_at, r.created_at)) AS "lastActivity"
     FROM project_folder_entry e
     JOIN project r ON r.organisation_id = e.organisation_id AND r.id = e.project_id
     JOIN project_log l ON l.organisation_id = r.organisation_id AND l.project_id = r.id
     LEFT JOIN member m ON m.organisation_id = r.organisation_id AND m.project_id = r.id
       AND m.user_id = $2 AND m.state = 'active' AND m.role <> 'none'
     WHERE e.organisation_id = $1 GROUP BY 1, 2, 3`,
    [organisationId, userId],
  );
  return found.rows;
}

type FolderSums = {
  folders: number;
  projects: number;
  within: number;
  total: number;
  anything: boolean;
  lastActivity: Date;
};

const wanted = ({ state, whose }: Query, { mine, active }: FolderCounts): boolean =>
  (whose === 'all' || mine === (whose === 'mine')) && (state === 'all' || active === (state === 'active'));

/** Whether the name contains every word of the search, ignoring case. */
const fits = (name: string, search: string | undefined): boolean => {
  const text = name.toLocaleLowerCase('und');
  return (search ?? '')
    .toLocaleLowerCase('und')
    .split(/\s+/u)
    .every((word) => text.includes(word));
};

export async function readFolders(pool: Pool, session: Session, query: Query): Promise<ReplyOf<typeof listFolders>> {
  const actor = await readFolderActor(pool, session);
  const { folders, held } = await tenantSnapshot(pool, session.organisationId, async (db) => ({
    folders: await readTree(db, session.organisationId),
    held: await countProjectsByFolder(db, session),
  }));
  const mineOnly = (folderCounts: FolderCounts) => folderCounts.mine || actor.admin;
  const seen = visibleFolders(
    folders,
    actor,
    held.filter(mineOnly).map((one) => one.folderId),
  );
  const sums = new Map<string, FolderSums>();
  for (const { id, createdAt } of folders.values()) {
    sums.set(id, { folders: 0, projects: 0, within: 0, total: 0, anything: false, lastActivity: createdAt });
  }
  for (const { id, parentId } of folders.values()) {
    const parent = parentId === null ? undefined : sums.get(parentId);
    if (!parent) continue;
    parent.anything = true;
    if (seen.has(id)) parent.folders += 1;
  }
  for (const one of held) {
    const direct = sums.get(one.folderId);
    if (direct) direct.anything = true;
    if (!mineOnly(one)) continue;
    const counted = wanted(query, one) ? one.count : 0;
    if (direct) direct.projects += counted;
    for (const id of ancestorsOf(folders, one.folderId)) {
      const sum = sums.get(id);
      if (!sum) continue;
      sum.within += counted;
      sum.total += one.count;
      if (sum.lastActivity < one.lastActivity) sum.lastActivity = one.lastActivity;
    }
  }
  const listed = [...folders.values()].filter(
    ({ id, parentId, name }) =>
      seen.has(id) &&
      (query.parent === undefined || parentId === (query.parent === 'root' ? null : query.parent)) &&
      fits(name, query.search),
  );
  const from = query.page * query.size;
  const content = listed.slice(from, from + query.size).map((folder): FolderEntry => {
    const { anything, lastActivity, ...counts } = sums.get(folder.id) as FolderSums; // set for every folder above
    return {
      id: folder.id,
      name: folder.name,
      parentId: folder.parentId,
      ...counts,
      empty: !anything,
      mayChange: mayChangeFolder(actor, folder),
      lastActivity: lastActivity.toISOString(),
      lastModified: folder.changedAt.toISOString(),
    };
  });
  return pageOf(content, listed.length, query);
}
