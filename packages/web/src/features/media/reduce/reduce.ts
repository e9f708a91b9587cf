// Resizes photos to the user's setting in workers, which end when nothing is left to do.
import { ownScript } from '../../../shared/navigation/own-script.ts';
import script from './reduce.worker.ts?worker&url';
import type { Reduced, ToReduce } from './reduce-steps.ts';

/** Maximum bytes by setting; null keeps every pixel. */
export const PHOTO_LIMITS = { SMALL: 500_000, MEDIUM: 1_000_000, LARGE: null } as const;
export type PhotoSetting = keyof typeof PHOTO_LIMITS;

type Answer = { file: Blob; width: number; height: number; small: Blob };

type Asked = { done: (created: Answer) => void; failed: (reason: Error) => void };
type Lane = { worker: Worker; open: Map<string, Asked> };

/** Workers, as many as photos are read at once: one photo is decoded and encoded on a single core. */
const LANES = 2;
const lanes: Lane[] = [];

function end(lane: Lane): void {
  lane.worker.terminate();
  lanes.splice(lanes.indexOf(lane), 1);
}

function answered(lane: Lane, reply: Reduced): void {
  const requested = lane.open.get(reply.id);
  lane.open.delete(reply.id);
  if ('problem' in reply) requested?.failed(new Error(reply.problem));
  else requested?.done(reply);
  if (lane.open.size === 0) end(lane);
}

function broken(lane: Lane): void {
  end(lane);
  for (const { failed } of lane.open.values()) failed(new Error('the worker has ended'));
}

function started(): Lane {
  const worker = new Worker(ownScript(script), { type: 'module' });
  const lane: Lane = { worker, open: new Map() };
  worker.onmessage = (event: MessageEvent<Reduced>) => answered(lane, event.data);
  worker.onerror = () => broken(lane);
  lanes.push(lane);
  return lane;
}

/** A new worker while all are busy and more are allowed, otherwise the least busy one. */
function leastBusyLane(): Lane {
  const [least] = lanes.toSorted((a, b) => a.open.size - b.open.size);
  return least && (least.open.size === 0 || lanes.length >= LANES) ? least : started();
}

/** Re-encodes the photo as JPEG with at most `most` bytes. Throws when this browser cannot read it. */
export function reduced(file: Blob, most: number | null): Promise<Answer> {
  return new Promise((done, failed) => {
    const id = crypto.randomUUID();
    const { worker, open } = leastBusyLane();
    open.set(id, { done, failed });
    worker.postMessage({ id, file, most } satisfies ToReduce);
  });
}
