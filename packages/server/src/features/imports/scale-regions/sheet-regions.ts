// Reads what the scale regions of a rendered sheet are found from: its words, its picture, and the revision before it.
import { buffer } from 'node:stream/consumers';
import { joinRegions } from '@plumbline/core/features/plans/aligning/carried-regions';
import type { Ink } from '@plumbline/core/features/plans/changes';
import type { Alignment } from '@plumbline/core/site/geometry/alignment';
import type { RevisionRow, ScaleRegion } from '@plumbline/core/site/rows/plans';
import sharp from 'sharp';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rendered } from '../../../rendering/results.ts';
import { readTextLayer } from '../../../rendering/text/text-layer.ts';
import { keptRegions, proposeRegions } from './scale-regions.ts';

type Sheet = {
  readonly organisationId: string;
  readonly planId: string;
  readonly revises: boolean;
  /** Null if the revision is not aligned yet: regions of the previous revision cannot be placed on it. */
  readonly alignment: Alignment | null;
};
type Drawn = Pick<Rendered, 'text' | 'preview' | 'widthPt' | 'heightPt'>;
type Before = Pick<RevisionRow, 'widthPt' | 'heightPt' | 'scaleRegions'> & { alignment: Alignment; key: string };

/** Never fails: a sheet can do without regions. */
export async function regionsOfSheet(services: Services, sheet: Sheet, created: Drawn): Promise<ScaleRegion[]> {
  try {
    const words = created.text === null ? [] : await readTextLayer(created.text);
    const before = sheet.revises && sheet.alignment ? await regionsBefore(services, sheet) : undefined;
    if (words.length === 0 && !before) return [];
    const picture = await inkOf(created.preview);
    const proposed = proposeRegions(words, picture, created, services.newId);
    if (!before || !sheet.alignment) return proposed;
    const { widthPt, heightPt } = created;
    const bytes = await buffer(await services.files.open(before.key));
    const kept = keptRegions(
      { ...before, picture: await inkOf(bytes) },
      { widthPt, heightPt, alignment: sheet.alignment, picture },
    );
    // What a person has set is not replaced by what was read.
    return joinRegions(kept, proposed);
  } catch (error) {
    services.log.warn({ err: error, planId: sheet.planId }, 'the scale regions of a sheet could not be read');
    return [];
  }
}

/** The current revision, if it has regions and is aligned. */
async function regionsBefore(services: Services, { organisationId, planId }: Sheet): Promise<Before | undefined> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<Before>(
      `SELECT v.width_pt AS "widthPt", v.height_pt AS "heightPt", v.alignment, v.scale_regions AS "scaleRegions", b.key
       FROM plan p JOIN revision v ON v.organisation_id = p.organisation_id AND v.id = p.current_revision_id
       JOIN blob b ON b.organisation_id = v.organisation_id AND b.id = v.preview_blob_id
       WHERE p.organisation_id = $1 AND p.id = $2 AND v.alignment IS NOT NULL AND v.scale_regions <> '[]'`,
      [organisationId, planId],
    ),
  );
  return found.rows[0];
}

/** The ink of a preview. */
export async function inkOf(source: string | Buffer): Promise<Ink> {
  const { data, info } = await sharp(source)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .negate()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, ink: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}
