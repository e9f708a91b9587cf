// Arranges the rows of a project for a report: by pin, in the requested order, with names instead of ids.
import { fieldsOfPin } from '@plumbline/core/features/fields/rules';
import { revisionAddress } from '@plumbline/core/features/plans/prints/printed-revision';
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type {
  ReportComment,
  ReportPicture,
  ReportPin,
  ReportRating,
  ReportTask,
} from '@plumbline/core/features/reports/report-data';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import { type Alignment, IDENTITY_ALIGNMENT, toSheet } from '@plumbline/core/site/geometry/alignment';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import type { CommentRow, PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow, PinStatus } from '@plumbline/core/site/rows/pins';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import type { Translator } from '@plumbline/locales/translate';
import type { PrintedMarkup } from '../../../rendering/engines/print/sheet.ts';
import { printedMarkups } from '../../plans/prints/printed-markups.ts';
import type { OverviewPin } from '../pictures/plan-overview.ts';
import type { SiteRows } from './site-rows.ts';

/** Where the bytes of a report's images come from, by image id. */
export type PictureSource =
  | { kind: 'file'; key: string; size: number; sha256: string }
  | (SheetSource & {
      kind: 'plan';
      at: { x: number; y: number };
      mark: { colour: string | null; status: PinStatus };
      /** Relative to the usual area around a pin. */
      area: number;
    })
  /** A whole sheet; `pins` are those of the report. */
  | (SheetSource & { kind: 'overview'; pins: OverviewPin[] });

type SheetSource = {
  key: string;
  sheet: { widthPt: number; heightPt: number };
  /** Drawn onto the plan, as far as it intersects the sheet. */
  markups: readonly PrintedMarkup[];
  /** The map's attribution. */
  credit: string;
};

const AREAS = { close: 0.5, standard: 1, wide: 2 } as const satisfies Record<ReportOptions['crop'], number>;

/** A pin with all of its tasks: inactive ones are counted but not listed. */
export type ArrangedPin = { pin: ReportPin; counted: readonly ReportTask[] };

const byTime = (a: { createdAt: string }, b: { createdAt: string }): number => (a.createdAt < b.createdAt ? -1 : 1);

/** Ascending; entries without a number come last. */
export const byNumber = (a: { number: number | null }, b: { number: number | null }): number =>
  (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER);

const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.id, row]));

export type ArrangeOptions = {
  t: Translator;
  /** The local date of the report, YYYY-MM-DD. */
  today: string;
  /** The only tasks to include, if tasks were chosen. */
  taskIds: ReadonlySet<string> | null;
  crop: ReportOptions['crop'];
  /** The address of this installation. */
  publicUrl: string;
};

export class Arranger {
  readonly sources = new Map<string, PictureSource>();
  private readonly t: Translator;
  private readonly area: number;
  private readonly publicUrl: string;
  private readonly project: ProjectRow;
  private readonly fields: readonly FieldRow[];
  private readonly today: string;
  private readonly names: ReadonlyMap<string, string>;
  private readonly tasks: Map<string, TaskRow[]>;
  private readonly posts: Map<string, PostRow[]>;
  private readonly comments: Map<string, CommentRow[]>;
  private readonly plans;
  private readonly revisions;
  private readonly grounds;
  private readonly markups;
  private readonly shapes = new Map<string, PrintedMarkup[]>();
  private readonly categories;
  private readonly blobs;

