// Gathers what a report is made of, through the eyes of whoever makes it at this moment: rows he does not see are not in it, nor are
// drafts, which are nobody's business but their author's.
import type { CommentRow, PostRow } from '@plumbline/core/features/media/schema';
import type { MemberRow, TeamRow } from '@plumbline/core/features/people/schema';
import { PIN_COLOURS } from '@plumbline/core/features/pins/colours';
import type { PinRow, PinStatus } from '@plumbline/core/features/pins/schema';
import type { PlanRow, RevisionRow } from '@plumbline/core/features/plans/schema';
import type { CategoryRow, ProjectRow } from '@plumbline/core/features/projects/schema';
import {
  countByStatus,
  type ReportComment,
  type ReportData,
  type ReportPicture,
  type ReportPin,
  type ReportRating,
  type ReportTask,
} from '@plumbline/core/features/reports/report-data';
import type { Actor } from '@plumbline/core/features/sync/actor';
import type { Entity, Rows } from '@plumbline/core/features/sync/entities';
import type { TaskRow } from '@plumbline/core/features/tasks/schema';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { Pool, PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import type { ReportRequest } from './store.ts';

/** Where the bytes of a report's pictures come from, by the id of the picture. */
export type PictureSource =
  | { kind: 'file'; key: string; size: number }
  | {
      kind: 'plan';
      key: string;
      at: { x: number; y: number };
      sheet: { widthPt: number; heightPt: number };
      mark: { colour: string | null; status: PinStatus };
    };

export type Gathered = { data: ReportData; sources: ReadonlyMap<string, PictureSource>; timeZone: string };

export type Asked = {
  organisationId: string;
  projectId: string;
  actor: Actor;
  title: string;
  request: ReportRequest;
  /** When the report was asked for: its date. */
  createdAt: Date;
};

/** Undefined where the project is gone. */
export function gather(pool: Pool, asked: Asked): Promise<Gathered | undefined> {
  // All of it is of one moment.
  return tenantSnapshot(pool, asked.organisationId, async (db) => {
    const rows = await readRows(db, asked);
    return rows && arrange(asked, rows);
  });
}

/** How many of these pins somebody sees. */
export async function countSeenPins(
  db: PoolClient,
  asked: Pick<Asked, 'organisationId' | 'projectId' | 'actor'>,
  pinIds: readonly string[],
): Promise<number> {
  const params = new Params(asked.organisationId, asked.projectId, pinIds);
  const found = await db.query<{ count: string }>(
    `SELECT count(*) FROM pin r WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = ANY ($3::uuid[])
       AND ${visible('pin', 'r', asked.actor, params)}`,
    params.values,
  );
  return Number(found.rows[0]?.count ?? 0);
}

type SiteRows = {
  project: ProjectRow;
  members: MemberRow[];
  teams: TeamRow[];
  categories: CategoryRow[];
  plans: PlanRow[];
  revisions: RevisionRow[];
  pins: PinRow[];
  tasks: TaskRow[];
  posts: PostRow[];
  comments: CommentRow[];
  blobs: { id: string; key: string; mime: string; size: number }[];
};

async function readRows(db: PoolClient, asked: Asked): Promise<SiteRows | undefined> {
  const { organisationId, projectId, actor } = asked;
  const all = async <E extends Entity>(entity: E, column?: string, ids: readonly string[] = []): Promise<Rows[E][]> => {
    const params = new Params(organisationId, projectId);
    const among = column === undefined ? '' : ` AND r.${column} = ANY (${params.add(ids, 'uuid[]')})`;
    const found = await db.query({
      text: `SELECT ${selectList(entity, 'r')} FROM "${entity}" r
             WHERE r.organisation_id = $1 AND r.project_id = $2${among} AND ${visible(entity, 'r', actor, params)}`,
      values: params.values,
      types: ROW_TYPES,
    });
    // The select list is made from the entity's own row schema.
    return found.rows as Rows[E][];
  };
  const project = (await all('project'))[0];
  if (!project) return undefined;
  const pins = await all('pin', 'id', asked.request.pinIds);
  const pinIds = pins.map((pin) => pin.id);
  const plans = await all('plan', 'id', present(pins.map((pin) => pin.planId)));
  const revisions = await all('revision', 'id', present(plans.map((plan) => plan.currentRevisionId)));
  const posts = await all('post', 'pin_id', pinIds);
  const files = posts.flatMap((post) => post.files.map((file) => file.blobId));
  return {
    project,
    members: await all('member'),
    teams: await all('team'),
    categories: await all('category'),
    plans,
    revisions,
    pins,
    tasks: await all('task', 'pin_id', pinIds),
    posts,
    comments: await all('comment', 'pin_id', pinIds),
    blobs: await readBlobs(db, organisationId, [...files, ...revisions.map((one) => one.packBlobId)]),
  };
}

async function readBlobs(db: PoolClient, organisationId: string, ids: readonly string[]) {
  const found = await db.query<SiteRows['blobs'][number]>(
    'SELECT id, key, mime, size::float8 AS size FROM blob WHERE organisation_id = $1 AND id = ANY ($2::uuid[])',
    [organisationId, ids],
  );
  return found.rows;
}

const present = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null);

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  return Map.groupBy(rows, keyOf);
}

