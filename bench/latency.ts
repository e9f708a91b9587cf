// How much longer API calls take while the same program imports plans: 95th percentile compared with idle.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createImport, getImport, type PlanImport, startImport } from '@plumbline/core/features/imports/contract';
import { listPins } from '@plumbline/core/features/pins/contract';
import { listPlans } from '@plumbline/core/features/plans/contract';
import { listProjects } from '@plumbline/core/features/projects/contract';
import type { Endpoint } from '@plumbline/core/kernel/endpoint';
import { addressOf } from '@plumbline/testkit/calls';
import { demoSheet } from '@plumbline/testkit/demo';
import { sendFile } from '@plumbline/testkit/program/upload';
import { judge, percentile, table } from './common/figures.ts';
import { startSite } from './common/site.ts';

const CALLS = 300;
/** Pause between two calls, as between those of real users. */
const PAUSE_MS = 10;

const site = await startSite();
try {
  await site.saying('the model of the demo project is complete');
  const call = async <T>(
    endpoint: Endpoint,
    input: { params?: object; query?: object; body?: object } = {},
  ): Promise<T> => {
    const response = await fetch(site.url + addressOf(endpoint, input as never), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${site.token}`,
        ...(endpoint.method !== 'GET' && { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }),
      },
      ...(input.body && { body: JSON.stringify(input.body) }),
    });
    if (!response.ok) throw new Error(`${endpoint.name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const projects = await call<{ content: { id: string }[] }>(listProjects);
  const projectId = projects.content[0]?.id ?? '';
  const requested = [
    { name: 'projects', run: () => call(listProjects) },
    { name: 'plans', run: () => call(listPlans, { params: { projectId } }) },
    { name: 'pins', run: () => call(listPins, { params: { projectId }, query: { status: 'open', size: 50 } }) },
  ];
  const measure = async (run: () => Promise<unknown>, going: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (times.length < CALLS && going()) {
      const startedAt = performance.now();
      await run();
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return times;
  };
  for (const { run } of requested) await measure(run, () => true);
  const idle = new Map<string, number[]>();
  for (const { name, run } of requested) idle.set(name, await measure(run, () => true));

  // One sheet after the other is imported while the same calls are measured again.
  const sheets = ['A-101', 'A-102', 'A-103', 'A-104', 'A-201'].map(demoSheet);
  let busy = true;
  const importing = (async () => {
    for (let round = 0; busy; round += 1) {
      const bytes = await readFile(sheets[round % sheets.length] ?? '');
      const [blobId, importId, planId] = [randomUUID(), randomUUID(), randomUUID()];
      await sendFile({
        token: site.token,
        id: blobId,
        purpose: 'plan',
        name: 'sheet.pdf',
        mime: 'application/pdf',
        bytes,
        urlOf: () => site.url,
      });
      const params = { projectId, importId };
      await call(createImport, { params, body: { id: importId, blobId, parentId: null } });
      const until = async (state: string) => {
        while ((await call<PlanImport>(getImport, { params })).state !== state)
          await new Promise((resolve) => setTimeout(resolve, 200));
      };
      await until('choosing');
      await call(startImport, {
        params,
        body: { parentId: null, pages: [{ page: 1, planId, title: `Sheet ${round}`, sheetNumber: '' }] },
      });
      await until('finished');
    }
  })();
  const rows: (string | number)[][] = [];
  let worst = 0;
  for (const { name, run } of requested) {
    const [quiet, loaded] = [idle.get(name) ?? [], await measure(run, () => busy)];
    const ratio = percentile(loaded, 0.95) / percentile(quiet, 0.95);
    worst = Math.max(worst, ratio);
    rows.push([
      name,
      percentile(quiet, 0.5),
      percentile(quiet, 0.95),
      percentile(loaded, 0.5),
      percentile(loaded, 0.95),
      ratio,
    ]);
  }
  busy = false;
  await importing;
  table(['call', 'idle p50 ms', 'idle p95 ms', 'importing p50', 'importing p95', 'ratio p95'], rows);
  judge('largest ratio', worst, 2);
} finally {
  await site.close();
}
