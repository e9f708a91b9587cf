// A refused edit is sent again once the reason is gone on the server, also while its project is not open on this device.
import { AppError } from '@plumbline/core/kernel/errors';
import type { ClientContext } from '@plumbline/core/sync/client/store';
import { expect, test } from 'vitest';
import { EditQueue, type RejectedEdit } from './edit-queue.ts';

const refused: RejectedEdit = {
  ...{ n: 7, projectId: 'p', name: 'post.create', input: {}, files: [], at: '2026-11-28T10:00:00.000Z' },
  ...{ code: 'forbidden', fields: [], params: {} },
};

/** A device on which the rules refuse the edit until the project was read again. */
function deviceWith({ isReachable }: { isReachable: boolean }) {
  const done: string[] = [];
  const store = { project: async () => ({ gone: false }), edits: async () => [], exclusively: async () => undefined };
  const queue = new EditQueue({
    context: { store } as unknown as ClientContext,
    rejected: () => [refused],
    async perform() {
      if (!done.includes('read')) throw new AppError('forbidden');
      done.push('performed');
    },
    async readLatest() {
      if (!isReachable) throw new Error('offline');
      done.push('read');
    },
  });
  return { queue, done };
}

test('a retry first loads the project if this device still has the reason of the refusal', async () => {
  const { queue, done } = deviceWith({ isReachable: true });
  await queue.retry(7);
  expect(done).toEqual(['read', 'performed']);
});

test('a retry without a connection keeps the reason of the refusal', async () => {
  const { queue, done } = deviceWith({ isReachable: false });
  await expect(queue.retry(7)).rejects.toMatchObject({ code: 'forbidden' });
  expect(done).toEqual([]);
});
