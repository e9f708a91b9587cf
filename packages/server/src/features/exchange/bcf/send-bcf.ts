// Sends the pins of a list as a BCF file: which ones is decided once, their content is read in batches while it is sent.
import { Readable } from 'node:stream';
import { type exportBcf, MAX_BCF_PINS } from '@plumbline/core/features/exchange/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import { seesContactData } from '@plumbline/core/site/contact-data';
import type { Entity, Rows } from '@plumbline/core/site/entities';
import type { FastifyReply } from 'fastify';
import { ROW_TYPES, selectList, tableOf } from '../../../db/tx/columns.ts';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import { Params, visible } from '../../../db/tx/visibility.ts';
import { disposition } from '../../../http/files/send-file.ts';
import type { Session } from '../../../http/session.ts';
import { writeZip } from '../../../office/zip-write.ts';
import type { Services } from '../../../platform/services.ts';
import { fileBytes } from '../../datasets/service.ts';
import { readGroup, withinGroup } from '../../groups/read.ts';
import { type Reader, readPinIds } from '../../pins/read.ts';
import { idsIn } from '../import/ids.ts';
import { wordKey } from '../import/project-words.ts';
import { type ExportContext, exportedTopic } from './export-topic.ts';
import { readTopics, type StoredTopic, seesTopics } from './stored-topic.ts';
import { attributeOf, child } from './tree.ts';
import { bcfParts, type WrittenTopic } from './write-bcf.ts';

type Caller = { session: Session; actor: Actor; projectId: string; reply: FastifyReply };
type Query = RequestOf<typeof exportBcf>['query'];
const BATCH = 50;

async function rowsOf<E extends Entity>(
  reader: Reader,
  entity: E,
  field: string,
  ids: readonly string[],
): Promise<Rows[E][]> {
  const { db, projectKey, actor } = reader;
  const params = new Params(projectKey.organisationId, projectKey.projectId, ids);
  const found = await db.query<Rows[E]>({
    text: `SELECT ${selectList(entity, 'e')} FROM ${tableOf(entity)} e WHERE e.organisation_id = $1 AND e.project_id = $2
      AND e.${field} = ANY ($3::uuid[]) AND ${visible(entity, 'e', actor, params)} ORDER BY e.created_at, e.id`,
    values: params.values,
    types: ROW_TYPES,
  });
  return found.rows;
}

/** Email addresses for those who may see them, names for the others. */
async function readPeople({ db, projectKey, actor }: Reader): Promise<ExportContext['personOf']> {
  const found = await db.query<{ id: string; email: string; name: string }>(
    `SELECT user_id AS id, email, concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) AS name FROM member
       WHERE organisation_id = $1 AND project_id = $2
     UNION ALL SELECT contact_id, email, concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) FROM contact
       WHERE organisation_id = $1 AND project_id = $2
     UNION ALL SELECT id, '', title FROM team WHERE organisation_id = $1 AND project_id = $2`,
    [projectKey.organisationId, projectKey.projectId],
  );
  const people = new Map(found.rows.map((one) => [one.id, one]));
  return (id) => {
    const { email = '', name = '' } = people.get(id ?? '') ?? {};
    const shown = (seesContactData(actor) ? email : '') || name;
    return { name: shown, words: [wordKey(email), wordKey(name), ...(shown === '' ? [''] : [])] };
  };
}

export async function sendBcf(
  services: Services,
  caller: Caller,
  { version, group, asInGroup, ...list }: Query,
): Promise<void> {
  const { session, actor, projectId, reply } = caller;
  const { organisationId } = session;
  const now = services.clock.now();
  const read = <T>(work: (reader: Reader) => Promise<T>): Promise<T> =>
    tenantSnapshot(services.pool, organisationId, (db) =>
      work({ db, projectKey: { organisationId, projectId }, actor, now, thumb: () => '' }),
    );
  const { ids, personOf, title, categories } = await read(async (reader) => {
    const within = group === undefined ? undefined : withinGroup(reader, await readGroup(reader, group));
    const ids = await readPinIds(reader, list, MAX_BCF_PINS + 1, { within, asWithin: asInGroup ?? false });
    if (ids.length > MAX_BCF_PINS) throw new AppError('too_large', { params: { limit: MAX_BCF_PINS } });
    const values = [organisationId, projectId];
    const project = await reader.db.query<{ title: string }>(
      'SELECT title FROM project WHERE organisation_id = $1 AND id = $2',
      values,
    );
    const found = await reader.db.query<{ id: string; title: string }>(
      'SELECT id, title FROM category WHERE organisation_id = $1 AND project_id = $2',
      values,
    );
    const categories = new Map(found.rows.map((row) => [row.id, row.title]));
    return { ids, personOf: await readPeople(reader), title: project.rows[0]?.title ?? '', categories };
  });
  const context = { idOf: idsIn({ organisationId, projectId }), personOf };

  async function* topics(): AsyncGenerator<WrittenTopic> {
    for (let at = 0; at < ids.length; at += BATCH) {
      const some = ids.slice(at, at + BATCH);
      const rows = await read(async (reader) => ({
        pins: await rowsOf(reader, 'pin', 'id', some),
        tasks: await rowsOf(reader, 'task', 'pin_id', some),
        comments: await rowsOf(reader, 'comment', 'pin_id', some),
        posts: await rowsOf(reader, 'post', 'pin_id', some),
        stored: seesTopics(actor)
          ? await readTopics(reader.db, { organisationId, projectId }, some)
          : new Map<string, StoredTopic>(),
      }));
      const byId = new Map(rows.pins.map((pin) => [pin.id, pin]));
      for (const id of some) {
        const pin = byId.get(id);
        if (!pin) continue;
        const ofPin = <R extends { pinId: string }>(all: readonly R[]) => all.filter(({ pinId }) => pinId === id);
        const exported = {
          ...{ pin, category: categories.get(pin.categoryId ?? '') ?? '', tasks: ofPin(rows.tasks) },
          ...{ comments: ofPin(rows.comments), posts: ofPin(rows.posts) },
        };
        const stored = rows.stored.get(id);
        const { markup, parts } = exportedTopic(exported, context, stored);
        yield { guid: attributeOf(child(markup, 'Topic'), 'Guid') || id, markup, parts, stored };
      }
    }
  }

  /** Which files may be read is decided by the rows that name them. */
  const bytesOf = async (blobId: string): Promise<Buffer | undefined> => {
    const found = await read(({ db }) =>
      db.query<{ key: string }>('SELECT key FROM blob WHERE organisation_id = $1 AND id = $2', [
        organisationId,
        blobId,
      ]),
    );
    const key = found.rows[0]?.key;
    return key === undefined ? undefined : fileBytes(services, key);
  };
  const parts = bcfParts(topics(), { version, project: { id: projectId, title }, bytesOf });
  void reply.headers({
    'content-disposition': disposition('attachment', `${title}.bcf`.slice(0, 150).toWellFormed()),
    'cache-control': 'private, no-store',
  });
  void reply.type('application/octet-stream');
  await reply.send(Readable.from(writeZip(parts), { objectMode: false }));
}
