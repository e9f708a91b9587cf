// What a page is compared with plans by: a small picture of its ink, and the fingerprint of its drawing.
import { PICTURE_SIDE } from '@plumbline/core/features/imports/match-sheets';
import sharp from 'sharp';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import type { ImportKey } from '../state/key.ts';

export type PagePicture = { readonly page: number; readonly fingerprint: string | null; readonly picture: Buffer };

/** Of a page that could not be drawn: resembles no picture. */
export const NO_PICTURE = Buffer.alloc(0);

/** The ink of an image, 0 for paper to 255, in `PICTURE_SIDE` rows and columns. */
export async function inkOf(path: string | Buffer): Promise<Buffer> {
  return sharp(path)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .negate()
    .resize({ width: PICTURE_SIDE, height: PICTURE_SIDE, fit: 'fill' })
    .raw()
    .toBuffer();
}

export async function storePictures(
  services: Services,
  { organisationId, importId }: ImportKey,
  pictures: readonly PagePicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `UPDATE plan_import_page p SET fingerprint = c.fingerprint, picture = decode(c.picture, 'base64')
       FROM jsonb_to_recordset($3::jsonb) AS c (page integer, fingerprint text, picture text)
       WHERE p.organisation_id = $1 AND p.import_id = $2 AND p.page = c.page`,
      [
        organisationId,
        importId,
        JSON.stringify(pictures.map((one) => ({ ...one, picture: one.picture.toString('base64') }))),
      ],
    ),
  );
}
