// Photos made smaller by the user's setting, in a worker of their own that ends when nothing is left to do.
import type { Reduced, ToReduce } from './reduce-steps.ts';

/** Bytes by the setting; null keeps every pixel. */
export const PHOTO_LIMITS = { SMALL: 500_000, MEDIUM: 1_000_000, LARGE: null } as const;
export type PhotoSetting = keyof typeof PHOTO_LIMITS;

type Answer = { file: Blob; width: number; height: number };

let worker: Worker | undefined;
const open = new Map<string, { done: (made: Answer) => void; failed: (reason: Error) => void }>();

function answered(reply: Reduced): void {
  const asked = open.get(reply.id);
  open.delete(reply.id);
  if ('problem' in reply) asked?.failed(new Error(reply.problem));
  else asked?.done(reply);
  if (open.size > 0) return;
  worker?.terminate();
  worker = undefined;
}

function broken(): void {
  for (const { failed } of open.values()) failed(new Error('the worker has ended'));
  open.clear();
  worker?.terminate();
  worker = undefined;
}

function ready(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./reduce.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = (event: MessageEvent<Reduced>) => answered(event.data);
  worker.onerror = broken;
  return worker;
}

/** Draws the photo anew as JPEG, at most so many bytes. Throws where this browser cannot read it. */
export function reduced(file: Blob, most: number | null): Promise<Answer> {
  return new Promise((done, failed) => {
    const id = crypto.randomUUID();
    open.set(id, { done, failed });
    ready().postMessage({ id, file, most } satisfies ToReduce);
  });
}