  constructor(rows: SiteRows, { t, today, taskIds, crop, publicUrl }: ArrangeOptions) {
    this.t = t;
    this.area = AREAS[crop];
    this.publicUrl = publicUrl;
    this.project = rows.project;
    this.fields = rows.fields;
    this.today = today;
    this.names = new Map([
      ...rows.contacts.map((one) => [one.contactId, `${one.firstName} ${one.lastName}`.trim()] as const),
      ...rows.teams.map((one) => [one.id, one.title] as const),
      ...rows.members.map((one) => [one.userId, `${one.firstName} ${one.lastName}`.trim()] as const),
      [rows.project.id, t('task.various')],
    ]);
    // Drafts and their content are visible only to their author; a report is for others.
    const drafts = new Set<string | null>(rows.tasks.filter((one) => one.status === 'draft').map((one) => one.id));
    const withoutDrafts = <T extends { taskId: string | null }>(items: readonly T[]) =>
      items.filter((one) => !drafts.has(one.taskId));
    this.tasks = Map.groupBy(
      rows.tasks.filter((one) => !drafts.has(one.id) && (taskIds?.has(one.id) ?? true)),
      (task) => task.pinId,
    );
    this.posts = Map.groupBy(
      withoutDrafts(rows.posts).filter((post) => post.active && post.type === 'Visuals'),
      (post) => post.pinId,
    );
    this.comments = Map.groupBy(withoutDrafts(rows.comments), (comment) => comment.taskId ?? comment.pinId);
    this.plans = byId(rows.plans);
    this.revisions = byId(rows.revisions);
    this.grounds = byId(rows.grounds);
    this.markups = Map.groupBy(rows.markups, (markup) => markup.planId);
    this.categories = byId(rows.categories);
    this.blobs = byId(rows.blobs);
  }

  nameOf(id: string | null): string {
    return (id !== null && this.names.get(id)) || '';
  }

  pin(pin: PinRow): ArrangedPin {
    const plan = this.plans.get(pin.planId ?? '');
    const category = this.categories.get(pin.categoryId ?? '');
    const colour = category ? PIN_COLOURS[category.colour] : null;
    const counted = (this.tasks.get(pin.id) ?? [])
      .sort(byNumber)
      .map((task) => this.task(task, { number: pin.number, title: pin.title, plan: plan?.name ?? '' }));
    const { number, title, status, room, notes, tags, t1, t2, t3, createdAt } = pin;
    const reportPin: ReportPin = {
      ...{ number, title, status, room, notes, tags, t1, t2, t3, createdAt },
      category: category && colour ? { title: category.title, colour } : null,
      position: pin.x === null || pin.y === null ? null : { x: pin.x, y: pin.y },
      plan: plan ? this.plan(plan, pin, colour) : null,
      ratings: this.ratings(pin),
      fields: fieldsOfPin(this.fields, pin).map(({ id, title: name, format }) => {
        const value = pin.fields[id];
        return { title: name, value: value === undefined ? null : { type: 'custom', format, value } };
      }),
      createdBy: this.nameOf(pin.createdBy),
      photos: this.photos(pin.id),
      planCrop: plan ? this.crop(pin, plan, colour) : null,
      tasks: counted.filter((task) => task.status !== 'inactive'),
      comments: this.remarks(pin.id),
    };
    return { pin: reportPin, counted };
  }

  private task(task: TaskRow, pin: ReportTask['pin']): ReportTask {
    const { number, title, description, craft, subStatus, dueDate } = task;
    return {
      ...{ number, title, description, craft, subStatus, dueDate, pin },
      status: shownStatus(task, this.today),
      assignee: this.nameOf(task.assigneeId),
      company: task.companyName,
      createdBy: this.nameOf(task.createdBy),
      comments: this.remarks(task.id),
    };
  }

  private plan(plan: PlanRow, pin: PinRow, colour: string | null): ReportPin['plan'] {
    const current = this.revisions.get(plan.currentRevisionId ?? '');
    return {
      id: plan.id,
      title: plan.name,
      revision: current?.version ?? '',
      sheet: plan.sheetNumber,
      code: current ? revisionAddress(this.publicUrl, current.id) : '',
      overview: this.overview(plan, pin, colour),
    };
  }

