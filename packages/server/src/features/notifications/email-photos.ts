// The photos of issues as attachments of an email.
import type { Message } from '../../platform/mail/mail.ts';
import type { Services } from '../../platform/services.ts';
import { sharp } from '../../rendering/sharp-single-thread.ts';
import { createBlobs } from '../media/blobs.ts';
import { createSizes } from '../media/sizes.ts';

/** Photos in one email, and the side of one in pixels: twice its size in the email. */
const MAX_PHOTOS = 12;
const PHOTO_SIDE_PX = 144;

export type EmailPhotos = (
  organisationId: string,
  blobIds: readonly string[],
) => Promise<NonNullable<Message['attachments']>>;

/**
 * Creates the function that makes photos into attachments that the text of an email can show by their `cid`, which is the
 * id of the blob. Photos that cannot be read are omitted.
 */
export function createEmailPhotos(services: Pick<Services, 'pool' | 'files' | 'log'>): EmailPhotos {
  const blobOf = createBlobs(services.pool);
  const pictureOf = createSizes(services);
  const jpegOf = async (organisationId: string, blobId: string): Promise<Buffer> => {
    const { key } = await pictureOf(await blobOf(organisationId, blobId), 'thumb');
    const pieces: Buffer[] = [];
    for await (const piece of await services.files.open(key)) pieces.push(piece as Buffer);
    // Some mail programs do not show WebP.
    const image = sharp(Buffer.concat(pieces)).resize(PHOTO_SIDE_PX, PHOTO_SIDE_PX, { fit: 'cover' });
    return image.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer();
  };
  return async (organisationId, blobIds) => {
    const photos: { filename: string; contentType: string; content: Buffer; cid: string }[] = [];
    for (const blobId of [...new Set(blobIds)].slice(0, MAX_PHOTOS)) {
      try {
        const content = await jpegOf(organisationId, blobId);
        photos.push({ filename: `${photos.length + 1}.jpg`, contentType: 'image/jpeg', content, cid: blobId });
      } catch (error) {
        services.log.debug({ err: error, blobId }, 'a photo is left out of an email');
      }
    }
    return photos;
  };
}
