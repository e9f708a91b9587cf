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
import { AppError } from '@plumbline/core/kernel/errors';
import type { Feature } from '../../http/feature.ts';
import { startRevision as beginRevision, readProposal } from './revise.ts';
import { announce, cancel, retry, start } from './service.ts';
import { listOfImports, previewKey, readImport } from './store.ts';
import { findWords } from './text-search.ts';

export const imports: Feature = (serve, parts) => {
  serve(createImport, (where, { body }) => announce(parts, where, body));
  serve(listImports, ({ session, projectId }, { query }) =>
    listOfImports(parts, session.organisationId, projectId, query),
  );
  serve(getImport, ({ session, projectId }, { params }) =>
    readImport(parts, session.organisationId, projectId, params.importId),
  );
  serve(startImport, (where, { params, body }) => start(parts, where, params.importId, body));
  serve(startRevision, (where, { params, body }) => beginRevision(parts, where, params.importId, body));
  serve(getProposal, (where, { params }) => readProposal(parts, where, params.revisionId));
  serve(cancelImport, (where, { params }) => cancel(parts, where, params.importId));
  serve(retryImport, (where, { params }) => retry(parts, where, params.importId));
  serve(importPreview, async ({ session, projectId, reply }, { params }) => {
    const { organisationId } = session;
    await readImport(parts, organisationId, projectId, params.importId);
    const key = previewKey(organisationId, params.importId, params.page);
    if (!(await parts.files.stat(key))) throw new AppError('not_found');
    await reply
      .headers({ 'cache-control': 'private, max-age=3600', vary: 'authorization' })
      .type('image/webp')
      .send(await parts.files.open(key));
  });
  serve(searchPlanText, ({ session, projectId }, { params, query }) =>
    findWords(parts, session.organisationId, projectId, params.revisionId, query.search),
  );
};