  /** The sheet that shows a plan, with its drawings; undefined if there is none. */
  private sheetOf(plan: PlanRow): (SheetSource & { alignment: Alignment }) | undefined {
    const revision = this.revisions.get(plan.currentRevisionId ?? '');
    const pack = revision && this.blobs.get(revision.packBlobId);
    if (!pack) return undefined;
    const { widthPt, heightPt } = revision;
    return {
      key: pack.key,
      sheet: { widthPt, heightPt },
      markups: this.drawnOn(plan.id, revision),
      credit: this.grounds.get(plan.id)?.attribution ?? '',
      alignment: revision.alignment ?? IDENTITY_ALIGNMENT,
    };
  }

  private overview(plan: PlanRow, { x, y, number, status }: PinRow, colour: string | null) {
    const found = this.sheetOf(plan);
    if (!found) return null;
    const { alignment, ...shown } = found;
    const id = `overview:${plan.id}`;
    const known = this.sources.get(id);
    const source = known?.kind === 'overview' ? known : { ...shown, kind: 'overview' as const, pins: [] };
    this.sources.set(id, source);
    if (x !== null && y !== null) source.pins.push({ at: toSheet(alignment, { x, y }), number, colour, status });
    const aspect = shown.sheet.widthPt / shown.sheet.heightPt;
    return { id, caption: plan.name, takenAt: null, createdBy: '', aspect };
  }

  private remarks(id: string): ReportComment[] {
    return (this.comments.get(id) ?? [])
      .sort(byTime)
      .map(({ text, createdBy, createdAt }) => ({ text, createdBy: this.nameOf(createdBy), createdAt }));
  }

  private photos(pinId: string): ReportPicture[] {
    return (this.posts.get(pinId) ?? []).sort(byTime).flatMap((post) =>
      post.files.flatMap((file): ReportPicture[] => {
        const blob = this.blobs.get(file.blobId);
        if (!blob || !file.mime.startsWith('image/')) return [];
        this.sources.set(file.blobId, { kind: 'file', key: blob.key, size: blob.size, sha256: blob.sha256 });
        const { caption, takenAt, createdBy } = post;
        return [{ id: file.blobId, caption, takenAt, createdBy: this.nameOf(createdBy) }];
      }),
    );
  }

  private crop({ id, x, y, status }: PinRow, plan: PlanRow, colour: string | null): ReportPicture | null {
    const found = this.sheetOf(plan);
    if (!found || x === null || y === null) return null;
    const { alignment, ...shown } = found;
    const at = toSheet(alignment, { x, y });
    this.sources.set(`plan:${id}`, { ...shown, kind: 'plan', at, mark: { colour, status }, area: this.area });
    return { id: `plan:${id}`, caption: plan.name, takenAt: null, createdBy: '' };
  }

  /** The drawings on a plan, computed once for all of its pins. */
  private drawnOn(planId: string, revision: RevisionRow): PrintedMarkup[] {
    const known = this.shapes.get(planId);
    if (known) return known;
    // A report is passed on, private markups are not.
    const rows = (this.markups.get(planId) ?? []).filter(({ shared }) => shared);
    const shapes = printedMarkups(rows, revision, this.grounds.get(planId), this.t);
    this.shapes.set(planId, shapes);
    return shapes;
  }

  /** A picture of the project; null if it has none or its file is gone. */
  picture(blobId: string | null): ReportPicture | null {
    const blob = this.blobs.get(blobId ?? '');
    if (!blob) return null;
    this.sources.set(blob.id, { kind: 'file', key: blob.key, size: blob.size, sha256: blob.sha256 });
    return { id: blob.id, caption: '', takenAt: null, createdBy: '' };
  }

  private ratings(pin: PinRow): ReportRating[] {
    return this.project.ratings.flatMap(({ id, title, levels }): ReportRating[] => {
      const level = pin.ratings[id];
      return level === undefined ? [] : [{ title, level, levels: levels.length, label: levels[level - 1] ?? '' }];
    });
  }
}
