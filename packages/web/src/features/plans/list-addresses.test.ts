// What the addresses of the plan list open.
import { examplePlan } from '@plumbline/core/testing/rows';
import { expect, test } from 'vitest';
import { taskFromUrl } from './list/plan-tasks.tsx';

const plan = examplePlan({ id: 'plan' });
const folder = examplePlan({ id: 'folder', type: 'Folder' });
const ROWS = [plan, folder];

test.each([
  ['import', undefined, { kind: 'import' }],
  ['importStatus', undefined, { kind: 'status' }],
  ['newFolder', undefined, { kind: 'newFolder', parentId: null }],
  ['newFolder', 'folder', { kind: 'newFolder', parentId: 'folder' }],
  ['newFolder', 'plan', { kind: 'missing' }],
  ['newFolder', 'unknown', { kind: 'missing' }],
  ['rename', 'plan', { kind: 'rename', row: plan }],
  ['rename', 'unknown', { kind: 'missing' }],
  ['move', 'plan,folder', { kind: 'move', rows: ROWS }],
  ['move', 'unknown', { kind: 'missing' }],
  ['move', undefined, undefined],
  ['offline', 'plan', { kind: 'offline', rows: [plan] }],
  ['removeOffline', 'unknown', { kind: 'missing' }],
] as const)('opens the task "%s" of %s from the address', (opens, entryId, task) => {
  expect(taskFromUrl(opens, entryId, ROWS)).toEqual(task);
});
