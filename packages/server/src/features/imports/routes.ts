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
  serve(importPreview, async ({ session, projectId, reply }, { params }) => {
    const { organisationId } = session;
    await readImport(services, organisationId, projectId, params.importId);
    const key = previewKey(organisationId, params.importId, params.page);
    if (!(await services.files.stat(key))) throw new AppError('not_found');
    await reply
      .headers({ 'cache-control': 'private, max-age=3600', vary: 'authorization' })
      .type('image/webp')
      .send(await services.files.open(key));
  });
  serve(searchPlanText, ({ session, projectId }, { params, query }) =>
    findWords(services, session.organisationId, projectId, params.revisionId, query.search),
  );
};
