// Gathers a report's data with the current permissions of the person creating it: rows they cannot see are left out.
import { ordersOf } from '@plumbline/core/features/reports/options';
import { countByStatus, type ReportData } from '@plumbline/core/features/reports/report-data';
import { dayInZone } from '@plumbline/core/kernel/time-zone';
import type { Translator } from '@plumbline/locales/translate';
import type { Pool, PoolClient } from 'pg';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import { Params, visible } from '../../../db/tx/visibility.ts';
import { optionsIn, type ReportRequest } from '../store.ts';
import { Arranger, byNumber, type PictureSource } from './arrange.ts';
import { orderedPins } from './pin-order.ts';
import { type Reader, readRows, type SiteRows } from './site-rows.ts';

export type GatheredReport = { data: ReportData; sources: ReadonlyMap<string, PictureSource>; timeZone: string };

export type ReportJobInput = Reader & {
  title: string;
  number: number | null;
  request: ReportRequest;
  /** When the report was requested, which is its date. */
  createdAt: Date;
  /** The texts of its language. */
  t: Translator;
  /** The address of this installation. */
  publicUrl: string;
};

/** Undefined if the project no longer exists. */
export function gather(pool: Pool, requested: ReportJobInput): Promise<GatheredReport | undefined> {
  // A single snapshot for all reads.
  return tenantSnapshot(pool, requested.organisationId, async (db) => {
    const { request } = requested;
    const pinIds = await orderedPins(db, requested, request, ordersOf(optionsIn(request)));
    const rows = await readRows(db, requested, pinIds);
    return rows && arrange({ ...requested, request: { ...request, pinIds } }, rows);
  });
}

/** How many of these pins the actor can see. */
export async function countSeenPins(
  db: PoolClient,
  { organisationId, projectId, actor }: Reader,
  pinIds: readonly string[],
): Promise<number> {
  const params = new Params(organisationId, projectId, pinIds);
  const found = await db.query<{ count: string }>(
    `SELECT count(*) FROM pin r WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = ANY ($3::uuid[])
       AND ${visible('pin', 'r', actor, params)}`,
    params.values,
  );
  return Number(found.rows[0]?.count ?? 0);
}

function arrange(
  { title, number, request, createdAt, actor, t, publicUrl }: ReportJobInput,
  rows: SiteRows,
): GatheredReport {
  const { project } = rows;
  const options = optionsIn(request);
  const arranger = new Arranger(rows, {
    t,
    today: dayInZone(createdAt, project.timezone),
    taskIds: request.taskIds ? new Set(request.taskIds) : null,
    crop: options.crop,
    publicUrl,
  });
  const seen = new Map(rows.pins.map((pin) => [pin.id, pin]));
  const arranged = request.pinIds.flatMap((id) => seen.get(id) ?? []).map((pin) => arranger.pin(pin));
  const pins = arranged.map(({ pin }) => pin);
  const data: ReportData = {
    report: { title, number, createdAt: createdAt.toISOString(), createdBy: arranger.nameOf(actor.userId) },
    project: {
      title: project.title,
      company: project.company,
      address: [project.address, project.postCode].filter((part) => part !== '').join(', '),
      start: project.start,
      end: project.end,
      picture: arranger.picture(project.pictureBlobId),
      logo: arranger.picture(project.headerLogoBlobId),
      footerLogo: arranger.picture(project.footerLogoBlobId ?? project.headerLogoBlobId),
    },
    attendees: request.attendees,
    weather: request.weather ? [{ low: null, high: null, wind: null, rain: null, ...request.weather }] : [],
    signatures: options.signers.map((signer, at) => {
      const signed = request.signed?.signer === at ? request.signed : null;
      const name = signed && signer.name === '' ? arranger.nameOf(actor.userId) : signer.name;
      const signedAt = signed && createdAt.toISOString();
      return { role: signer.role, name, strokes: signed?.strokes ?? null, signedAt };
    }),
    pins,
    tasks: pins.flatMap((pin) => pin.tasks).sort(byNumber),
    counts: countByStatus(
      pins,
      arranged.flatMap(({ counted }) => counted),
    ),
  };
  return { data, sources: arranger.sources, timeZone: project.timezone };
}
