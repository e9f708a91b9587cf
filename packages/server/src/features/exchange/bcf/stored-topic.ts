// Topics of BCF files that became pins, with everything a pin has no place for.

import { basename } from 'node:path/posix';
import type { BcfVersion } from '@plumbline/core/features/exchange/bcf-versions';
import { seesFullPin } from '@plumbline/core/features/media/rules';
import { contentType, HEAD_BYTES } from '@plumbline/core/features/uploads/content-type';
import type { Actor } from '@plumbline/core/site/actor';
import { seesContactData } from '@plumbline/core/site/contact-data';
import type { PostFile } from '@plumbline/core/site/rows/media';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../../db/tx/rows.ts';
import type { Services } from '../../../platform/services.ts';
import { storeImported } from '../../uploads/store-imported.ts';
import type { IdOf } from '../import/ids.ts';
import type { ImportJob } from '../import/store.ts';
import type { BcfFile, Extensions, TopicFile } from './read-bcf.ts';
import { commentsOf } from './topic-pin.ts';
import type { Node } from './tree.ts';

export type StoredFile = TopicFile & { blobId: string };
export type StoredTopic = {
  pinId: string;
  version: BcfVersion;
  folder: string;
  markup: Node;
  files: StoredFile[];
  extensions: Extensions;
  /** The comments and posts that the topic became; null: their ids follow from the topic. */
  became: string[] | null;
};

/** Topics name people by email address and contain all their comments and files. */
export const seesTopics = (actor: Pick<Actor, 'role'>): boolean => seesContactData(actor) && seesFullPin(actor);

/** The ids of the comments and posts that the topic became. */
export const becameOf = ({ pinId, markup, became }: StoredTopic, idOf: IdOf): string[] =>
  became ?? [
    ...commentsOf(markup).map(({ guid }) => idOf('comment', `${pinId} ${guid}`)),
    ...['Visuals', 'Documents'].map((type) => idOf('post', `${pinId} ${type}`)),
  ];

/** Stores the files of a topic that are not stored yet. `shown`: those that become posts of the pin. */
export async function storeTopic(
  services: Services,
  { organisationId, createdBy }: ImportJob,
  { bcf, folder, pinId, idOf }: { bcf: BcfFile; folder: string; pinId: string; idOf: IdOf },
): Promise<{ topic: StoredTopic; shown: PostFile[] }> {
  const { markup, files } = await bcf.topic(folder);
  const documents = await bcf.documents();
  const stored: StoredFile[] = [];
  const shown: PostFile[] = [];
  for (const file of files) {
    const bytes = await bcf.read(file.path);
    const blobId = idOf('photo', `${pinId} ${file.path}`);
    const name = (documents.get(basename(file.path)) ?? basename(file.path)).slice(0, 255);
    const mime = contentType(bytes.subarray(0, HEAD_BYTES)) ?? 'application/octet-stream';
    await storeImported(services, { organisationId, userId: createdBy }, { id: blobId, mime, name }, bytes);
    stored.push({ ...file, name: file.kind === 'file' ? name : file.name, blobId });
    if (file.kind !== 'viewpoint' && bytes.length > 0)
      shown.push({ blobId, name, mime, size: bytes.length, width: null, height: null });
  }
  const extensions = await bcf.extensions();
  const topic = { pinId, version: bcf.version, folder, markup, files: stored, extensions, became: null };
  return { topic, shown };
}

export async function writeTopics(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  topics: readonly StoredTopic[],
): Promise<void> {
  if (topics.length === 0) return;
  await db.query(
    `INSERT INTO bcf_topic (organisation_id, project_id, pin_id, version, folder, markup, files, extensions, became)
     SELECT $1, $2, n."pinId", n.version, n.folder, n.markup, n.files, n.extensions,
       n.became
     FROM jsonb_to_recordset($3::jsonb) AS n ("pinId" uuid, version text, folder text, markup jsonb, files jsonb,
       extensions jsonb, became uuid[])
     ON CONFLICT DO NOTHING`,
    [organisationId, projectId, JSON.stringify(topics)],
  );
}

export async function readTopics(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  pinIds: readonly string[],
): Promise<Map<string, StoredTopic>> {
  const found = await db.query<StoredTopic>(
    `SELECT pin_id AS "pinId", version, folder, markup, files, extensions, became FROM bcf_topic
     WHERE organisation_id = $1 AND project_id = $2 AND pin_id = ANY ($3::uuid[])`,
    [organisationId, projectId, pinIds],
  );
  return new Map(found.rows.map((row) => [row.pinId, row]));
}
