// The issues that an email is about, as their reader may see them: where they are, how they stand, and their latest photo.
import type { TaskStatus } from '@plumbline/core/site/rows/tasks';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { readActor } from '../../http/project-actor.ts';
import type { Message } from '../../platform/mail/mail.ts';
import type { Services } from '../../platform/services.ts';
import { sharp } from '../../rendering/sharp-single-thread.ts';
import { createBlobs } from '../media/blobs.ts';
import { createSizes } from '../media/sizes.ts';
import type { NotificationReader } from './store.ts';

/** Photos in one email, and the side of one in pixels: twice its size in the email. */
const MAX_PHOTOS = 12;
const PHOTO_SIDE_PX = 144;

export type EmailIssue = {
  planName: string | null;
  /** Of the task; null for a pin. */
  status: TaskStatus | null;
  dueDate: string | null;
  /** The blob of the latest photo. */
  photoId: string | null;
};

type Item = { id: string; projectId: string; detail: { pinId?: string | undefined; taskId?: string | undefined } };

/** Notification → its issue. Notifications of pins and tasks that the reader may not see are omitted. */
export async function readIssues(
  { pool }: Pick<Services, 'pool'>,
  who: NotificationReader,
  items: readonly Item[],
): Promise<Map<string, EmailIssue>> {
  const issues = new Map<string, EmailIssue>();
  const onPins = items.filter((item) => item.detail.pinId !== undefined);
  for (const [projectId, some] of Map.groupBy(onPins, (item) => item.projectId)) {
    const actor = await readActor(pool, who, projectId);
    const wanted = some.map(({ id, detail }) => ({ id, pinId: detail.pinId, taskId: detail.taskId ?? null }));
    const params = new Params(who.organisationId, projectId, JSON.stringify(wanted));
    const found = await tenantSnapshot(pool, who.organisationId, (db) =>
      db.query<EmailIssue & { id: string }>(
        `SELECT w.id, l.name AS "planName", t.status, t.due_date::text AS "dueDate",
           (SELECT o.files -> 0 ->> 'blobId' FROM post o WHERE o.organisation_id = $1 AND o.project_id = $2
              AND o.pin_id = p.id AND o.active AND o.type = 'Visuals' AND (o.task_id IS NULL OR o.task_id = w."taskId")
              AND ${visible('post', 'o', actor, params)} ORDER BY o.created_at DESC, o.id LIMIT 1) AS "photoId"
         FROM jsonb_to_recordset($3::jsonb) AS w (id uuid, "pinId" uuid, "taskId" uuid)
         JOIN pin p ON p.organisation_id = $1 AND p.project_id = $2 AND p.id = w."pinId" AND ${visible('pin', 'p', actor, params)}
         LEFT JOIN plan l ON l.organisation_id = $1 AND l.id = p.plan_id
         LEFT JOIN task t ON t.organisation_id = $1 AND t.id = w."taskId" AND ${visible('task', 't', actor, params)}`,
        params.values,
      ),
    );
    for (const { id, ...issue } of found.rows) issues.set(id, issue);
  }
  return issues;
}

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
