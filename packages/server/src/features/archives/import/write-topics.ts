// The BCF topics of an archive, so that its pins can leave as the same topics again.
import { DatabaseError } from 'pg';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Renew } from '../../../platform/renew-ids.ts';
import { type StoredTopic, writeTopics } from '../../exchange/bcf/stored-topic.ts';
import { otherRowsOf } from './read-archive.ts';
import { ImportProblem } from './readers/import-problem.ts';
import type { Writing } from './write-tables.ts';

const BATCH = 50;
const FOREIGN_KEY = '23503';

/** The ids within a topic are those of its file, and stay. */
const renewed = ({ pinId, files, became, ...topic }: StoredTopic, renew: Renew): StoredTopic => ({
  ...topic,
  pinId: renew(pinId),
  files: files.map((file) => ({ ...file, blobId: renew(file.blobId) })),
  became: became?.map(renew) ?? null,
});

async function write({ services, importer, projectId }: Writing, topics: readonly StoredTopic[]): Promise<void> {
  const { organisationId } = importer;
  try {
    await tenantTransaction(services.pool, organisationId, (db) =>
      writeTopics(db, { organisationId, projectId }, topics),
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.code === FOREIGN_KEY)
      throw new ImportProblem('invalid_row', 'topic: pinId');
    throw error;
  }
}

export async function writeTopicRows(writing: Writing): Promise<void> {
  const { archive, mapping, files, renew, note, signal } = writing;
  let batch: StoredTopic[] = [];
  const flush = async () => {
    await write(writing, batch);
    note(batch.length);
    batch = [];
  };
  for await (const row of otherRowsOf(archive, mapping.projectId, 'topic')) {
    signal.throwIfAborted();
    const topic = row as StoredTopic;
    if (await files.store(topic.files.map(({ blobId }) => blobId))) batch.push(renewed(topic, renew));
    else note(0, 1);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}
