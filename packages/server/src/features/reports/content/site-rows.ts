// Reads the rows of a report that its creator can see.

import type { Actor } from '@plumbline/core/site/actor';
import type { Entity, Rows } from '@plumbline/core/site/entities';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import type { GeoreferenceRow, MarkupRow } from '@plumbline/core/site/rows/maps';
import type { CommentRow, PostRow } from '@plumbline/core/site/rows/media';
import type { ContactRow, MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import type { CategoryRow, ProjectRow } from '@plumbline/core/site/rows/projects';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList, tableOf } from '../../../db/tx/columns.ts';
import { Params, visible } from '../../../db/tx/visibility.ts';

export type Reader = { organisationId: string; projectId: string; actor: Actor };

export type SiteRows = {
  project: ProjectRow;
  members: MemberRow[];
  contacts: ContactRow[];
  teams: TeamRow[];
  categories: CategoryRow[];
  fields: FieldRow[];
  plans: PlanRow[];
  revisions: RevisionRow[];
  grounds: GeoreferenceRow[];
  markups: MarkupRow[];
  pins: PinRow[];
  tasks: TaskRow[];
  posts: PostRow[];
  comments: CommentRow[];
  blobs: { id: string; key: string; sha256: string; mime: string; size: number }[];
};

/** Undefined if the project no longer exists. */
export async function readRows(
  db: PoolClient,
  { organisationId, projectId, actor }: Reader,
  requested: readonly string[],
): Promise<SiteRows | undefined> {
  const all = async <E extends Entity>(entity: E, column?: string, ids: readonly string[] = []): Promise<Rows[E][]> => {
    const params = new Params(organisationId, projectId);
    const among = column === undefined ? '' : ` AND r.${column} = ANY (${params.add(ids, 'uuid[]')})`;
    const found = await db.query({
      text: `SELECT ${selectList(entity, 'r')} FROM ${tableOf(entity)} r
             WHERE r.organisation_id = $1 AND r.project_id = $2${among} AND ${visible(entity, 'r', actor, params)}`,
      values: params.values,
      types: ROW_TYPES,
    });
    // The select list is made from the entity's own row schema.
    return found.rows as Rows[E][];
  };
  const project = (await all('project'))[0];
  if (!project) return undefined;
  const pins = await all('pin', 'id', requested);
  const pinIds = pins.map((pin) => pin.id);
  const plans = await all('plan', 'id', present(pins.map((pin) => pin.planId)));
  const planIds = plans.map((plan) => plan.id);
  const revisions = await all('revision', 'id', present(plans.map((plan) => plan.currentRevisionId)));
  const posts = await all('post', 'pin_id', pinIds);
  const files = posts.flatMap((post) => post.files.map((file) => file.blobId));
  return {
    project,
    members: await all('member'),
    contacts: await all('contact'),
    teams: await all('team'),
    categories: await all('category'),
    fields: await all('field'),
    plans,
    revisions,
    grounds: await all('ground', 'id', planIds),
    markups: await all('markup', 'plan_id', planIds),
    pins,
    tasks: await all('task', 'pin_id', pinIds),
    posts,
    comments: await all('comment', 'pin_id', pinIds),
    blobs: await readBlobs(db, organisationId, [
      ...files,
      ...revisions.map((revision) => revision.packBlobId),
      ...present([project.pictureBlobId, project.headerLogoBlobId, project.footerLogoBlobId]),
    ]),
  };
}

async function readBlobs(db: PoolClient, organisationId: string, ids: readonly string[]) {
  const found = await db.query<SiteRows['blobs'][number]>(
    `SELECT id, key, encode(sha256, 'hex') AS sha256, mime, size::float8 AS size FROM blob
     WHERE organisation_id = $1 AND id = ANY ($2::uuid[])`,
    [organisationId, ids],
  );
  return found.rows;
}

const present = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null);
