// HTTP routes for datasets. No business rules here.
import {
  exportDataset,
  getDataset,
  importDataset,
  listDatasetImports,
  listDatasets,
  listRecords,
  previewDataset,
  updateDataset,
} from '@plumbline/core/features/datasets/contract';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { sendTable } from '../../http/files/send-table.ts';
import { textsIn } from '../../http/texts.ts';
import * as service from './service.ts';
import { readDatasets, readImports, readRecords } from './store.ts';

export const datasets: Feature = (serve, services) => {
  const read = <T>({ session }: service.DatasetContext, work: Parameters<typeof tenantSnapshot<T>>[2]) =>
    tenantSnapshot(services.pool, session.organisationId, work);

  serve(listDatasets, (where, { query }) => read(where, (db) => readDatasets(db, service.projectKeyOf(where), query)));
  serve(getDataset, (where, { params }) => service.dataset(services, where, params.datasetId));
  serve(listRecords, async (where, { params, query }) => {
    const known = await service.dataset(services, where, params.datasetId);
    return read(where, (db) => readRecords(db, service.projectKeyOf(where), known, query));
  });
  serve(updateDataset, (where, { params, body }) => service.change(services, where, params.datasetId, body));
  serve(previewDataset, (where, { body }) => service.preview(services, where, body.blobId));
  serve(importDataset, (where, { body }) => service.startImport(services, where, body));
  serve(listDatasetImports, (where, { query }) =>
    read(where, (db) => readImports(db, service.projectKeyOf(where), query)),
  );
  serve(exportDataset, async (where, { params, query: { format } }) => {
    const known = await service.dataset(services, where, params.datasetId);
    const rows = service.exported(services, where, known);
    await sendTable(where.reply, format, {
      ...{ name: known.title, sheet: known.title, rows },
      locale: textsIn(where.session.language).locale,
    });
  });
};
