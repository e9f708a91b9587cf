// A model on the screen: what the server says of it, its storeys as they come, and the view that draws them.
import { getModel, type ModelDetails } from '@plumbline/core/features/models/contract';
import type { ModelRow } from '@plumbline/core/features/models/schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import type { BakedStorey } from './engine/bake.ts';
import type { Unpacked, Wanted } from './engine/unpack-worker.ts';

/** Triangles that are fetched unasked for each gigabyte of the device's memory: more would only make a phone hot. */
const A_GIGABYTE = 750_000;

/** Not every browser tells its memory. */
const room = (): number => A_GIGABYTE * ((navigator as { deviceMemory?: number }).deviceMemory ?? 4);

export function useModelDetails(projectId: string, model: ModelRow | undefined) {
  return useQuery({
    queryKey: ['model', model?.id],
    queryFn: ({ signal }) => call(getModel, { params: { projectId, modelId: model?.id ?? '' } }, { signal }),
    enabled: model !== undefined,
    staleTime: 0,
    // A link that has been kept may have ended meanwhile.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Storeys in the order they are fetched: from the ground upwards, as many as there is room for. */
export function unaskedStoreys(storeys: ModelDetails['storeys'], most = room()): number[] {
  let sum = 0;
  return storeys.flatMap(({ triangles, elements }, i) => {
    if (elements === 0) return [];
    sum += triangles;
    return sum <= most || sum === triangles ? [i] : [];
  });
}

export type StoreysState = {
  /** Asked for and there. */
  there: ReadonlySet<number>;
  waiting: ReadonlySet<number>;
  failed: boolean;
  load: (storey: number) => void;
};

/** Fetches storeys one after the other and hands each on as it comes. */
export function useStoreys(
  details: ModelDetails | undefined,
  onStorey: (storey: number, baked: BakedStorey) => void,
  renew: () => void,
): StoreysState {
  const worker = useRef<Worker>(undefined);
  const [there, setThere] = useState<ReadonlySet<number>>(new Set());
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState(false);
  const take = useRef(onStorey);
  take.current = onStorey;
  const again = useRef(renew);
  again.current = renew;
  const modelId = details?.model.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed link is the same model
  useEffect(() => {
    if (!details) return;
    const made = new Worker(new URL('./engine/unpack-worker.ts', import.meta.url), { type: 'module' });
    worker.current = made;
    made.addEventListener('message', ({ data }: MessageEvent<Unpacked>) => {
      setWaiting((now) => without(now, data.storey));
      if (data.failed !== undefined) {
        setFailed(true);
        if (data.gone) again.current();
        return;
      }
      take.current(data.storey, data.baked);
      setThere((now) => new Set(now).add(data.storey));
    });
    made.addEventListener('error', () => setFailed(true));
    setThere(new Set());
    const first = unaskedStoreys(details.storeys);
    setWaiting(new Set(first));
    setFailed(false);
    for (const storey of first) post(made, details, storey);
    return () => made.terminate();
  }, [modelId]);

  const load = (storey: number) => {
    if (!details || !worker.current || there.has(storey) || waiting.has(storey)) return;
    setFailed(false);
    setWaiting(new Set(waiting).add(storey));
    post(worker.current, details, storey);
  };
  return { there, waiting, failed, load };
}

function post(worker: Worker, details: ModelDetails, storey: number): void {
  const part = details.storeys[storey];
  if (!part) return;
  const { offset, length } = part;
  worker.postMessage({ storey, url: details.file.url, offset, length } satisfies Wanted);
}

function without(set: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const next = new Set(set);
  next.delete(one);
  return next;
}
