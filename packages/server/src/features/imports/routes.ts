// HTTP routes for imports. No business rules here.
import {
  cancelImport,
  createImport,
  getImport,
  getProposal,
  importPreview,
  listImports,
  retryImport,
  searchPlanText,
  startImport,
  startRevision,
} from '@plumbline/core/features/imports/contract';
import { MAX_HITS, searchWords } from '@plumbline/core/features/imports/plan-words';
import {
  cancelSet,
  getSet,
  listMatches,
  listSets,
  publishSet,
  resumeSet,
  undoSet,
} from '@plumbline/core/features/imports/set-contract';
import {
  deleteTitleBlock,
  getPageWords,
  listTitleBlocks,
  saveTitleBlock,
} from '@plumbline/core/features/imports/title-block/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import type { Services } from '../../platform/services.ts';
import { readTextLayer } from '../../rendering/text/text-layer.ts';
import { previewsJobKey } from './locked-import.ts';
import { startRevision as beginRevision, readProposal } from './revise.ts';
import { announce, cancel, retry, start } from './service.ts';
import { readMatches } from './sets/matches.ts';
import { beginSet, cancelPreparing, resume, undo } from './sets/service.ts';
import { listOfSets, readSet } from './sets/store.ts';
import { previewKey } from './state/key.ts';
import { listOfImports, readImport } from './state/read.ts';
import { markTitleBlock, removeTitleBlock, titleBlocksOf, wordsOfPage } from './title-blocks/service.ts';

/** Searches the text layer of a plan. */
async function findWords(
  services: Services,
  organisationId: string,
  projectId: string,
  revisionId: string,
  search: string,
): Promise<ReplyOf<typeof searchPlanText>> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<{ key: string | null }>(
      `SELECT b.key FROM revision r
       LEFT JOIN blob b ON b.organisation_id = r.organisation_id AND b.id = r.text_blob_id
       WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = $3`,
      [organisationId, projectId, revisionId],
    ),
  );
  const revision = found.rows[0];
  if (!revision) throw new AppError('not_found');
  if (revision.key === null) return { hits: [], more: false };
  const hits = searchWords(await readTextLayer(await services.files.open(revision.key)), search);
  return { hits: hits.slice(0, MAX_HITS), more: hits.length > MAX_HITS };
}

export const imports: Feature = (serve, services) => {
  serve(createImport, (where, { body }) => announce(services, where, body));
  serve(listImports, ({ session, projectId }, { query }) =>
    listOfImports(services, session.organisationId, projectId, query),
  );
  serve(getImport, ({ session, projectId }, { params }) =>
    readImport(services, session.organisationId, projectId, params.importId),
  );
  serve(startImport, (where, { params, body }) => start(services, where, params.importId, body));
  serve(startRevision, (where, { params, body }) => beginRevision(services, where, params.importId, body));
  serve(getProposal, (where, { params }) => readProposal(services, where, params.revisionId));
  serve(cancelImport, (where, { params }) => cancel(services, where, params.importId));
  serve(retryImport, (where, { params }) => retry(services, where, params.importId));
  serve(importPreview, async ({ session, projectId, reply }, { params, query }) => {
    const { organisationId } = session;
    await readImport(services, organisationId, projectId, params.importId);
    const key = previewKey(organisationId, params.importId, params.page, query.size);
    if (!(await services.files.stat(key))) {
      // The page is in view, so its preview comes next.
      await services.queue.hurry(services.pool, previewsJobKey(params.importId, params.page));
      throw new AppError('not_found');
    }
    await reply
      .headers({ 'cache-control': 'private, max-age=3600', vary: 'authorization' })
      .type('image/webp')
      .send(await services.files.open(key));
  });
  serve(listMatches, ({ session, projectId }) => readMatches(services, session.organisationId, projectId));
  serve(publishSet, (where, { body }) => beginSet(services, where, body));
  serve(listSets, ({ session, projectId }, { query }) =>
    listOfSets(services, session.organisationId, projectId, query),
  );
  serve(getSet, ({ session, projectId }, { params }) =>
    readSet(services, { organisationId: session.organisationId, projectId, setId: params.setId }),
  );
  serve(resumeSet, (where, { params, body }) => resume(services, where, params.setId, body.failedPages));
  serve(cancelSet, (where, { params }) => cancelPreparing(services, where, params.setId));
  serve(undoSet, (where, { params }) => undo(services, where, params.setId));
  serve(listTitleBlocks, (where) => titleBlocksOf(services, where));
  serve(saveTitleBlock, (where, { params, body }) => markTitleBlock(services, where, params.titleBlockId, body));
  serve(deleteTitleBlock, (where, { params }) => removeTitleBlock(services, where, params.titleBlockId));
  serve(getPageWords, (where, { params }) => wordsOfPage(services, where, params));
  serve(searchPlanText, ({ session, projectId }, { params, query }) =>
    findWords(services, session.organisationId, projectId, params.revisionId, query.search),
  );
};
