// Searches for a new drawing on earlier revisions of its plan, in a worker thread that is terminated with the job.
import { Worker } from 'node:worker_threads';
import type { AlignmentProposal } from '@plumbline/core/features/imports/contract';
import type { KnownSheet } from './sheet-transform.ts';

type Pictured = KnownSheet & { readonly picture: Uint8Array };
/** `first` is set only if it differs from the current revision. */
export type AlignmentRequest = {
  readonly sheet: Uint8Array;
  readonly current: Pictured;
  readonly first: Pictured | null;
};
/** Null if the drawings have nothing in common. */
export type AlignmentResult = AlignmentProposal | null;

const TIME_LIMIT_MS = 240_000;

/** Rejects when the signal aborts or the search times out. */
export function findAlignment(requested: AlignmentRequest, signal: AbortSignal): Promise<AlignmentResult> {
  return new Promise((resolve, reject) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: requested });
    const stop = () => void thread.terminate();
    ended.addEventListener('abort', stop, { once: true });
    thread.once('message', (looked: AlignmentResult) => resolve(looked));
    thread.once('error', reject);
    thread.once('exit', () => {
      ended.removeEventListener('abort', stop);
      reject(ended.reason ?? new Error('the alignment worker ended without a result'));
    });
    if (ended.aborted) stop();
  });
}