const byTime = (a: { createdAt: string }, b: { createdAt: string }): number => (a.createdAt < b.createdAt ? -1 : 1);
/** Numbers in order; what has none yet comes last. */
const byNumber = (a: { number: number | null }, b: { number: number | null }): number =>
  (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER);

function arrange(asked: Asked, rows: SiteRows): Gathered {
  const people = new Map(rows.members.map((one) => [one.userId, `${one.firstName} ${one.lastName}`.trim()]));
  const teams = new Map(rows.teams.map((one) => [one.id, one.title]));
  const nameOf = (userId: string): string => people.get(userId) ?? '';
  const assigneeOf = ({ assigneeId }: TaskRow): string =>
    assigneeId === null ? '' : (people.get(assigneeId) ?? teams.get(assigneeId) ?? '');
  const today = dayIn(rows.project.timezone, asked.createdAt);
  const tasksOf = groupBy(
    rows.tasks.filter((task) => task.status !== 'draft'),
    (task) => task.pinId,
  );
  const commentsOf = groupBy(rows.comments, (comment) => comment.taskId ?? comment.pinId);
  const drafts = new Set<string | null>(rows.tasks.filter((task) => task.status === 'draft').map((task) => task.id));
  const postsOf = groupBy(
    rows.posts.filter((post) => post.active && post.type === 'Visuals' && !drafts.has(post.taskId)),
    (post) => post.pinId,
  );
  const sources = new Map<string, PictureSource>();
  const blobs = new Map(rows.blobs.map((blob) => [blob.id, blob]));
  const plans = new Map(rows.plans.map((plan) => [plan.id, plan]));
  const revisions = new Map(rows.revisions.map((revision) => [revision.id, revision]));
  const categories = new Map(rows.categories.map((category) => [category.id, category]));

  const remarks = (id: string): ReportComment[] =>
    (commentsOf.get(id) ?? [])
      .sort(byTime)
      .map((one) => ({ text: one.text, createdBy: nameOf(one.createdBy), createdAt: one.createdAt }));

  const photosOf = (pinId: string): ReportPicture[] =>
    (postsOf.get(pinId) ?? []).sort(byTime).flatMap((post) =>
      post.files.flatMap((file): ReportPicture[] => {
        const blob = blobs.get(file.blobId);
        if (!blob || !file.mime.startsWith('image/')) return [];
        sources.set(file.blobId, { kind: 'file', key: blob.key, size: blob.size });
        return [{ id: file.blobId, caption: post.caption, takenAt: post.takenAt, createdBy: nameOf(post.createdBy) }];
      }),
    );

  const cropOf = (pin: PinRow, plan: PlanRow | undefined, colour: string | null): ReportPicture | null => {
    const revision = plan && revisions.get(plan.currentRevisionId ?? '');
    const pack = revision && blobs.get(revision.packBlobId);
    if (!pack || pin.x === null || pin.y === null) return null;
    const id = `plan:${pin.id}`;
    sources.set(id, {
      kind: 'plan',
      key: pack.key,
      at: { x: pin.x, y: pin.y },
      sheet: { widthPt: revision.widthPt, heightPt: revision.heightPt },
      mark: { colour, status: pin.status },
    });
    return { id, caption: plan.name, takenAt: null, createdBy: '' };
  };

  const reportTask = (task: TaskRow, pin: PinRow, plan: string): ReportTask => ({
    number: task.number,
    title: task.title,
    description: task.description,
    status: shownStatus(task, today),
    assignee: assigneeOf(task),
    company: task.companyName,
    craft: task.craft,
    dueDate: task.dueDate,
    createdBy: nameOf(task.createdBy),
    comments: remarks(task.id),
    pin: { number: pin.number, title: pin.title, plan },
  });

  const reportPin = (pin: PinRow): ReportPin & { allTasks: ReportTask[] } => {
    const plan = plans.get(pin.planId ?? '');
    const category = categories.get(pin.categoryId ?? '') ?? null;
    const tasks = (tasksOf.get(pin.id) ?? []).sort(byNumber).map((task) => reportTask(task, pin, plan?.name ?? ''));
    return {
      number: pin.number,
      title: pin.title,
      category: category && { title: category.title, colour: PIN_COLOURS[category.colour] },
      status: pin.status,
      position: pin.x === null || pin.y === null ? null : { x: pin.x, y: pin.y },
      plan: plan
        ? {
            title: plan.name,
            revision: revisions.get(plan.currentRevisionId ?? '')?.version ?? '',
            sheet: plan.sheetNumber,
          }
        : null,
      notes: pin.notes,
      tags: pin.tags,
      ratings: ratingsOf(pin, rows.project),
      t1: pin.t1,
      t2: pin.t2,
      t3: pin.t3,
      fields: [],
      createdBy: nameOf(pin.createdBy),
      createdAt: pin.createdAt,
      photos: photosOf(pin.id),
      planCrop: cropOf(pin, plan, category && PIN_COLOURS[category.colour]),
      // What was called off is counted, not listed.
      tasks: tasks.filter((task) => task.status !== 'inactive'),
      comments: remarks(pin.id),
      allTasks: tasks,
    };
  };

  const byId = new Map(rows.pins.map((pin) => [pin.id, pin]));
  const pins = asked.request.pinIds.flatMap((id) => byId.get(id) ?? []).map(reportPin);
  const { project } = rows;
  const data: ReportData = {
    report: {
      title: asked.title,
      number: null,
      createdAt: asked.createdAt.toISOString(),
      createdBy: nameOf(asked.actor.userId),
    },
    project: {
      title: project.title,
      company: project.company,
      address: [project.address, project.postCode].filter((part) => part !== '').join(', '),
      start: project.start,
      end: project.end,
      logo: null,
    },
    attendees: asked.request.attendees,
    weather: weatherOf(asked.request),
    pins,
    tasks: pins.flatMap((pin) => pin.tasks).sort(byNumber),
    counts: countByStatus(
      pins,
      pins.flatMap((pin) => pin.allTasks),
    ),
  };
  return { data, sources, timeZone: project.timezone };
}

function weatherOf({ weather }: ReportRequest): ReportData['weather'] {
  return weather ? [{ ...weather, low: null, high: null, wind: null, rain: null }] : [];
}

function ratingsOf(pin: PinRow, { ratings }: ProjectRow): ReportRating[] {
  return ratings.flatMap((scale): ReportRating[] => {
    const level = pin.ratings[scale.id];
    if (level === undefined) return [];
    return [{ title: scale.title, level, levels: scale.levels.length, label: scale.levels[level - 1] ?? '' }];
  });
}

/** The local day of an instant, YYYY-MM-DD. */
function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
}
