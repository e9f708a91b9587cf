// Loads a model: its details from the server, and its storeys as they arrive.
import { getModel, type ModelDetails } from '@plumbline/core/features/models/contract';
import type { ModelRow } from '@plumbline/core/site/rows/models';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { ownScript } from '../../shared/navigation/own-script.ts';
import type { BakedStorey } from './engine/bake.ts';
import type { Packed, Unpacked } from './engine/unpack-worker.ts';
import script from './engine/unpack-worker.ts?worker&url';

/** Triangles loaded automatically per gigabyte of device memory; more would make phones hot. */
const TRIANGLES_PER_GB = 750_000;

/** Not every browser reports its memory. */
const room = (): number => TRIANGLES_PER_GB * ((navigator as { deviceMemory?: number }).deviceMemory ?? 4);

export function useModelDetails(projectId: string, model: ModelRow | undefined) {
  return useQuery({
    queryKey: ['model', model?.id],
    queryFn: ({ signal }) => call(getModel, { params: { projectId, modelId: model?.id ?? '' } }, { signal }),
    enabled: model !== undefined,
    staleTime: 0,
    // A cached link may have expired.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Storeys in loading order, from the ground up, as far as the triangle limit allows. */
export function storeysToLoad(storeys: ModelDetails['storeys'], most = room()): number[] {
  let sum = 0;
  return storeys.flatMap(({ triangles, elements }, i) => {
    if (elements === 0) return [];
    sum += triangles;
    return sum <= most || sum === triangles ? [i] : [];
  });
}

export type StoreysState = {
  /** Storeys that were requested and loaded, whether or not a 3D view exists to draw them. */
  there: ReadonlyMap<number, BakedStorey>;
  waiting: ReadonlySet<number>;
  failed: boolean;
  load: (storey: number) => void;
};

type Part = { offset: number; length: number };

/** One byte range of the model's file. Throws when it cannot be fetched. */
async function fetchPart(url: string, { offset, length }: Part, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` }, signal });
  if (response.status !== 206) throw new Error(`the server answered ${response.status}`);
  return response.arrayBuffer();
}

/** Fetches storeys one after the other, unpacks them in a worker and adds each as it arrives. */
export function useStoreys(
  details: ModelDetails | undefined,
  /** Requests a new link, since links expire. */
  renew: () => Promise<string | undefined>,
): StoreysState {
  const ask = useRef<(storeys: readonly number[]) => void>(undefined);
  const [there, setThere] = useState<ReadonlyMap<number, BakedStorey>>(new Map());
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState(false);
  const latest = useRef(renew);
  latest.current = renew;
  const modelId = details?.model.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed link is the same model
  useEffect(() => {
    if (!details) return;
    const end = new AbortController();
    const worker = new Worker(ownScript(script), { type: 'module' });
    const fail = (storey: number) => {
      if (end.signal.aborted) return;
      setFailed(true);
      setWaiting((now) => without(now, storey));
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Unpacked>) => {
      if (data.failed !== undefined) return fail(data.storey);
      setWaiting((now) => without(now, data.storey));
      setThere((now) => new Map(now).set(data.storey, data.baked));
    });
    worker.addEventListener('error', () => setFailed(true));
    let { url } = details.file;
    let line = Promise.resolve();
    const one = async (storey: number, part: Part) => {
      const get = () => fetchPart(url, part, end.signal);
      const bytes = await get().catch(async () => {
        end.signal.throwIfAborted();
        url = (await latest.current()) ?? url;
        return get();
      });
      worker.postMessage({ storey, bytes } satisfies Packed, [bytes]);
    };
    ask.current = (storeys) => {
      setFailed(false);
      setWaiting((now) => new Set([...now, ...storeys]));
      for (const storey of storeys) {
        const part = details.storeys[storey];
        if (part) line = line.then(() => one(storey, part)).catch(() => fail(storey));
      }
    };
    setThere(new Map());
    setWaiting(new Set());
    ask.current(storeysToLoad(details.storeys));
    return () => {
      end.abort();
      worker.terminate();
    };
  }, [modelId]);

  const load = (storey: number) => {
    if (!there.has(storey) && !waiting.has(storey)) ask.current?.([storey]);
  };
  return { there, waiting, failed, load };
}

function without(set: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const next = new Set(set);
  next.delete(one);
  return next;
}
