// Matches the pages that wait for a choice with the current revisions of the project's plans.
import { type ArrivingSheet, type KnownSheet, matchSheets } from '@plumbline/core/features/imports/match-sheets';
import type { listMatches } from '@plumbline/core/features/imports/set-contract';
import { sheetNumberKey } from '@plumbline/core/features/plans/sheet-number';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { PoolClient } from 'pg';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { PAGE_NAMES } from '../state/read.ts';
import { BECOMING } from './new-numbers.ts';

/** Of the size it has in the proposed rotation, like the sheets of the plans. */
const SHEET = `CASE WHEN p.rotation IN (90, 270) THEN p.height_pt ELSE p.width_pt END AS "widthPt",
  CASE WHEN p.rotation IN (90, 270) THEN p.width_pt ELSE p.height_pt END AS "heightPt", p.picture,
  coalesce(p.fingerprint, encode(b.sha256, 'hex') || ' ' || p.page) AS fingerprint`;

const SHEETS = `SELECT p.import_id AS "importId", p.page, ${PAGE_NAMES}, ${SHEET}
  FROM plan_import i
  JOIN plan_import_page p ON p.organisation_id = i.organisation_id AND p.import_id = i.id
  JOIN blob b ON b.organisation_id = i.organisation_id AND b.id = i.blob_id`;
const WAITING = `${SHEETS} WHERE i.organisation_id = $1 AND i.project_id = $2 AND i.state = 'choosing'
  AND i.plan_id IS NULL AND i.model IS NULL ORDER BY i.created_at, i.id, p.page`;

type Listed = ArrivingSheet & { importId: string; page: number };

export async function readMatches(
  services: Services,
  organisationId: string,
  projectId: string,
): Promise<ReplyOf<typeof listMatches>> {
  const { waiting, becoming, known } = await tenantSnapshot(services.pool, organisationId, async (db) => {
    const pages = await db.query<Listed>(WAITING, [organisationId, projectId]);
    const started = await db.query<Listed>(`${SHEETS} WHERE ${BECOMING}`, [organisationId, projectId]);
    return { waiting: pages.rows, becoming: started.rows, known: await readKnown(db, organisationId, projectId) };
  });
  // What is being imported is compared with them too: it will be a plan before they are.
  const { matches, missing } = matchSheets([...waiting, ...becoming], known);
  const started = new Set(becoming.map(({ sheetNumber }) => sheetNumberKey(sheetNumber)));
  return {
    pages: waiting.flatMap(({ importId, page, picture, sheetNumber }, i) => {
      const [match, key] = [matches[i], sheetNumberKey(sheetNumber)];
      const importing = key !== '' && started.has(key);
      return match ? [{ importId, page, ...match, pending: picture === null, importing }] : [];
    }),
    missing: [...missing],
    pending: waiting.filter(({ picture }) => picture === null).length,
  };
}

/** The page that a revision was made from is known for revisions that were imported from a file. */
async function readKnown(db: PoolClient, organisationId: string, projectId: string): Promise<KnownSheet[]> {
  const plans = await db.query<KnownSheet>(
    `SELECT l.id AS "planId", l.name AS title, l.sheet_number AS "sheetNumber", v.width_pt AS "widthPt",
       v.height_pt AS "heightPt", made.picture,
       coalesce(made.fingerprint, encode(b.sha256, 'hex') || ' ' || v.page_number) AS fingerprint
     FROM plan l
     JOIN revision v ON v.organisation_id = l.organisation_id AND v.id = l.current_revision_id
     JOIN blob b ON b.organisation_id = v.organisation_id AND b.id = v.original_blob_id
     LEFT JOIN LATERAL (SELECT p.picture, p.fingerprint FROM plan_import_page p
       WHERE p.organisation_id = $1 AND p.revision_id = v.id LIMIT 1) made ON true
     WHERE l.organisation_id = $1 AND l.project_id = $2 AND l.active AND l.type = 'Plan' AND l.plan_type = 'Plan'
     ORDER BY l.id`,
    [organisationId, projectId],
  );
  return plans.rows;
}

/**
 * Whether these sheets, whose drawings cannot be compared yet, are all new in their project: neither a plan nor a page
 * that is becoming one has their number or title.
 */
export async function allNew(
  db: PoolClient,
  { organisationId, projectId }: { organisationId: string; projectId: string },
  sheets: readonly Omit<ArrivingSheet, 'fingerprint' | 'picture'>[],
): Promise<boolean> {
  const becoming = await db.query<KnownSheet>(
    `SELECT p.plan_id AS "planId", p.title, p.sheet_number AS "sheetNumber", p.width_pt AS "widthPt",
       p.height_pt AS "heightPt", NULL AS picture, NULL AS fingerprint
     FROM plan_import i JOIN plan_import_page p ON p.organisation_id = i.organisation_id AND p.import_id = i.id
     WHERE ${BECOMING}`,
    [organisationId, projectId],
  );
  const known = [...(await readKnown(db, organisationId, projectId)), ...becoming.rows];
  const unseen = sheets.map((sheet) => ({ ...sheet, fingerprint: null, picture: null }));
  return matchSheets(unseen, known).matches.every(({ kind }) => kind === 'new');
}
