// Loads the project of the demo from its pack. May be repeated: what is already there stays.
import { withScratch } from '../uploads/scratch.ts';
import { loadCompanies } from './load-companies.ts';
import { loadDatasets } from './load-datasets.ts';
import { loadPins } from './load-pins.ts';
import { loadPlans } from './load-plans.ts';
import { loadProject } from './load-project.ts';
import { loadReports } from './load-reports.ts';
import type { Loading } from './loading.ts';

export async function loadDemo(loading: Loading): Promise<void> {
  await loadProject(loading);
  await loadCompanies(loading);
  await withScratch(loading.services, (folder) => loadPlans(loading, folder));
  const records = await loadDatasets(loading);
  await withScratch(loading.services, (folder) => loadPins(loading, records, folder));
  await loadReports(loading);
  loading.services.log.info('the demo project is complete');
}
