// Exchange of pins with other programs over HTTP. No rules here.
import { Readable } from 'node:stream';
import {
  cancelPinImport,
  checkBcfImport,
  checkPinImport,
  exportBcf,
  getPinImport,
  listPinImportRows,
  listPinImports,
  previewPinImport,
  runPinImport,
  savePinImportProblems,
  undoPinImport,
} from '@plumbline/core/features/exchange/contract';
import type { Feature } from '../../http/feature.ts';
import { disposition } from '../../http/files/send-file.ts';
import { textsIn } from '../../http/texts.ts';
import { sendBcf } from './bcf/send-bcf.ts';
import * as service from './import/service.ts';

export const exchange: Feature = (serve, services) => {
  serve(previewPinImport, (where, { body }) => service.preview(services, where, body));
  serve(checkPinImport, (where, { body }) => service.check(services, where, body));
  serve(checkBcfImport, (where, { body }) => service.checkBcf(services, where, body));
  serve(exportBcf, (where, { query }) => sendBcf(services, where, query));
  serve(listPinImports, (where, { query }) => service.list(services, where, query));
  serve(getPinImport, (where, { params }) => service.get(services, where, params.importId));
  serve(listPinImportRows, (where, { params, query }) => service.rows(services, where, params.importId, query));
  serve(runPinImport, (where, { params }) => service.run(services, where, params.importId));
  serve(cancelPinImport, (where, { params }) => service.cancel(services, where, params.importId));
  serve(undoPinImport, (where, { params }) => service.undo(services, where, params.importId));
  serve(savePinImportProblems, async (where, { params: { importId } }) => {
    const { fileName } = await service.get(services, where, importId);
    const t = textsIn(where.session.language);
    const name = `${fileName.replace(/\.[a-z]+$/iu, '')} – ${t('peopleImport.outcome.bad')}.csv`;
    void where.reply.headers({ 'content-disposition': disposition('attachment', name) });
    void where.reply.type('text/csv; charset=utf-8');
    await where.reply.send(Readable.from(service.problems(services, where, importId)));
  });
};
