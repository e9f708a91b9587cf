import { expect, test } from 'vitest';
import { examplePin, exampleTask } from '../../testing/rows.ts';
import type { Edit } from '../client/store.ts';
import { unsentOnPlan } from './unsent.ts';

const rows = new Map<string, object>([
  ['pin p1', examplePin({ id: 'p1', planId: 'plan' })],
  ['pin p2', examplePin({ id: 'p2', planId: 'other' })],
  ['task t1', exampleTask({ id: 't1', pinId: 'p1' })],
]);

const edit = (n: number, writes: string[], more: Partial<Edit> = {}): Edit => ({
  ...{ n, projectId: 'project', name: 'pin.update', input: {}, at: '', blobs: [], state: 'queued' },
  touched: { reads: [], writes },
  ...more,
});

async function numbersOf(edits: Edit[]): Promise<number[]> {
  const store = {
    edits: async () => edits,
    row: async (entity: string, id: string) => rows.get(`${entity} ${id}`) as never,
  };
  return (await unsentOnPlan(store, 'plan')).map(({ n }) => n);
}

test('edits on the plan, its pins and their tasks count while the server does not have them', async () => {
  const edits = [
    edit(1, ['pin p1', 'pin planId=plan']),
    edit(2, ['task t1']),
    edit(3, ['plan plan']),
    edit(4, ['pin p2', 'pin planId=other']),
    edit(5, ['pin p1'], { state: 'applied' }),
  ];
  expect(await numbersOf(edits)).toEqual([1, 2, 3]);
});

test('a rejected edit, whose rows are no longer there, is recognised by its input', async () => {
  const rejected = { state: 'rejected' } as const;
  const edits = [
    edit(1, ['pin lost'], { ...rejected, input: { id: 'lost', planId: 'plan' } }),
    edit(2, ['task lost'], { ...rejected, input: { id: 'lost', pinId: 'p1' } }),
    edit(3, ['pin lost'], { ...rejected, input: { id: 'lost', planId: null } }),
  ];
  expect(await numbersOf(edits)).toEqual([1, 2]);
});
